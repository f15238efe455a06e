"""The server's database: its tables, its migrations, its only writer."""
