"""What happens, when and to whom: periods and what lasts, the forms of verbs and how what is said fits them, events and their
places."""
