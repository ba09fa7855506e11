"""What the tree promises: no game in the code, documents that name only what exists, no machine in any file."""

from __future__ import annotations

import ast
import inspect
import io
import itertools
import keyword
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import FunctionType

import pytest

from dsl.meaning.english import English
from dsl.meaning.from_syntax.sentences.reader import Reader
from dsl.meaning.italian import Italian
from dsl.vocabulary.function_words import LANGUAGE_VERBS
from interpreter.program.from_meaning import Compiler

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted(path for folder in ("dsl", "interpreter") for path in (ROOT / folder).rglob("*.py"))
GAME_TEXTS = sorted(path for end in ("gioco", "parole", "mazzo") for path in (ROOT / "games").rglob(f"*.{end}"))
HEADING = re.compile(
    r"^(gioco|parole|mazzo|valore|membro|insieme|tavola|testo|zona|luogo|nome|segnalino|effetto|stato|verbo|pretesa|periodo|finestra"
    r"|azione|regola|limite|parola chiave|etichetta|direzione|parte|verifica|imperativo) +([^,\n]+)((?:, *[^,\n]+)*)$",
    re.MULTILINE,
)
FEATURE = re.compile(r"\b(?:plurale|singolare|participio|contrario|sigla|anche) +([^,]+)")
WORD = re.compile(r"[^\W\d_]+")

#: Words that a game declares for itself and that the code may still hold, each for the reason beside it.
ITALIAN_TOO = {
    "sotto": "a preposition",
    "davanti": "a preposition",
    "case": "a word of Python",
    "pop": "a method of Python's lists",
    "attiva": "an ordinary verb in a message",
    "copia": "a word of the headings: a layer of values",
    "segnalino": "a word of the headings: a kind of tokens",
    "segnalini": "the same, of several",
    "difeso": "an ordinary participle in a message",
    "essere": "a verb of the language",
    "potere": "a verb of the language",
    "oggetto": "a word of grammar",
    "coperto": "a word of the language: a card with its face down",
    "coperta": "a word of the language: a card with its face down",
    "scoperto": "a word of the language: a card with its face up",
    "scoperta": "a word of the language: a card with its face up",
    "spazi": "an ordinary noun in a message",
    "carico": "an adjective in the tables of inflection",
    "pila": "a word of the headings: an ordered zone",
    "vuoto": "an adjective: a file, a pile is empty",
    "opposte": "an adjective with forms of its own",
    "partita": "a word of the language: the whole match",
    "vincere": "a verb of the language: to win the match",
    "vince": "a verb of the language",
    "def": "how Python begins a function, and the grammar's definite article",
    "toglie": "an ordinary verb in a message",
    "usa": "an ordinary verb in a message",
    "usano": "an ordinary verb in an answer",
    "confronto": "an ordinary noun in a message",
    "sottinteso": "an ordinary adjective of a heading",
    "turni": "an ordinary noun in a summary",
    "campo": "an ordinary noun in a message: a field of a card",
    "offerto": "an ordinary participle in a message",
    "seme": "the seed of chance in a message",
    "vedi": "an ordinary verb in a message",
    "modo": "an ordinary noun in a message",
    "modi": "an ordinary noun in a message",
    "risolve": "a word of the headings: what a window does",
    "risposta": "an ordinary noun in a message",
    "scarto": "an ordinary noun in statistics: the spread of numbers",
    "tavolo": "an ordinary noun in a message",
    "modello": "the folder that a new game is copied from",
    "deck": "an English word of the code",
    "cambiare": "an ordinary verb in a message",
    "cambiano": "an ordinary verb in a message",
    "vinto": "a participle of a verb of the language",
}
#: Tables of general Italian: nouns with their plural, verbs with their participle, function words.
TABLES_OF_ITALIAN = {ROOT / "dsl" / "vocabulary" / name for name in ("irregular.py", "function_words.py")}


def without_comment(text: str) -> str:
    return re.sub(r"\s*--.*", "", text)


