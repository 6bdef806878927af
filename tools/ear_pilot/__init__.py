"""Player who hears sentences and chimes, presses three keys, and sees nothing.

It is given sentences and chimes when the voice says them, no more of a sentence than is said before a press cuts it
off, and three keys: no page, no state. It knows the table of buttons, the rules, and what the catalogues call games,
players, questions and rows. At a table without a camera it is all players: it keeps a copy of the game with their cards
and dice, chooses what they do with the quick bot, and steps to each answer until it hears it. Which button gives one of
two answers at once it knows from the game. A referee, who sees, compares that copy with the game after each event, and
counts the presses of somebody who sees the same pages and takes the shortest way with the same keys. It
tells no leave roll of the traitor. At a virtual table all is told by keys, too; where cards are hidden they are
played as bots choose.
"""
