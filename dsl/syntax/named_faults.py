"""The slips that designers make, each with its code: what the change that mends a wording says of its fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from ..vocabulary.lexer import Lexer, Sense, Word
from ..vocabulary.spelling import fold, words_of
from .problems import UNKNOWN, Failed
from .repair import Repair
from .repair_edits import Edit, Piece, pieces_of
from .repair_words import wordbook_of

#: The codes that only say where reading stops; what mends the wording may say more.
UNNAMED: Final = frozenset(("S011", "S012", "S013"))
#: A condition with nothing that follows from it: what should follow nobody can tell.
HANGING: Final = "S041"
#: A label that the game has not.
NO_LABEL: Final = "S064"
#: A word of English, and a part of a name of several words.
FOREIGN: Final = "S065"
PART: Final = "S069"
_ARTICLES: Final = frozenset(("DEF", "INDEF"))
_PREPOSITIONS: Final = frozenset(("OF", "TO", "FROM", "IN", "ON", "WITH", "FOR", "AGAINST", "AMONG"))
_FRONTS: Final = frozenset(("IF", "WHEN", "WHILE", "UNLESS_THAT", "PROVIDED", "AFTER_THAT", "BEFORE_THAT", "EVEN_IF"))
_NEGATIONS: Final = frozenset(("NOT", "NO", "NOBODY"))
_RECALLING: Final = frozenset(("CHOICE", "CHOSEN", "V_PART"))
_AMOUNTS: Final = frozenset(("NUM", "SIGNED"))


@frozen
class Named:
    """A fault by its name: code, message, the place as offsets in the wording."""

    code: str
    message: str
    start: int
    end: int


@frozen
class _Change:
    """A change with what stands around it."""

    text: str
    edit: Edit
    pieces: Sequence[Piece]
    lexer: Lexer

    @property
    def old(self) -> str:
        return self.text[self.edit.start : self.edit.end].strip()

    @property
    def new(self) -> str:
        return self.edit.text.strip()

    @property
    def before(self) -> Piece | None:
        """The last piece that ends before the change."""
        return next((piece for piece in reversed(self.pieces) if piece.end <= self.edit.start), None)

    @property
    def after(self) -> Piece | None:
        """The first piece that is not before the change."""
        return next((piece for piece in self.pieces if piece.start >= self.edit.start), None)

    def senses(self, word: str) -> tuple[Sense, ...]:
        words = self.lexer.words(word)
        return tuple(sense for each in words for sense in each.senses)

    def named(self, code: str, message: str, piece: Piece | None = None) -> Named:
        """The fault at a piece, or at what is changed."""
        if piece is not None:
            return Named(code, message, piece.start, piece.end)
        return Named(code, message, self.edit.start, max(self.edit.end, self.edit.start + 1))


def named(text: str, failed: Failed, repair: Repair | None, lexer: Lexer) -> Named | None:
    """The name of the fault at which reading stopped; None when nothing more is known of it."""
    if failed.problem.code == UNKNOWN:
        return _of_unknown(text, failed, repair, lexer)
    negation = _twice_negated(text, failed, repair, lexer)
    if negation is not None:
        return negation
    if failed.problem.code not in UNNAMED:
        return None
    unnamed = _name_never_given(failed)
    if unnamed is not None:
        return unnamed
    punctuated = repair is not None and repair.edits[0].kind in ("comma", "stop", "colon", "mark")
    hanging = _without_consequence(failed)
    if hanging is not None and not punctuated:
        return hanging
    if repair is not None and len(repair.edits) == 1:
        edit = repair.edits[0]
        name = _BY_KIND.get(edit.kind)
        found = name(_Change(text, edit, pieces_of(text), lexer)) if name is not None else None
        return found
    return None


def _of_unknown(text: str, failed: Failed, repair: Repair | None, lexer: Lexer) -> Named | None:
    """A word that nobody knows: of English, in the place of a label, or two words in one."""
    word = text[failed.start : failed.end]
    for edit in repair.edits if repair is not None else ():
        if edit.kind in ("split", "join") and edit.start < failed.end and failed.start < edit.end:
            return _cut(_Change(text, edit, pieces_of(text), lexer))
    if text[failed.end : failed.end + 1] == ":" and word.isupper():
        return Named(NO_LABEL, f"non c'è un'etichetta «{word}»", failed.start, failed.end)
    book, key = wordbook_of(lexer), fold(word)
    name = next((name for names in book.runs.values() for name in names if key in map(fold, words_of(name))), None)
    if name is not None and word not in book.whole:
        return Named(PART, f"«{word}» da sé non è una parola: il nome è «{name}»", failed.start, failed.end)
    forms = sorted(book.english(key))
    if not forms:
        return None
    return Named(FOREIGN, f"«{word}» è inglese: qui si dice «{forms[0][1]}»", failed.start, failed.end)


def _twice_negated(text: str, failed: Failed, repair: Repair | None, lexer: Lexer) -> Named | None:
    """«non può non sfidare», «nessuna Lanterna non può sfidare»: a «non» that goes, with another negation before it."""
    edit = repair.edits[0] if repair is not None and len(repair.edits) == 1 else None
    if edit is None or edit.kind not in ("extra", "doubled"):
        return None
    change = _Change(text, edit, pieces_of(text), lexer)
    word = next((piece for piece in change.pieces if piece.end > edit.start and piece.is_word), None)
    if word is None or not any(sense.terminal == "NOT" for sense in change.senses(word.text)):
        return None
    before = lexer.words(text[: word.start])
    no = next((w for w in reversed(before) if any(s.terminal in _NEGATIONS for s in w.senses)), None)
    if no is None:
        return None
    return Named("S066", f"«{no.text} … {word.text}»: due negazioni", word.start, word.end)


def _name_never_given(failed: Failed) -> Named | None:
    """«accende Presa», where nothing chosen before is «detta Presa»: a capital, and a word that only recalls."""
    words = failed.sentence
    if failed.problem.code != "S012" or len(words) < 2 or not words[-1].text[:1].isupper():
        return None
    last = words[-1]
    if not last.senses or any(sense.terminal not in _RECALLING for sense in last.senses):
        return None
    message = f"«{last.text}» non richiama nulla: dai questo nome dove si sceglie, con «…, detta {last.text}»"
    return Named("S067", message, last.start, last.end)


def _without_consequence(failed: Failed) -> Named | None:
    """«se è spenta.» and nothing more."""
    words = failed.sentence
    if failed.problem.code == "S012" and any(sense.terminal in _FRONTS for sense in words[-1].senses):
        return Named("S063", f"dopo «{words[-1].text}» manca la condizione", words[-1].start, words[-1].end)
    begins = next((word for word in words if any(sense.terminal in _FRONTS for sense in word.senses)), None)
    if failed.problem.code != "S012" or begins is None or words.index(begins) > 2 or _goes_on(words):
        return None
    message = f"«{begins.text} …», e poi? manca ciò che accade"
    return Named(HANGING, message, begins.start, words[-1].end)


def _goes_on(words: Sequence[Word]) -> bool:
    """Whether something stands after the comma that closes a condition."""
    return any(sense.terminal == "COMMA" for word in words[:-1] for sense in word.senses)


# -- by what mends it


def _stop(change: _Change) -> Named | None:
    after = change.after
    if change.old in (",", ":", ";"):
        return change.named("S044", f"qui ci vuole un punto, non «{change.old}»")
    return change.named("S042", f"prima di «{after.text}» manca il punto", after) if after else None


def _colon(change: _Change) -> Named | None:
    if change.old[:1] in (",", ".", ";"):
        return change.named("S044", f"qui ci vogliono i due punti, non «{change.old[:1]}»")
    before = change.before
    return change.named("S014", f"dopo «{before.text}» ci vogliono i due punti", before) if before else None


def _comma(change: _Change) -> Named | None:
    if change.old[:1] in (".", ":", ";"):
        return change.named("S044", f"qui ci vuole una virgola, non «{change.old[:1]}»")
    after = change.after
    return change.named("S043", f"prima di «{after.text}» manca la virgola", after) if after else None


def _mark(change: _Change) -> Named:
    return change.named("S045", f"qui «{change.old}» è di troppo")


def _doubled(change: _Change) -> Named:
    word = change.old.split()[0] if change.old else ""
    return change.named("S046", f"«{word.casefold()}» è scritto due volte")


def _extra(change: _Change) -> Named | None:
    word = next((p for p in change.pieces if p.end > change.edit.start and p.is_word), None)
    if word is None:
        return None
    if len(change.lexer.words(word.text)) == 1 and any(s.terminal in _ARTICLES for s in change.senses(word.text)):
        return change.named("S048", f"qui l'articolo «{word.text}» è di troppo", word)
    return change.named("S047", f"qui «{word.text}» è di troppo", word)


def _missing(change: _Change) -> Named | None:
    terminal, after, before = change.edit.terminal, change.after, change.before
    where = f"davanti a «{after.text}»" if after and after.is_word else f"dopo «{before.text}»" if before else "qui"
    place = after if after and after.is_word else before
    if terminal in _PREPOSITIONS:
        return change.named("S050", f"{where} manca una preposizione", place)
    if terminal.startswith("V_") or terminal in ("HAVE_FIN", "BE_FIN", "CAN_FIN"):
        return change.named("S053", f"{where} manca il verbo", place)
    if terminal.startswith("N_"):
        place = before if change.new.endswith(change.old) else after
        return change.named("S054", f"dopo «{place.text}» manca il nome", place) if place else None
    return change.named("S055", f"{where} manca una parola", place)


def _order(change: _Change) -> Named:
    return change.named("S056", f"«{change.old}»: queste parole vanno in un altro ordine")


def _form(change: _Change) -> Named | None:
    """Another form of the same word: of a verb its person or its mood."""
    old, new = change.senses(change.old), change.senses(change.new)
    verbs = [(one, other) for one in old for other in new if one.person and one.name == other.name and one.mood]
    if any(one.mood == other.mood and one.person != other.person for one, other in verbs):
        return change.named("S051", f"«{change.old}» è di un'altra persona: qui chi agisce vuole «{change.new}»")
    if any(sense.mood for sense in old) and any(sense.mood for sense in new):
        return change.named("S057", f"«{change.old}» è un altro modo del verbo: qui ci vuole «{change.new}»")
    return change.named("S058", f"di «{change.old}» qui ci vuole un'altra forma")


def _other(change: _Change) -> Named | None:
    """A known word for another: a number for a name, a name for a number, a word much like it."""
    old = {sense.terminal for sense in change.senses(change.old)}
    new = {sense.terminal for sense in change.senses(change.new)}
    if old & _AMOUNTS and not new & _AMOUNTS:
        return change.named("S059", f"«{change.old}» è un numero, e qui ci vuole un nome")
    if new & _AMOUNTS and not old & _AMOUNTS:
        return change.named("S060", f"qui ci vuole un numero, e «{change.old}» non lo è")
    if change.edit.kind == "spelling":
        return change.named("S061", f"«{change.old}» è una parola, ma qui non può stare")
    return None


def _cut(change: _Change) -> Named:
    return change.named("S062", f"«{change.old}» va scritto «{change.new}»")


_Namer: TypeAlias = Callable[[_Change], Named | None]
_BY_KIND: Final[Mapping[str, _Namer]] = {
    "stop": _stop, "colon": _colon, "comma": _comma, "mark": _mark, "doubled": _doubled, "extra": _extra, "missing": _missing,
    "order": _order, "form": _form, "spelling": _other, "other": _other, "split": _cut, "join": _cut,
}  # fmt: skip
