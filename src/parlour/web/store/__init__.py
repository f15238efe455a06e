"""The database: its tables, its migrations, its one writer."""
