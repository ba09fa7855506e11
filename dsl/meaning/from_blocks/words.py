"""First pass over the blocks: the words that they declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from ...diagnostics import Diagnostic, Label
from ...messages import problem
from ...source import Source, Span
from ...suggest import nearest
from ...syntax.blocks import Block, File, Piece
from ...vocabulary.headings import (
    CHOSEN_NAMES,
    DEGREE,
    FOR_EACH,
    HEADINGS,
    IN_PLACE_OF,
    MISPRINT,
    OWN_WORDS,
    PRONE,
    RECEIVED,
    Heading,
)
from ...vocabulary.inflection import (
    Adjective,
    Gender,
    Mood,
    adjective,
    conjugate,
    guess_gender,
    infinitive_of,
    is_infinitive,
    noun_plural,
)
from ...vocabulary.lexer import is_of_the_language
from ...vocabulary.spelling import fold, keys_of
from ...vocabulary.vocabulary import (
    IN_LINE_WITH,
    LANGUAGE_NOUNS,
    LED_PLAINLY,
    Kind,
    Lexeme,
    Vocabulary,
    language_nouns,
    noun,
    status,
)
from ..crossings import crossing_words
from .answers import cut, number_of, part_of


@frozen
class Declared:
    """A block whose heading is known: its name, the features after it."""

    block: Block
    heading: Heading
    source: Source
    name: str
    features: dict[str, str]
    replaces: tuple[str, Span] | None = None  # the rules of which it stands in the place of a block
    words: tuple[
        tuple[str, str], ...
    ] = ()  # «per ogni Forma»: the value and the word of which it speaks, or all of them

    @property
    def span(self) -> Span:
        return self.block.span

    def raw(self, asks: str) -> list[Piece]:
        """The answers to a question as written, before any word is known."""
        keys = keys_of(asks)
        return [line.rest for line in self.block.body if line.key and line.rest and keys_of(line.key.text) == keys]


_BY_WORDS: Final = sorted(((keys_of(each.words), each) for each in HEADINGS), key=lambda pair: -len(pair[0]))
_NOUN_KINDS: Final = {
    "value": Kind.VALUE,
    "member": Kind.MEMBER,
    "member_set": Kind.MEMBER_SET,
    "zone": Kind.ZONE,
    "place": Kind.PLACE,
    "noun": Kind.NOUN,
    "token": Kind.NOUN,
    "period": Kind.PERIOD,
    "keyword": Kind.KEYWORD,
    "lasting": Kind.LASTING,
    "text": Kind.TEXT,
}


def declared_blocks(file: File, problems: list[Diagnostic]) -> Iterator[Declared]:
    """The blocks of a .gioco or .parole with their headings; an unknown heading is reported, and its lines left."""
    for block in file.blocks:
        found = _heading(block)
        if found is None:
            first = block.head[0]
            word = first.text.split()[0]
            place = part_of(first, 0, len(word))
            known = [each.words for each in HEADINGS]
            listed = ", ".join(f"«{each}»" for each in known)
            problems.append(problem("B001", place.span, word=word, known=listed, suggestions=nearest(word, known)))
            continue
        heading, name = found
        if heading.named and not name:
            problems.append(problem("B006", block.span, word=heading.words))
            continue
        if not heading.named and name:
            at = part_of(block.head[0], len(block.head[0].text) - len(name), len(name)).span
            problems.append(problem("B008", at, word=name, expected=f"solo «{heading.words}»"))
        features: dict[str, str] = {}
        for key, said in _features(block, heading, problems):  # «anche X, anche Y»
            features[key] = f"{features[key]}, {said}" if key == "anche" and key in features else said
        yield Declared(block, heading, file.source, name, features, _in_place_of(block))


#: The signs that a word or a name may hold, beside letters and figures.
_IN_A_NAME: Final = frozenset(" '’-/{}")
_IN_A_TOKEN: Final = _IN_A_NAME | {"+", "−", "–"}  # «segnalino +1/+1»


def _heading(block: Block) -> tuple[Heading, str] | None:
    words = block.head[0].text.split()
    keys = [fold(word) for word in words]
    for wanted, heading in _BY_WORDS:
        if tuple(keys[: len(wanted)]) == wanted:
            return heading, " ".join(words[len(wanted) :])
    return None


def _in_place_of(block: Block) -> tuple[str, Span] | None:
    """«, al posto di Casa»: the rules of whose block this one takes the place."""
    for piece in block.head[1:]:
        if _says(piece, IN_PLACE_OF):
            name = block.head[0]
            first = name.text.find(" ") + 1
            at = part_of(name, first, len(name.text) - first).span if first else name.span
            return " ".join(piece.text.split()[len(IN_PLACE_OF.split()) :]), at
    return None


def _says(piece: Piece, words: str) -> bool:
    wanted = keys_of(words)
    return keys_of(piece.text)[: len(wanted)] == wanted


def _features(block: Block, heading: Heading, problems: list[Diagnostic]) -> Iterator[tuple[str, str]]:
    for piece in block.head[1:]:
        word, _, value = piece.text.partition(" ")
        key = fold(word)
        if _says(piece, FOR_EACH):
            word = key = FOR_EACH
            value = " ".join(piece.text.split()[len(FOR_EACH.split()) :])
        if _says(piece, IN_PLACE_OF):
            continue
        signs = _IN_A_TOKEN if heading.key == "token" else _IN_A_NAME
        stray = next((at for at, sign in enumerate(piece.text) if not (sign.isalnum() or sign in signs)), None)
        if key in heading.features and stray is not None:
            sign, at = piece.text[stray], part_of(piece, stray, 1).span
            problems.append(problem("B008", at, word=sign, expected="una parola, una virgola o la fine della riga"))
        elif key in heading.features:
            yield key, value.strip()
        else:
            known = ", ".join(heading.features) or "nulla"
            problems.append(
                problem("B007", piece.span, word=piece.text, heading=heading.words, known=known,
                        suggestions=nearest(word, heading.features))
            )  # fmt: skip


def lexemes_of(blocks: list[Declared], problems: list[Diagnostic]) -> tuple[Lexeme, ...]:
    """The words of all the blocks, those of the language first. A name declared twice as one kind is reported; a word that
    a value lists may say its forms in a block of its own."""
    named_verbs = {declared.name for declared in blocks if declared.heading.key == "verb"}
    verbs = (name for name in named_verbs)
    out: list[Lexeme] = [*language_nouns(), *crossing_words(verbs)]
    reserved = {name for name, _, _ in LANGUAGE_NOUNS}
    seen: dict[tuple[Kind, str], Lexeme] = {}
    apart = {(fold(of.text), fold(d.name)) for d in blocks if d.heading.key == "member" for of in d.raw("di")}
    for declared in blocks:
        for lexeme in _lexemes(declared, problems):
            listed = declared.heading.key == "value" and lexeme.kind is Kind.MEMBER
            if listed and (fold(declared.name), fold(lexeme.name)) in apart:
                continue
            of = lexeme.of if lexeme.kind is Kind.DEGREE else ""  # one adjective may be of a card's value and a token's
            key = (lexeme.kind, fold(lexeme.name) + f"\n{of}")
            if declared.heading.key == "noun" and fold(lexeme.name) in reserved:
                problems.append(problem("D016", declared.span, name=lexeme.name))
            if declared.heading.key == "value" and lexeme.kind is Kind.VERB and lexeme.name in named_verbs:
                continue  # a verb of the game that says a value too
            first = seen.setdefault(key, lexeme)
            if first.span != lexeme.span and first.span and lexeme.kind not in (Kind.VERB, Kind.PERSON):
                label = Label(first.span, "dichiarato qui")
                problems.append(problem("D009", lexeme.span, name=lexeme.name, labels=(label,)))
            else:
                out.append(lexeme)
    return tuple(_with_member_genders(_without_orders_of_others(blocks, out)))


def _without_orders_of_others(blocks: list[Declared], lexemes: list[Lexeme]) -> list[Lexeme]:
    """«verbo tentare, imperativo schiva»: the order «schiva» is that verb's, and no longer that of «schivare»."""
    given = (("verb", d.name, d.features.get("imperativo", "")) for d in blocks if d.heading.key == "verb")
    owner = {fold(order): name for _, name, order in given if order}
    out = []
    for lexeme in lexemes:
        verb = lexeme.verb if lexeme.kind is Kind.VERB else None
        order = fold(verb.form(Mood.IMPERATIVE, "2s", with_tail=False)) if verb is not None else ""
        if verb is not None and owner.get(order, lexeme.name) != lexeme.name:
            verb = evolve(verb, finite={**verb.finite, Mood.IMPERATIVE: ("", "", "", "", "", "")})
            lexeme = evolve(lexeme, verb=verb, ordered_as=owner[order])
        out.append(lexeme)
    return out


