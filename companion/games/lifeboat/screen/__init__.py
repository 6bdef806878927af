"""Screen pictures of Lifeboat: the boat row, portraits and cards of our own drawing."""
