"""Journal, matrix, HTML, Markdown, terminal."""