def _with_member_genders(lexemes: list[Lexeme]) -> Iterator[Lexeme]:
    """A keyword that gives no gender takes that of the member whose name it bears."""
    members = {each.name: each for each in lexemes if each.kind is Kind.MEMBER}
    for lexeme in lexemes:
        like = members.get(lexeme.name)
        if lexeme.kind is Kind.KEYWORD and like is not None:
            lexeme = evolve(lexeme, gender=like.gender, singular=like.singular, plural=like.plural)
        yield lexeme


def _lexemes(declared: Declared, problems: list[Diagnostic]) -> Iterator[Lexeme]:
    key = declared.heading.key
    if key in _NOUN_KINDS:
        yield from _noun(declared)
    if key == "value":
        yield from _own_words(declared)
        yield from _prone(declared)
        for piece in declared.raw(DEGREE):
            bearer, _, word = piece.text.rpartition(" ")
            yield Lexeme(
                Kind.DEGREE, word, singular=bearer, adjective=adjective(word), of=declared.name, span=piece.span
            )
    if key in ("noun", "token", "period"):
        yield from _aliases(declared)
    if key == "status":
        yield from _status(declared)
    elif key == "value":
        yield from _value_verb(declared)
    elif key == "direction":
        yield from _direction(declared)
    elif key in ("verb", "claim"):
        yield from _verb(declared, problems)
    elif key == "zone":
        yield from _attached(declared)
        yield from _names_of_spots(declared)
    elif key == "period":
        yield from _persons(declared)
    elif key == "lasting":
        yield from _sorts(declared)
    elif key == "table":
        of = next((piece.text for piece in declared.raw("di")), None)
        yield Lexeme(
            Kind.TABLE,
            declared.name,
            adjective=adjective(_singular_adjective(declared.name)),
            of=of,
            span=declared.span,
        )
    elif key == "label":
        names = [declared.name, *(each.text for piece in declared.raw("anche") for each in cut(piece))]
        for name in names:
            yield Lexeme(Kind.LABEL, declared.name, singular=name, preferred=name == declared.name, span=declared.span)
    elif key == "window":
        yield noun(Kind.WINDOW, declared.name, "f", declared.name, "", span=declared.span)


