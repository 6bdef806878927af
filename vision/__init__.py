"""Reading a table by camera: tags, the board's plane, cells in millimetres. Knows no game."""
