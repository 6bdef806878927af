"""How Lifeboat looks on the screen: the boat row, portraits and cards of our own drawing."""