def _noun(declared: Declared) -> Iterator[Lexeme]:
    kind = _NOUN_KINDS[declared.heading.key]
    if declared.heading.key == "noun" and _relational(declared):
        kind = Kind.RELATION
    gender, singular, plural = forms_of(declared.name, declared.features, inflected=kind is not Kind.ZONE)
    of = next((piece.text for piece in declared.raw("di")), None) if kind in (Kind.MEMBER, Kind.MEMBER_SET) else None
    only = declared.features.get("plurale") == ""
    word = noun(kind, declared.name, gender, singular, plural, of=of, plural_only=only, span=declared.span)
    if kind is Kind.MEMBER and "aggettivo" in declared.features:
        word = evolve(word, adjective=adjective(declared.name))  # «un Mago Verde», «i Maghi Rossi»: it agrees
    yield evolve(word, english=declared.features.get("inglese", ""))
    short = declared.features.get("sigla")
    if short:
        yield noun(kind, declared.name, gender, short, short, of=of, preferred=False, span=declared.span)
    for other in _others(declared):
        yield noun(
            kind, declared.name, gender, other, noun_plural(other, gender), of=of, preferred=False, span=declared.span
        )


def _own_words(declared: Declared) -> Iterator[Lexeme]:
    """«parole: lieve, profonda» under a value: one with a small initial, or in -e, is an adjective, and agrees."""
    for piece in declared.raw(OWN_WORDS):
        for word in cut(piece):
            gender = guess_gender(word.text)
            member = noun(Kind.MEMBER, word.text, gender, word.text, noun_plural(word.text, gender), of=declared.name)
            bends = (word.text[:1].islower() or word.text.endswith("e")) and " " not in word.text  # «Dolce», «Dolci»
            yield evolve(member, adjective=adjective(word.text) if bends else None, span=word.span)


