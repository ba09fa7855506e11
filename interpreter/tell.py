"""What the machine did and asks, in words: an option, a prompt, a step of the log with the place of the words that caused it.

The sentences are the reader's own, said back from the meaning with the names of the cards and players in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl, Frame, ValueDecl
from dsl.meaning.nodes import Span

from .log import KINDS, Entry
from .options import Offered
from .program.layout import FIRST, walk
from .ready import ReadyGame
from .running import RunningMatch
from .worded import worded

WORDS = {"pass": "passa", "done": "fine", "yes": "si", "no": "no"}
SEATS = "ABCDEFGH"


def place(span: Span | None) -> str:
    """file:line:column, or nothing."""
    return f"{span.file}:{span.line}:{span.column}" if span is not None else ""


def name(match: RunningMatch, x: Any) -> str:
    """A card's name, a player's letter."""
    if x is None:
        return "nessuno"
    if isinstance(x, (tuple, list)):
        return ", ".join(name(match, y) for y in x)
    if isinstance(x, int):
        if x >= 0 and match.game.is_spot(x):
            return spot_name(match, x)
        if x < 0:
            return SEATS[-1 - x]
        said = match.card_name(x)
        token = x < len(match.game.cards) and match.game.cards[x].token and match.game.loaded is not None
        lexeme = match.game.vocabulary.lexeme(said) if token else None
        return lexeme.a() if lexeme is not None else said  # tokens are all alike: «una crepa»
    return str(x)


def token_name(match: RunningMatch, x: int) -> str:
    """A token among others: with the words of its values, and the card that it is of."""
    kind, said = match.game.cards[x].token, [name(match, x)]
    for value, decl in match.game.meaning.values.items():
        if decl.owner == kind and decl.told:
            said += match.words_of_value(x, value)
    source = match.source_of(x)
    return " ".join(said) + (f" di {name(match, source)}" if source is not None else "")


def spot_name(match: RunningMatch, x: int) -> str:
    """A place with whose it is: «casella 2 di A», «Nord»."""
    L = match.game.compiled.layout
    seat = L.spots[x - L.first_spot].seat
    said = match.game.spot_name(x)
    return said if seat is None else f"{said} di {SEATS[seat]}"


def phrase(game: ReadyGame, node: Any, names: Mapping[str, str] | None = None) -> str:
    """The words of a meaning, in which the named terms have these names; nothing when the game has no words."""
    if game.loaded is None or node is None:
        return ""
    from dsl.meaning.italian import phrase as say

    given = names or {}
    return say(node, game.vocabulary, lambda term: given.get(term.name) if isinstance(term, n.Var) else None)


# -- what is asked ----------------------------------------------------------------------------------------------


def asking(match: RunningMatch) -> tuple[Any, str]:
    """The meaning that asks the present question (None when it is no sentence), and whose words it is."""
    if match.asked is None:
        return None, ""
    return match.game.compiled.prompts[match.asked[3]] or (None, "")


def member_names(match: RunningMatch, mask: int) -> str:
    """The member that a mask stands for, in the value that is being chosen."""
    decl = match.game.meaning.values.get(getattr(asking(match)[0], "value", ""))
    if decl is None:
        return str(mask)
    words = worded(decl, mask)
    return ", ".join(words) if isinstance(words, tuple) else str(words)


def word_of(option: Offered) -> str | None:
    """The plain word of an option that is no thing."""
    kind = option.kind
    if kind in WORDS:
        return WORDS[kind]
    game = option.match.game
    if kind == "word":
        return str(game.compiled.words[option.value])
    if kind == "amount":
        return str(option.value)
    if kind == "member":
        return member_names(option.match, option.value)
    if kind == "manner":
        return option.manner
    if kind == "player":
        return SEATS[-1 - option.value]
    if kind == "lasting":
        return of_lasting(option.match, option.value)
    if kind == "mode":
        return str(option.value + 1)
    if kind == "trigger":
        ability = game.compiled.abilities[option.match.waiting[option.value][1]]
        label = getattr(ability.node, "label", None) or ability.owner
        return str(label or name(option.match, option.match.waiting[option.value][2]))
    return None


def words_alone(option: Offered) -> frozenset[str]:
    """The words of the game that of several ways only this one speaks of: «scegli una Forma: …», of each way its Forma."""
    told = [_words_in(each) for each in getattr(asking(option.match)[0], "options", ())]
    if option.value >= len(told):
        return frozenset()
    others = [words for i, words in enumerate(told) if i != option.value]
    mine: frozenset[str] = told[option.value]
    return mine.difference(*others)


def _words_in(effect: Any) -> frozenset[str]:
    fields = ((x, name) for x in walk(effect) for name in ("member", "noun", "keyword", "name"))
    said = (getattr(x, name, None) for x, name in fields if name != "name" or isinstance(x, n.Member))
    return frozenset(word for word in said if isinstance(word, str))


def of_lasting(match: RunningMatch, time: int) -> str:
    """A lasting effect on a card, by what it does: «+2 Ardore», «Corazza»."""
    found = match.game.machine.names["entry_at"](match.s, time)
    if found is None:
        return "nulla"
    _, e = found
    node = match.game.compiled.abilities[e[0]].node
    amount = match.game.machine.functions[e[0]](match.s, e, e[6]) if isinstance(node, n.Modify) else None
    return given_words(match, node, amount)


def given_words(match: RunningMatch, node: Any, amount: Any) -> str:
    """What an effect of a declared kind does, in a few words."""
    if isinstance(node, n.Grant):
        return node.keyword or "un testo"
    if not isinstance(node, n.Modify):
        return str(getattr(node, "family", ""))
    decl = match.game.meaning.values[node.value]
    if decl.members:
        return " e ".join(m for i, m in enumerate(decl.members) if amount >> i & 1)
    return f"{amount:+} {node.value}" if node.op is n.Operation.ADD else f"{node.value} {amount}"


def tell_option(option: Offered) -> str:
    """An option in words."""
    if option.kind == "action":
        return _action(option)
    match = option.match
    cards = name(match, option.objects)
    if option.kind == "card" and len(option.objects) == 1 and match.game.is_token(option.objects[0]):
        return token_name(match, option.objects[0])
    if option.kind == "trigger":
        return f"{cards}: {_of_trigger(option)}"
    if option.kind == "ability":
        said = match.game.words_at(match.game.compiled.abilities[option.value[1]].span)
        return f"{cards}: {said}" if said else cards
    if option.kind == "mode":
        options = getattr(asking(match)[0], "options", ())
        said = phrase(match.game, options[option.value]) if option.value < len(options) else ""
        return said or str(option.value + 1)
    if option.kind == "pay":
        return f"{cards}{_made(option)}"
    if cards:
        return cards
    word = word_of(option) or ""
    return "sì" if word == "si" else word


def _made(option: Offered) -> str:
    """What a card makes while something is paid, when it could make more than one thing."""
    _, ability, which = option.value
    source = option.match.game.compiled.abilities[ability].source
    return f" ({signs(option.match.game, source[2][which])})" if len(source[2]) > 1 else ""


def signs(game: ReadyGame, amounts: tuple[int, ...]) -> str:
    """Amounts of each kind as they are printed: «{F}{F}{2}»."""
    printed = game.loaded.vocabulary.signs if game.loaded is not None else {}
    return "".join(printed.get(part, f"{{{part}}}") for part in signs_of(game, amounts).parts)


def signs_of(game: ReadyGame, amounts: tuple[int, ...]) -> n.Signs:
    """Amounts of each kind as the reader would have them."""
    pool = next(v for v in game.meaning.values.values() if v.kind == "pool" and len(v.members) == len(amounts) - 1)
    parts = [member for member, many in zip(pool.members, amounts[1:], strict=True) for _ in range(many)]
    return n.Signs((*parts, str(amounts[0])) if amounts[0] or not parts else tuple(parts))


def _action(option: Offered) -> str:
    """The effect of an action, with what was chosen in it; its name when that is no sentence."""
    match = option.match
    decl = match.game.meaning.actions[option.action or ""]
    names, taken = _in_open_periods(match), iter(option.objects)
    for choice in decl.choices:
        if choice.what is not None and choice.what.bind is not None:
            chosen = next(taken, None)  # nothing is known yet of a set, which is chosen afterwards
            later = phrase(match.game, _in_short(_as_many(choice.what))) if chosen is None else ""
            names[choice.what.bind] = later or name(match, chosen)
    manner = option.manner
    effect = _in_manner(decl.effect, manner) if manner else decl.effect
    said = phrase(match.game, _as_played(decl) if decl.waits else effect, names)
    return said or f"{option.action} {name(match, option.objects)}".strip() + (f" come {manner}" if manner else "")


def _as_played(decl: ActionDecl) -> n.Effect | None:
    """What is done when an action that waits is played; of what comes later only what tells what else was chosen."""
    done: tuple[n.Effect, ...] = tuple(x for part in decl.pay for x in walk(part) if isinstance(x, n.Do))
    said = {x.name for x in walk(done) if isinstance(x, n.Var)}
    chosen = {choice.what.bind for choice in decl.choices if choice.what is not None}
    for later in (x for x in walk(decl.effect) if isinstance(x, n.Do | n.Move)):
        if {x.name for x in walk(later) if isinstance(x, n.Var)} & chosen - said:
            done = (*done, later)
            break
    return n.Sequence(done) if done else None


def _in_manner(effect: n.Effect, manner: str) -> n.Effect:
    if isinstance(effect, n.Do) and "chosen" in effect.event.manner:
        return evolve(effect, event=evolve(effect.event, manner=(manner,)))
    return effect


def _of_trigger(option: Offered) -> str:
    game = option.match.game
    ability = game.compiled.abilities[option.match.waiting[option.value][1]]
    return phrase(game, ability.node) or word_of(option) or ""


PROMPTS = {
    "action": "che cosa fai?",
    "trigger": "quale effetto prima?",
    "card": "quale carta?",
    "pay": "con che cosa paghi?",
    "manner": "in che modo?",
    "member": "quale?",
    "mode": "quale?",
    "amount": "quanto vale X?",
}


def tell_prompt(match: RunningMatch, kind: str, prompt: int) -> str:
    """What is asked, with the card or the rule that asks it."""
    node, owner = match.game.compiled.prompts[prompt] or (None, "")
    if isinstance(node, n.May) and isinstance(node.effect, n.Do):
        node = _asked_of_you(node, node.effect)
    if isinstance(node, n.Select):
        node = _as_many(node)
    said = phrase(match.game, node, _known(match, prompt)) if kind in ("may", "card") else ""
    if isinstance(node, n.Share):
        said = f"quanto a {_known(match, prompt).get('#thing', 'questa carta')}"
    if kind == "amount" and isinstance(node, n.May):
        said = f"{phrase(match.game, node, _known(match, prompt))}: in quale numero"
    asked = f"{said}?" if said else PROMPTS.get(kind, "che cosa scegli?")
    return f"{owner}: {asked}" if owner else asked


def _as_many(what: n.Select) -> n.Select:
    """«altrettante carte»: a set that is as many as were chosen before."""
    return evolve(what, number=n.Outcome("#chosen")) if isinstance(what.number, n.Count) else what


def _in_short(what: n.Select) -> n.Select:
    """What is chosen afterwards, without how it stands to what is chosen before."""
    where = tuple(x for x in what.where if not any(isinstance(y, n.Var) for y in walk(x)))
    return evolve(what, where=where, bind=None)


def _asked_of_you(may: n.May, done: n.Do) -> n.May:
    """«puoi difendere quella Lanterna?»: a question to the one who may."""
    roles = tuple(evolve(role, value=n.You()) if role.value == may.who else role for role in done.event.roles)
    return evolve(may, who=n.You(), effect=evolve(done, event=evolve(done.event, roles=roles)))


def _taking_part(match: RunningMatch) -> dict[str, str]:
    """Who and what takes part in the event whose steps ask."""
    compiled = match.game.compiled
    if not match.stack:
        return {}
    frame = match.stack[-1]
    verb = next((verb for verb, pid in compiled.event_programs.items() if pid == frame[0]), None)
    roles = zip(compiled.roles[verb], frame[FIRST:], strict=False) if verb is not None else ()
    return {role: name(match, x) for role, x in roles if isinstance(x, int) and role not in ("agent", "number")}


def _in_open_periods(match: RunningMatch) -> dict[str, str]:
    """The participants of the open periods, by the names that these give them."""
    names: dict[str, str] = {}
    closed: list[str] = []
    node = match.told
    while node is not None:
        entry, node = node
        if KINDS.get(entry[0]) not in ("begin", "end"):
            continue
        period = list(match.game.meaning.periods.values())[entry[4]]
        if KINDS[entry[0]] == "end":
            closed.append(period.name)
        elif period.name in closed:
            closed.remove(period.name)
        else:
            taking = zip(period.participants, entry[6:], strict=False)
            names |= {part.name: name(match, x) for part, x in taking if part.name not in names}
            if period.of_player:
                break
    return names


def _known(match: RunningMatch, prompt: int) -> dict[str, str]:
    """The names of the things that a question may speak of: the one who is asked, and the participants of the open periods."""
    asked = SEATS[-1 - match.asked[0]] if match.asked is not None else ""
    names = dict.fromkeys(("agent", "of", *"123456789"), asked) | _taking_part(match)
    names = _in_open_periods(match) | names
    frame = match.stack[-1] if match.stack else ()
    for called, at in match.game.compiled.prompt_names[prompt].items():  # what the one who asks has chosen before
        thing = frame[at] if at < len(frame) else None
        if isinstance(thing, int) and called not in ("agent", "of") and not called.isdigit():
            names[called] = name(match, thing)
    return names


# -- what happened ----------------------------------------------------------------------------------------------


def tell(match: RunningMatch, entry: Entry) -> str:
    """A step of the log in words, with the place of the words that caused it: ``file:line:column «words»``."""
    said = tell_step(match, entry)
    where = place(entry.span)
    words = match.game.words_at(entry.span) if entry.span is not None else ""
    cause = " ".join(x for x in (where, f"«{words}»" if words else "") if x)
    return f"{said} — {cause}" if cause else said


def is_told(match: RunningMatch, entry: Entry) -> bool:
    """Whether a match is told with a step: the changes of a value that a rule counts for itself are not (`si racconta: no`)."""
    return entry.kind != "value" or match.game.meaning.values[entry.name].told


def tell_step(match: RunningMatch, entry: Entry) -> str:
    """A step of the log in words, without its cause."""
    roles = entry.roles
    if entry.kind == "event":
        return _event(match, entry) + (" (invece)" if entry.replaced else "")
    if entry.kind == "trigger":
        return f"si attiva {name(match, entry.source) if entry.source is not None else entry.owner}"
    if entry.kind == "value":
        return _value(match, entry)
    if entry.kind in ("play", "resolve", "pass"):
        return _play(match, entry)
    if entry.kind in ("begin", "end", "skip"):
        return _period(match, entry)
    if entry.kind == "roll":
        return f"il dado dà {roles['result']}"
    if entry.kind == "look":
        who = name(match, roles["who"]) if roles["who"] is not None else "ognuno"
        return f"{who} vede {name(match, roles['cards'])}"
    if entry.kind == "loop":
        if not roles["cards"]:
            return "un giro senza fine si ferma: nessuno può più scegliere nulla"
        return f"un giro senza fine si ferma: {name(match, tuple(roles['cards']))}"
    if entry.kind == "over":
        result = roles["result"]
        return (
            f"la partita finisce: vince {name(match, result)}" if result is not None else "la partita finisce in parità"
        )
    return f"scelta {roles['result']}"


def _play(match: RunningMatch, entry: Entry) -> str:
    """Something waits, is resolved, or is not answered."""
    roles = entry.roles
    who = name(match, roles["player"])
    if entry.kind == "pass":
        return f"{who} passa"
    what = name(match, roles["card"]) if entry.name == "card" else entry.owner or name(match, entry.source)
    if entry.kind == "resolve":
        return f"si risolve {what if entry.name != 'ability' else f'l’abilità di {name(match, entry.source)}'}"
    at = f" su {name(match, roles['at'])}" if roles["at"] else ""
    if entry.name == "card":
        return f"{who} gioca {what}{at}"
    if entry.name == "ability":
        return f"{who} usa un'abilità di {name(match, entry.source)}{at}"
    if entry.name == "play" and entry.source is not None:
        return f"aspetta la copia di {name(match, entry.source)}{at}"
    return f"aspetta {name(match, entry.source) if entry.source is not None else entry.owner}{at}"


def _event(match: RunningMatch, entry: Entry) -> str:
    """An event as a sentence: the verb in the indicative, with its participants by name."""
    game = match.game
    frame = game.meaning.frames[game.verbs[entry.raw[0]]]
    roles = {k: v for k, v in entry.roles.items() if k not in ("manner", "cause", "card", "time")}
    if frame.counted and "card" in entry.roles:
        roles["object"] = entry.roles["card"]
        roles.pop("number", None)
    sorts = {role.name: role.value for form in frame.forms for role in form.roles}
    kinds = {k: noun for k, v in sorts.items() if (noun := getattr(v, "noun", None)) in game.meaning.lasting}
    names = {k: kinds.get(k) or name(match, v) for k, v in roles.items() if k not in ("number", "effect")}
    if "effect" in roles:
        given = roles["effect"]
        names["effect"] = given_words(match, game.compiled.abilities[given[0]].node, given[3])
    made = roles.get("number")
    if isinstance(made, tuple):
        roles["number"] = signs_of(game, made)
    parts = [_told_role(k, v, sorts.get(k), roles.get("agent")) for k, v in roles.items()]
    if "object" not in roles and not isinstance(made, tuple) and (thing := _fixed_object(game, frame)):
        names["object"] = thing
        parts.append(n.Role("object", n.Var("object")))
    manner = (entry.roles["manner"],) if "manner" in entry.roles else ()
    said = phrase(game, n.Do(n.Event(frame.name, tuple(parts), manner)), names)
    return said or f"{entry.name}: {', '.join(names.values())}"


def _told_role(role: str, value: Any, sort: Any, agent: Any) -> n.Role:
    """A participant as a term that the renderer can say: a number, a place, the text of a card, or a name."""
    if role == "number":
        return n.Role(role, value if isinstance(value, n.Signs) else n.Num(value))
    if isinstance(sort, n.Place):
        return n.Role(role, n.Place(value))
    if isinstance(sort, n.TextOf):
        return n.Role(role, n.TextOf(n.Var("agent" if value == agent else role)))
    return n.Role(role, n.Var(role))


def _fixed_object(game: ReadyGame, frame: Frame) -> str:
    """The object that a verb always has, when it is no card («lo scontro», «i Turni Finali»)."""
    for role in frame.forms[0].roles:
        noun = getattr(role.value, "noun", None) or getattr(role.value, "value", None)
        if role.name != "object" or not isinstance(noun, str) or game.loaded is None or frame.counted:
            continue
        if noun in game.meaning.periods or noun in game.meaning.values:
            lexeme = game.vocabulary.lexeme(noun)
            return (
                lexeme.the("p" if noun in game.meaning.values and lexeme.form("p") == noun else "s") if lexeme else noun
            )
    return ""


def _value(match: RunningMatch, entry: Entry) -> str:
    game, amount = match.game, entry.roles["amount"]
    decl = game.meaning.values[entry.name]
    of = entry.roles.get("player", entry.roles.get("card"))
    if isinstance(amount, tuple):
        return f"{name(match, of)} ha {signs(game, amount)}"
    said = name(match, amount) if decl.kind == "player" else in_words(decl, amount)
    lexeme = game.vocabulary.lexeme(entry.name) if game.loaded is not None else None
    if of is None:
        return f"{entry.name}: {said}"
    on_card = decl.owner not in ("player", "game") and lexeme is not None and not lexeme.plural_only
    if lexeme is not None and (decl.members or on_card):  # «una crepa ha Ampiezza profonda»
        return f"{name(match, of)} ha {lexeme.form('s')} {said}"
    thing = lexeme.form("s" if amount == 1 else "p") if lexeme is not None else entry.name
    return f"{name(match, of)} ha {said} {thing}"


def in_words(decl: ValueDecl, amount: int) -> str:
    """A value by its words: of a scale the one at that place; a number where it has none."""
    words = worded(decl, amount)
    if isinstance(words, tuple):
        return ", ".join(words) or "nulla"
    return decl.members[amount] if 0 <= amount < len(decl.members) else str(words)


def _period(match: RunningMatch, entry: Entry) -> str:
    """«turno di A», «scontro tra X e Y»."""
    who = entry.roles["player"]
    between = [name(match, x) for x in entry.roles["with"] if x is not None]
    if entry.kind == "skip":
        return f"{name(match, who)} salta: {entry.name}" if who is not None else f"si salta: {entry.name}"
    said = entry.name if entry.kind == "begin" else f"fine: {entry.name}"
    if between:
        return f"{said} tra {' e '.join(between)}"
    decl = match.game.meaning.periods.get(entry.name)
    return f"{said} di {name(match, who)}" if who is not None and decl is not None and decl.of_player else said


__all__ = ["is_told", "tell", "tell_option", "tell_prompt", "tell_step"]
