"""The virtual table: real pieces to be moved by hands, real or scripted, and a camera that looks at them."""