def _prone(declared: Declared) -> Iterator[Lexeme]:
    """«chi ne subisce di più: vulnerabile, vulnerabilità»: the adjective, then the noun."""
    for asks in PRONE.values():
        words = [name for piece in declared.raw(asks) for name in cut(piece)]
        for word, bends in zip(words, (True, False), strict=False):
            named = Lexeme(Kind.PRONE, word.text, "f", word.text, of=declared.name, negated=asks == PRONE["less"])
            yield evolve(named, adjective=adjective(word.text) if bends else None)


def _relational(declared: Declared) -> bool:
    """A noun «di: una carta» is known through another thing."""
    return bool(declared.raw("di"))


def forms_of(name: str, features: dict[str, str], inflected: bool = True) -> tuple[Gender, str, str]:
    """Gender, singular and plural of a declared noun."""
    said: Gender | None = "f" if "femminile" in features else "m" if "maschile" in features else None
    gender = said or guess_gender(name)
    if features.get("plurale") == "":
        return gender, features.get("singolare", ""), name
    if not inflected and said is None:
        return gender, name, features.get("plurale", "")
    return gender, features.get("singolare") or name, features.get("plurale") or noun_plural(name, gender)


def _aliases(declared: Declared) -> Iterator[Lexeme]:
    """«anche: proprietario, maschile, plurale proprietari» under a noun, «anche: combattimento, maschile» under a period."""
    kind = _NOUN_KINDS[declared.heading.key]
    if kind is Kind.NOUN and _relational(declared):
        kind = Kind.RELATION
    for piece in declared.raw("anche"):
        name, *features = cut(piece)
        pairs = (each.text.partition(" ") for each in features)
        gender, singular, plural = forms_of(name.text, {fold(word): value.strip() for word, _, value in pairs})
        yield noun(kind, declared.name, gender, singular, plural, preferred=False, span=declared.span)


def _status(declared: Declared) -> Iterator[Lexeme]:
    plural, span = declared.features.get("plurale"), declared.span
    yield status(declared.name, declared.name, negated=False, plural=plural, span=span)
    other = declared.features.get("contrario")
    if other:
        yield status(declared.name, other, negated=True, span=span)
    elif declared.name.startswith(_IN):  # «in Quiete», «senza Quiete»
        without = _WITHOUT + declared.name.removeprefix(_IN)
        yield evolve(status(declared.name, without, negated=True, span=span), preferred=False)
    for also in _others(declared):
        yield evolve(status(declared.name, also, negated=False, span=span), preferred=False)


#: How the name of a status begins that is a phrase, and how it is said that a thing has it not.
_IN: Final = "in "
_WITHOUT: Final = "senza "
#: With which preposition a direction of two words is said of what it is seen from: «a lato di», «in colonna con».
_LED_BY: Final = {"a": "di", "in": IN_LINE_WITH}


