"""What the staff steers the platform by: pages under /consola/, and the actions behind them."""
