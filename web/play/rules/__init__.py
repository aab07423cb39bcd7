"""The rules page: every preset in words, and tables with any rule changed."""