def _direction(declared: Declared) -> Iterator[Lexeme]:
    """«davanti», which never changes, or an adjective («vicina», «simile»); with the preposition of what it is seen from."""
    first, _, line = declared.name.partition(" ")
    led_by = _LED_BY.get(first, LED_PLAINLY) if line and "aggettivo" not in declared.features else LED_PLAINLY
    words = [(declared.name, True)]
    words += [(other, False) for other in _others(declared)]
    for word, preferred in words:
        plain = Adjective(word, word, word, word)
        forms = adjective(word, declared.features.get("plurale")) if "aggettivo" in declared.features else plain
        yield Lexeme(
            Kind.DIRECTION,
            declared.name,
            adjective=forms,
            prepositional="aggettivo" not in declared.features,
            preferred=preferred,
            english=declared.features.get("inglese", ""),
            of=led_by,
            span=declared.span,
        )
    if led_by == IN_LINE_WITH:
        yield Lexeme(Kind.LINE, declared.name, singular=line, plural=line, preferred=False, span=declared.span)


def _verb(declared: Declared, problems: list[Diagnostic]) -> Iterator[Lexeme]:
    kind = Kind.VERB if declared.heading.key == "verb" else Kind.CLAIM
    name = declared.name
    if not is_infinitive(name.split()[0]):
        name = infinitive_of(name)  # what the lines after it say is understood all the same
        right = f"{declared.heading.words} {name}"
        problems.append(problem("D020", declared.span, name=declared.name, suggestions=(right,)))
    verb = conjugate(name, declared.features.get("participio") or None)
    if "imperativo" in declared.features:  # an order said with a word of its own: «Gelo, poi pesca una carta»
        order = declared.features["imperativo"]
        verb = evolve(verb, finite={**verb.finite, Mood.IMPERATIVE: ("", order, "", "", "", "")})
    yield Lexeme(kind, declared.name, verb=verb, english=declared.features.get("inglese", ""), span=declared.span)
    yield from _received(declared, kind, problems)
    if kind is Kind.CLAIM and "contrario" in declared.features:  # «perdere i pareggi», of «vincere i pareggi»
        other = declared.features["contrario"]
        yield Lexeme(kind, other, verb=conjugate(other), preferred=False, span=declared.span)
        yield from _contraries(declared, name.split()[0], other)
    under = [name.text for piece in declared.raw("anche") for name in cut(piece)]
    for name in (*_others(declared), *under):
        if is_infinitive(name.split()[0]):
            yield Lexeme(kind, declared.name, verb=conjugate(name), preferred=False, span=declared.span)
        else:
            gender = guess_gender(name)
            plural = noun_plural(name, gender)
            yield noun(kind, declared.name, gender, name, plural, preferred=False, span=declared.span)


def _contraries(declared: Declared, verb: str, contrary: str) -> Iterator[Lexeme]:
    """«perdere in parità», where «vincere i pareggi» is also «vincere in parità», and its contrary «perdere i pareggi»."""
    for other in _others(declared):
        first, _, rest = other.partition(" ")
        if first == verb and rest:
            turned = conjugate(f"{contrary.split()[0]} {rest}")
            yield Lexeme(Kind.CLAIM, contrary, verb=turned, preferred=False, span=declared.span)


def _received(declared: Declared, kind: Kind, problems: list[Diagnostic]) -> Iterator[Lexeme]:
    """«subire, ricevere»: what «infliggere» is called of whom it is done to."""
    for piece in [name for line in declared.raw(RECEIVED) for name in cut(line)]:
        if is_infinitive(piece.text):
            yield Lexeme(kind, declared.name, verb=conjugate(piece.text), of="to", preferred=False, span=piece.span)
        else:
            problems.append(problem("D020", piece.span, name=piece.text, suggestions=(infinitive_of(piece.text),)))


def _others(declared: Declared) -> list[str]:
    """«anche X, anche Y» beside the name."""
    return [name for name in declared.features.get("anche", "").split(", ") if name]