def language_words() -> set[str]:
    """The heading words and features of the language, as its page lists them, its questions and its own verbs."""
    page = (ROOT / "docs" / "linguaggio.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if line.startswith(("- Heading words:", "- Features"))]
    assert len(lines) == 2
    listed = " ".join(re.findall(r"`([^`]+)`", " ".join(lines)))
    questions = (re.findall(r"^ +([a-zà-ù' ]+)[:,]", path.read_text("utf-8"), re.MULTILINE) for path in GAME_TEXTS)
    verbs = [form for verb in LANGUAGE_VERBS for form in (verb, *verb_forms(verb))]
    return {word.lower() for word in WORD.findall(" ".join([listed, *itertools.chain(*questions), *verbs]))}


def verb_forms(infinitive: str) -> list[str]:
    stem, ending = infinitive[:-3], infinitive[-3:]
    vowel = {"are": ("a", "ano", "i"), "ere": ("e", "ono", "i"), "ire": ("e", "ono", "i")}.get(ending, ())
    return [stem + last for last in vowel]


def declared_words() -> dict[str, str]:
    """Every one-word name of a heading, with its forms, in any game; and the file that declares it."""
    words: dict[str, str] = {}
    for path in GAME_TEXTS:
        for kind, name, features in HEADING.findall(without_comment(path.read_text("utf-8"))):
            forms = [name.split(" per ")[0], *FEATURE.findall(features)]
            if kind == "verbo" and " " not in name:
                forms += verb_forms(name)
            for form in forms:
                if len(WORD.findall(form)) == 1:
                    words.setdefault(form.strip().lower(), path.name)
    own = language_words()
    return {word: origin for word, origin in words.items() if len(word) > 2 and word not in own}


def docstrings(tree: ast.AST) -> set[int]:
    found = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for first in body:  # a string on its own is a docstring, of an attribute too
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


def words_of_code(source: str) -> Iterator[tuple[int, str]]:
    """The words of identifiers and of strings that are not documentation, with their lines.

    A string of four words or more is a sentence for people: there ordinary Italian may stand, names with a capital not.
    """
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            for word in re.findall(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])", token.string):
                yield token.start[0], word.lower()
    for line, text in strings_of(ast.parse(source)):
        words = WORD.findall(text)
        for word in words:
            if len(words) < 4 or word[0].isupper():
                yield line, word.lower()


def strings_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string but documentation; a formatted one as a whole, without what is put in."""
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            skipped |= {id(part) for part in parts}
            yield node.lineno, " ".join(str(part.value) for part in parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def test_the_collector_finds_the_words_of_a_game() -> None:
    words = declared_words()
    assert {"bless", "luceombra", "occhio", "spezzare", "spezza", "rivalità", "calare", "eco"} <= set(words)
    assert "zona" not in words


def test_the_search_sees_identifiers_and_strings_but_no_documentation() -> None:
    source = '"""Stasi."""\ndef pay_occhio(Rivalità: int) -> str:\n    return "il Karma"  # Vuoto\n'
    found = {word for _, word in words_of_code(source)}
    assert {"occhio", "rivalità", "karma"} <= found
    assert not {"stasi", "vuoto"} & found


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game_stands_in_the_code(path: Path) -> None:
    words = {} if path in TABLES_OF_ITALIAN else declared_words()
    found = [
        f"{path.relative_to(ROOT)}:{line}: «{word}» ({words[word]})"
        for line, word in words_of_code(path.read_text("utf-8"))
        if word in words and word not in ITALIAN_TOO
    ]
    assert found == []


def tracked() -> list[Path]:
    """The files that git has or would take: what a clone holds."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listing.returncode:
        pytest.skip("not a clone")
    return [path for name in listing.stdout.splitlines() if (path := ROOT / name).is_file()]


EVERYWHERE = {Path("/"), Path("/usr"), Path("/usr/local")}  # where a system's own Python is: no machine in particular
PLACES = {ROOT, Path.home(), Path(sys.base_prefix)} - EVERYWHERE
MACHINE = re.compile("|".join(rf"(?<![\w.]){re.escape(str(place))}/" for place in sorted(PLACES)))


def imported_by(path: Path, module: str, modules: set[str]) -> Iterator[str]:
    """The modules that a file imports, at its head, inside a function or for types alone."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            of = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{of}.{alias.name}"
                found = inner if inner in modules else of
                if found in modules and found != module:
                    yield found


def test_no_file_imports_another_in_a_circle() -> None:
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in CODE}
    modules = set(names.values())
    graph = {name: set(imported_by(path, name, modules)) for path, name in names.items()}
    assert "interpreter.machine" in graph["interpreter.linking"], "the search sees nothing"
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def hidden_methods(whole: type) -> list[str]:
    """The methods of a class made of many parts that hide another part's of the same name: neither a hook, nor going on to it."""
    known: dict[str, tuple[type, FunctionType]] = {}
    found = []
    for part in reversed(whole.__mro__[:-1]):
        for name, method in vars(part).items():
            method = getattr(method, "__func__", method)
            if not isinstance(method, FunctionType) or name.startswith("__"):
                continue
            if name in known:
                before, hidden = known[name]
                hook = (hidden.__doc__ or "").startswith("Hook") or "NotImplementedError" in inspect.getsource(hidden)
                if not hook and "super()" not in inspect.getsource(method):
                    found.append(f"{part.__name__}.{name} hides that of {before.__name__}")
            known[name] = part, method
    return found


