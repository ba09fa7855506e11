"""The catalogue of problems: a page for each code, beside this file. What reads the pages is in ``pages``."""

from .pages import Example, Fence, Page, by_group, folder_of_small_game, nearest_pages, page_of, pages, small_game

__all__ = [
    "Example",
    "Fence",
    "Page",
    "by_group",
    "folder_of_small_game",
    "nearest_pages",
    "page_of",
    "pages",
    "small_game",
]
