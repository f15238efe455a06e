"""What an operator looks at and changes in a server's database: tables, people, sizes, old matches."""
