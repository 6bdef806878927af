"""Window of the companion's SDL: keeps what is typed in the file that is named."""

import sys

import pygame

pygame.display.init()
pygame.display.set_mode((0, 0))
pygame.key.start_text_input()
with open(sys.argv[1], "a", encoding="utf-8") as file:
    print("begun", file=file, flush=True)
    while True:
        for event in pygame.event.get():
            if event.type == pygame.TEXTINPUT:
                print(event.text, file=file, flush=True)
        pygame.time.wait(50)