def _value_verb(declared: Declared) -> Iterator[Lexeme]:
    """The verb by which a value is said: «si dice: può tenere Gettoni»."""
    for piece in declared.raw("si dice"):
        infinitive = next((word for word in piece.text.split() if is_infinitive(word)), None)
        if infinitive is not None:
            yield Lexeme(Kind.VERB, fold(infinitive), verb=conjugate(infinitive), span=declared.span)


def _sorts(declared: Declared) -> Iterator[Lexeme]:
    """The adjectives of a kind of lasting effects: «specie: Positivo se aggiunge, …»."""
    for piece in declared.raw("specie"):
        for part in cut(piece):
            word = part.text.split()[0]
            yield Lexeme(Kind.SORT, word, adjective=adjective(word), of=declared.name, span=declared.span)


def _attached(declared: Declared) -> Iterator[Lexeme]:
    """The adjective of what lies in a zone: «chi vi sta: è legato»."""
    for piece in declared.raw("chi vi sta"):
        word = piece.text.split()[-1]
        yield Lexeme(Kind.ATTACHED, declared.name, adjective=adjective(word), span=declared.span)


def _names_of_spots(declared: Declared) -> Iterator[Lexeme]:
    """«posti: Nord, Est»: what each place is called; the places of two zones may have one name."""
    for piece in [name for line in declared.raw("posti") for name in cut(line)]:
        if number_of(fold(piece.text)) is None:
            yield Lexeme(Kind.SPOT, piece.text, singular=piece.text)


#: How the name of one who does something ends.
_DOING: Final = ("ante", "ente")


def _persons(declared: Declared) -> Iterator[Lexeme]:
    """The participants of a period: «tra: una Lanterna, detta Attaccante, e …»."""
    for piece in declared.raw("tra"):
        for part in cut(piece):
            word, _, name = part.text.partition(" ")
            if fold(word) in CHOSEN_NAMES and name:
                gender: Gender = "f" if fold(word) == "detta" else "m"
                plural = noun_plural(name, gender) if name.endswith(_DOING) else ""  # «tutte le Lane sfidanti»
                yield noun(Kind.PERSON, name, gender, name, plural, of=declared.name, span=declared.span)


def _singular_adjective(name: str) -> str:
    """A table's name is an adjective in the feminine plural («Opposte») or any singular form."""
    return name[:-1] + "a" if name.endswith("e") else name[:-1] + "o" if name.endswith("i") else name


def vocabulary_of(blocks: list[Declared], problems: list[Diagnostic]) -> Vocabulary:
    """The words of a game, nothing declared of them yet."""
    signs = {
        declared.name: sign
        for declared in blocks
        if declared.heading.key == "member" and (sign := declared.features.get("segno"))
    }
    plain = Vocabulary(lexemes_of(blocks, problems), signs=signs)
    return evolve(plain, misspelt=dict(_misprints(blocks, plain, problems)))


def _misprints(blocks: list[Declared], plain: Vocabulary, problems: list[Diagnostic]) -> Iterator[tuple[str, str]]:
    """«refuso Lantrena» beside a name: its words, folded, each with the one that stands in its place in the name."""
    for declared in blocks:
        right = declared.name.split()
        for piece in (each for each in declared.block.head[1:] if _says(each, MISPRINT)):
            wrong = piece.text.split()[1:]
            pairs = [(fold(one), other) for one, other in zip(wrong, right, strict=False) if fold(one) != fold(other)]
            known = next((one for one, _ in pairs if is_of_the_language(one) or plain.analyses(one)), None)
            if known is not None:
                problems.append(problem("D030", piece.span, name=known))
            elif len(wrong) != len(right) or not pairs:
                expected = f"«{declared.name}» scritto male, parola per parola"
                problems.append(problem("B008", piece.span, word=" ".join(wrong) or MISPRINT, expected=expected))
            else:
                yield from pairs
