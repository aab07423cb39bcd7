"""What a worker does with a command, a fired timer or a query. Everything outside is behind the ports."""