def test_the_parts_of_a_class_do_not_hide_each_other() -> None:
    """A reader in fifty parts: a name that two of them give to different things is one of them never called."""

    class Ground:
        def hook(self) -> None:
            """Hook: something."""

        def told(self) -> None: ...

        def gone(self) -> None: ...

    class Above(Ground):
        def hook(self) -> None: ...

        def told(self) -> None:
            super().told()

        def gone(self) -> None: ...

    assert hidden_methods(Above) == ["Above.gone hides that of Ground"]
    assert [hidden_methods(whole) for whole in (Reader, Compiler, Italian, English)] == [[], [], [], []]


def test_pinned_versions_have_no_addresses() -> None:
    pinned = [path for path in tracked() if path.suffix in {".lock", ".txt"} and path.parent == ROOT]
    assert pinned
    assert [path.name for path in pinned if "://" in path.read_text("utf-8")] == []


def test_no_file_names_this_machine() -> None:
    found = []
    for path in tracked():
        if path == Path(__file__) or path.suffix in {".png", ".parquet"}:
            continue
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1):
            if MACHINE.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert found == []


SCREEN = 60  # the lines of a function that fits on one
Function = ast.FunctionDef | ast.AsyncFunctionDef


def nested(node: ast.AST) -> Iterator[Function]:
    """The functions directly inside a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield child
        else:
            yield from nested(child)


def own_lines(function: Function, lines: list[str]) -> int:
    """From its ``def`` on, without the functions inside it and the blank lines that part them."""

    def of(node: Function) -> set[int]:
        return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))

    inside = set().union(*map(of, nested(function)))
    return sum(1 for at in of(function) - inside if lines[at - 1].strip())


def test_the_lines_of_a_function_are_without_those_inside_it() -> None:
    text = "def outer():\n    a = 1\n\n    def inner():\n        return a\n\n    return inner\n"
    outer = next(nested(ast.parse(text)))
    assert own_lines(outer, text.splitlines()) == 3


def test_every_function_fits_on_a_screen() -> None:
    long = []
    for path in CODE:
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, Function))
        long += [
            f"{name}:{function.lineno} {function.name}: {many} lines"
            for function in functions
            if (many := own_lines(function, text.splitlines())) > SCREEN
        ]
    assert long == []


PAGES = sorted(
    page for shape in ("*.md", "docs/**/*.md", "*/README.md", "games/*/README.md") for page in ROOT.glob(shape)
)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
PATH_IN_TEXT = re.compile(r"`((?:dsl|interpreter|grammars|games|tests|docs|benchmarks)/[\w./-]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    missing = [target for target in LINK.findall(text) if not (page.parent / target).exists()]
    missing += [target for target in PATH_IN_TEXT.findall(text) if not (ROOT / target).exists()]
    assert missing == []


RECIPES = ("Add a sentence form", "Add a keyword in a deck", "Add a check", "Add a problem", "Add a game")


def test_the_recipes_are_numbered_and_name_files() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for recipe in RECIPES:
        _, found, rest = text.partition(f"## {recipe}\n")
        assert found, recipe
        section = rest.partition("\n## ")[0]
        assert re.search(r"^1\. ", section, re.MULTILINE), recipe
        assert PATH_IN_TEXT.search(section), recipe


def test_the_readme_has_the_two_commands_of_the_makefile() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("partita", "prove"):
        assert f"make {target}" in readme
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "sys.argv = ['detto', '--help']\n"
        "from interpreter.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = sorted({'lark', 'rich', 'attr', 'rapidfuzz', 'pytest'} & set(sys.modules))\n"
        "print(heavy, file=sys.stderr)\n"
    )
    python = subprocess.run([_python(), "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert python.stderr.strip() == "[]"
    assert "simulate" in python.stdout


def _python() -> str:
    import sys

    return sys.executable
