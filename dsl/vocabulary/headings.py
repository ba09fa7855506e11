"""The words of the blocks: headings, what may follow their name, the questions under them and the answers listed for
each.

One table for reading, for messages, for completion and for the reference page. A pattern's ``<slot>`` stands for a
declared name
or a number; what is written in an answer is matched word by word against the patterns, and nothing else is
understood.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from attrs import field, frozen

#: How an answer is read: ``choice`` one pattern; ``parts`` patterns between commas; ``phrase`` words for the
#: sentence reader;
#: ``names`` names between commas; ``lines`` the deeper lines (or the rest of the line) as sentences.
Takes = Literal["choice", "parts", "phrase", "names", "lines"]
#: The only slot that a listed line of an order may have.
LISTED_SLOT: Final = "<period>"


@frozen
class Question:
    """A question of a heading: ``key`` for the program, ``asks`` as written, patterns of answers to what they
    mean."""

    key: str
    asks: str
    takes: Takes
    answers: Mapping[str, str] = field(factory=dict)
    required: bool = False
    many: bool = False
    qualifiers: Mapping[str, str] = field(factory=dict)  # «passi, il primo che vale:»
    phrase: bool = False  # what no pattern fits is words for the sentence reader


@frozen
class Heading:
    """A heading: its words, the features after its name, its questions; ``lines`` when its body is sentences or
    listed lines."""

    key: str
    words: str
    questions: tuple[Question, ...] = ()
    features: tuple[str, ...] = ()
    lines: Literal["none", "sentences", "rows", "listed"] = "none"
    named: bool = True
    listed: Mapping[str, str] = field(factory=dict)

    def question(self, key: str) -> Question | None:
        return next((question for question in self.questions if question.key == key), None)


def line_of(heading: Heading, what: str, how: str) -> str | None:
    """The listed line that orders something so, with the name in its slot; None when the heading has none."""
    meant = f"{what}: {how}" if how else what
    for line, meaning in heading.listed.items():
        if meaning == meant or meaning == f"{what}: {LISTED_SLOT}":
            return line.replace(LISTED_SLOT, how)
    return None


#: The question under a value that lists its words.
OWN_WORDS: Final = "parole"
#: The question under a value whose modifiers are said by comparing: «più grave» is one more of it.
DEGREE: Final = "aggettivo"

#: The questions under a value of tokens: what somebody is called to whom more of it is done, or less, and what he has.
PRONE: Final = {"more": "chi ne subisce di più", "less": "chi ne subisce di meno"}

#: What is said of whom a verb is done to: «subire», of what «infliggere» says of who does it.
RECEIVED: Final = "detto di chi lo riceve"
_GENDER: Final = ("maschile", "femminile")
#: How a name is known to be printed wrong; understood, with a warning.
MISPRINT: Final = "refuso"
_NOUN: Final = (*_GENDER, "plurale", "singolare", "sigla", "anche", MISPRINT, "inglese")


#: After the name of a block: it stands for as many as a value has words.
FOR_EACH: Final = "per ogni"

#: «in» with each article.
IN: Final = ("in", "nel", "nello", "nella", "nell'", "nei", "negli", "nelle")


def _choice(
    key: str, asks: str, answers: Mapping[str, str], *, required: bool = False, phrase: bool = False
) -> Question:
    return Question(key, asks, "choice", answers, required, phrase=phrase)


def _on_top(verb: str) -> dict[str, str]:
    """«va in cima alla Catasta»: on top of a zone, whatever its article."""
    return {f"{verb} in cima {to} <zone>".strip(): "zone" for to in ("alla", "al", "allo", "all'")}


_LASTS: Final = {
    "fino alla fine del <period>": "this",
    "fino alla fine della <period>": "this",
    "fino alla fine dello <period>": "this",
    "fino alla fine dell' <period>": "this",
    "fino alla fine del prossimo <period>": "through_next",
    "fino alla fine della prossima <period>": "through_next",
}
_SEEN: Final = {"tutti": "all", "il suo giocatore": "owner", "nessuno": "nobody"}
_STEP_WAYS: Final = {
    "il primo che vale": "first_true",
    "nello stesso momento": "together",
    "come <text>": "manner",
}

HEADINGS: Final[tuple[Heading, ...]] = (
    Heading(
        "game",
        "gioco",
        (
            _choice(
                "players", "giocatori", {"<number>": "exactly", "da <number> a <number>": "between"}, required=True
            ),
            Question(
                "deck",
                "mazzo",
                "parts",
                {
                    "in comune": "shared",
                    "uno per giocatore": "own",
                    "<number> carte": "size",
                    "<number> carte o più": "least",
                    "da <number> a <number> carte": "between",
                    "tutte diverse": "different",
                    "anche uguali": "alike",
                    "al massimo <number> copie": "copies",
                    "al massimo <number> copia di <member>": "rarer",
                    "al massimo <number> copie di <member>": "rarer",
                },
                required=True,
            ),
            Question("implied_noun", "parola sottintesa", "phrase", required=True),
            _choice("die", "dado", {"<number> facce": "faces", "nessuno": "none"}),
            _choice("by_card", "ciò che fa una carta", {"lo fa anche chi la gioca": "player"}),
        ),
        ("con",),
    ),
    Heading("rules", "regole", features=("per", "con")),
    Heading(
        "part",
        "parte",
        (
            _choice("zone", "va in", {"<zone>": "zone"}, required=True),
            _choice(
                "size",
                "quante carte",
                {
                    "<number>": "size",
                    "<number> o più": "least",
                    "da <number> a <number>": "between",
                    "fino a <number>": "most",
                },
            ),
            Question(
                "copies",
                "quante copie",
                "parts",
                {
                    "tutte diverse": "different",
                    "anche uguali": "alike",
                    "al massimo <number>": "copies",
                    "al massimo <number> di <member>": "rarer",
                },
            ),
            Question(
                "kinds",
                "quante di un genere",
                "parts",
                {
                    "al massimo <number> di <member>": "at_most",
                    "almeno <number> di <member>": "at_least",
                    "<number> di <member>": "just",
                },
            ),
            Question(
                "owned",
                "quali parole",
                "parts",
                {
                    "<value> tra <value> di <phrase>": "among",
                    "<value> tra <value> del <phrase>": "among",
                    "<value> tra <value> della <phrase>": "among",
                    "<value> tra <value> delle <phrase>": "among",
                },
            ),
            Question("only", "quali carte", "names"),
            Question("never", "fuorché", "names"),
        ),
    ),
    Heading("words", "parole", features=("per",)),
    Heading("deck", "mazzo", features=("per", "con")),
    Heading(
        "value",
        "valore",
        (
            _choice(
                "owner",
                "di",
                {
                    "una carta": "card",
                    "un giocatore": "player",
                    "la partita": "game",
                    "un <period>": "period",
                    "una <noun>": "noun",
                },
                required=True,
            ),
            Question(
                "kind",
                "è",
                "parts",
                {
                    "un numero": "number",
                    "un giocatore": "player",
                    "una parola": "word",
                    "uno tra le parole del mazzo": "member",
                    "una tra le parole del mazzo": "member",
                    "alcune tra le parole del mazzo": "members",
                    "alcuni tra le parole del mazzo": "members",
                    "uno tra le sue parole": "member",
                    "una tra le sue parole": "member",
                    "alcune tra le sue parole": "members",
                    "alcuni tra le sue parole": "members",
                    "quanti se ne vuole tra le parole del mazzo": "bag",
                    "quanti se ne vuole tra i <value>": "bag_of",
                    "quante se ne vuole tra le <value>": "bag_of",
                    "uno tra le parole del <value>": "member_like",
                    "una tra le parole del <value>": "member_like",
                    "uno tra le parole della <value>": "member_like",
                    "uno tra le parole dell' <value>": "member_like",
                    "una tra le parole della <value>": "member_like",
                    "una tra le parole dell' <value>": "member_like",
                    "alcuni tra le parole del <value>": "members_like",
                    "alcune tra le parole del <value>": "members_like",
                    "alcuni tra le parole della <value>": "members_like",
                    "alcuni tra le parole dell' <value>": "members_like",
                    "alcune tra le parole della <value>": "members_like",
                    "alcune tra le parole dell' <value>": "members_like",
                    "una scala": "scale",
                    "un numero per ogni <value>": "pool",
                    "un costo": "cost",
                    "quelle del <value>": "of_cost",
                    "quelli del <value>": "of_cost",
                    "calcolato": "computed",
                    "dalla tavola <table>": "table",
                    "stampato": "printed",
                    "stampata": "printed",
                    "stampati": "printed",
                    "stampate": "printed",
                    "comincia da <number>": "start",
                    "comincia dallo stampato": "counter",
                    "comincia da nessuno": "start_none",
                    "comincia da <member>": "start_member",
                    "se c'è": "optional",
                    "se ci sono": "optional",
                },
                required=True,
            ),
            Question("words", OWN_WORDS, "names"),
            _choice("paid_with", "si paga con", {"<value>": "value"}),
            _choice("producer", "mentre si paga", {"si può <verb>": "verb", "nient'altro": "none"}),
            _choice("missing", "se manca", {"<number>": "number", "<member>": "member"}),
            Question("degree", DEGREE, "names"),
            Question("prone", PRONE["more"], "names"),
            Question("resistant", PRONE["less"], "names"),
            _choice("written_with", "si scrive insieme a", {"<value>": "value"}),
            _choice("minimum", "minimo", {"<number>": "number", "nessuno": "none"}),
            _choice("maximum", "massimo", {"<number>": "number", "l'inizio": "start", "nessuno": "none"}),
            _choice(
                "verb",
                "si dice",
                {
                    **{f"può <infinitive> <noun> {where} <zone>": "there" for where in IN},
                    **{f"può <infinitive> <member> {where} <place>": "there" for where in IN},
                    "può <infinitive> <noun>": "can",
                    "può <infinitive> <member>": "can",
                    "può <infinitive>": "times",
                    "puoi <infinitive> <noun> su di essa": "upon",
                    "<infinitive> <value>": "does",
                },
            ),
            _choice("said_of", "detto di", {"una <noun>": "noun", "un <noun>": "noun"}),
            _choice("counts_on", "conta solo su", {"una <noun>": "noun", "un <noun>": "noun"}),
            _choice("counted_in", "si conta in", {"un <period>": "period", "una <period>": "period"}),
            Question("derived", "vale", "phrase"),
            _choice("orders", "dice", {"che cosa viene dopo": "later", "quanto": "amount"}),
            Question("ends_next", "del prossimo vale finché", "phrase"),
            Question("ends_own", "di sé vale finché", "phrase"),
            _choice("settled", "già contata", {f"{to} <place>": "place" for to in IN}),
            _choice("settled_in", "allora cambia", {"<value>": "value"}),
            _choice("whose_card", "dice di quale carta è", {"di quella con lo stesso <value>": "value"}),
            _choice("told", "si racconta", {"sì": "yes", "no": "no"}),
        ),
        (*_NOUN, FOR_EACH),
    ),
    Heading(
        "member",
        "membro",
        (
            _choice("value", "di", {"<value>": "value"}, required=True),
            _choice(
                "place",
                "dove",
                {
                    "in <place>": "place",
                    "nel <place>": "place",
                    "nella <place>": "place",
                    "nell' <place>": "place",
                    "<place>": "place",
                },
            ),
        ),
        (*_NOUN, "segno", "aggettivo"),
    ),
    Heading(
        "member_set",
        "insieme",
        (_choice("value", "di", {"<value>": "value"}, required=True), Question("members", "è", "names", required=True)),
        _NOUN,
    ),
    Heading(
        "table",
        "tavola",
        (_choice("value", "di", {"<value>": "value"}), Question("columns", "colonne", "names")),
        lines="rows",
    ),
    Heading(
        "text",
        "testo",
        (
            _choice(
                "in_force",
                "vale",
                {
                    "quando si usa": "used",
                    "come innesco di <text>": "prompt",
                    "finché la carta è una <noun>": "noun",
                    "finché la carta è un <noun>": "noun",
                    "finché la carta è un' <noun>": "noun",
                    "finché la carta è una <member>": "member",
                    "finché la carta è un <member>": "member",
                    "finché la carta è un' <member>": "member",
                },
                required=True,
            ),
            _choice("kind_value", "tipo", {"<value>": "value"}),
            _choice("past", "un passato senza tempo", {"è in questo <period>": "period", "è della partita": "whole"}),
            _choice(
                "waits",
                "un innesco senza tempo",
                {
                    "dura questo <period>": "period",
                    "dura sempre": "whole",
                    "dice quando si gioca": "prompt",
                    "dice quando si gioca, o dura questo <period>": "either",
                },
            ),
            _choice("speaks_of", "di chi parla", {"la carta": "card", "il suo ospite": "host"}),
            _choice("bare", "un valore da solo", {"vale": "stands", "non si dice": "refused"}),
            _choice("timed", "un tempo da solo", {"dice quando si <verb>": "verb"}),
            Question("orders", "un ordine si fa quando", "phrase"),
            Question("asked", "ciò che non accade si guarda quando", "phrase"),
            Question("when_used", "quando si usa", "phrase"),
            _choice("used_at", "si usa", {"quando finisce un <period>": "period"}),
            Question("looks_back", "ciò che accade è già accaduto per", "names"),
            Question("times_called", "ogni volta che si fa si chiama", "names"),
            Question("looks_before", "un passato di adesso è anche di prima se", "phrase"),
            _choice("played_before", "si gioca", {"nel <period> precedente": "period"}),
            Question("watched", "dove si guarda", "names"),
            Question("after_bar", "dopo la barra", "names"),
            Question("also", "si stampa anche", "names"),
            Question("this_ability", "questa abilità", "phrase"),
            _choice(
                "own_bans", "ciò che non le si può fare", {"vale sempre": "always", "vale da quando si usa": "used"}
            ),
            _choice("own_fate", "ciò che le si fa", {"si nota sempre": "always", "si nota da quando si usa": "used"}),
        ),
    ),
    Heading(
        "zone",
        "zona",
        (
            _choice(
                "owner",
                "di",
                {"tutti": "shared", "ogni giocatore": "player", "ogni <noun>": "card"},
                required=True,
            ),
            _choice("order", "ordine", {"pila": "pile", "nessuno": "none"}),
            _choice("seen_by", "chi la vede", _SEEN, required=True),
            _choice("count_seen_by", "chi ne sa il numero", _SEEN),
            _choice("capacity", "quante carte", {"<number>": "number", "fino a <number>": "number"}),
            Question("spots", "posti", "names"),
            _choice("per_spot", "carte per posto", {"<number>": "number"}),
            _choice("on_return", "quando una carta ci torna", {"si mescola": "shuffle", "resta in ordine": "keep"}),
            _choice("on_search", "quando ci si cerca", {"si mescola": "shuffle", "resta in ordine": "keep"}),
            _choice(
                "who_searches",
                "chi ci cerca",
                {"trova ciò che c'è": "finds", "può non trovare ciò che si descrive": "may_fail"},
            ),
            _choice(
                "arrivals",
                "arrivi insieme",
                {
                    "prima quelle del giocatore di turno": "active_player_first",
                    "le ordina il loro giocatore": "owner_orders",
                    "a caso": "random",
                },
            ),
            _choice("of_owner", "di chi sono le carte", {"del suo giocatore": "owner", "di tutti": "anybody"}),
            Question("relation", "chi vi sta", "phrase"),
            _choice(
                "upon",
                "ciò che vi sta sopra",
                {f"sta {where} <zone>": "zone" for where in ("in", "nel", "nella", "nei", "nelle", "negli")},
            ),
            _choice(
                "within",
                "chi vi sta è anche",
                {f"{where} <zone>": "zone" for where in ("in", "nel", "nella", "nei", "nelle", "negli")},
            ),
            _choice("host_leaves", "quando l'ospite esce", {"si <verb>": "verb", "resta": "stays"}),
        ),
        _NOUN,
    ),
    Heading(
        "implied_place",
        "luogo sottinteso",
        tuple(
            _choice(
                key,
                asks,
                {"in <place>": "place", "nel <place>": "place", "nella <place>": "place", "ovunque": "anywhere"},
            )
            for key, asks in (
                ("member", "di un membro"),
                ("target", "di un bersaglio"),
                ("value", "di un valore"),
                ("person", "della carta di un giocatore"),
            )
        ),
        named=False,
    ),
    Heading("place", "luogo", (Question("zones", "zone", "names", required=True),), _NOUN),
    Heading(
        "noun",
        "nome",
        (
            _choice("of", "di", {"una carta": "card", "un giocatore": "player", "una <noun>": "noun"}),
            _choice(
                "is",
                "è",
                {
                    "una carta <zones>": "zones",
                    "un posto di <zones>": "spots",
                    "un posto del <zones>": "spots",
                    "un posto della <zones>": "spots",
                    "il giocatore che l'ha giocata": "controller",
                    "il giocatore a cui appartiene": "owner",
                    "la <noun> a cui è legata": "host",
                    "la carta a cui è legata": "host",
                    "<person> dello <period>": "participants",
                    "<person> del <period>": "participants",
                    "<person> della <period>": "participants",
                    "<person> o <person> dello <period>": "participants",
                    "<person> o <person> del <period>": "participants",
                    "<person> o <person> della <period>": "participants",
                },
                required=True,
                phrase=True,
            ),
            Question("condition", "se", "phrase"),
            Question("outlasts", "per un turno vale anche nel prossimo se", "phrase"),
            Question("ends_next", "del prossimo vale finché", "phrase"),
            Question("begun", "non è il prossimo", "phrase"),
            Question("alias", "anche", "phrase", many=True),
            Question(
                "done_with",
                "con una carta",
                "choice",
                {f"{of} <value>": "value" for of in ("della stessa", "dello stesso", "delle stesse", "degli stessi")},
                many=True,
            ),
        ),
        _NOUN,
    ),
    Heading(
        "direction",
        "direzione",
        (
            Question("union", "unisce", "names"),
            _choice("seen_from", "vista da", {"chi parla": "speaker", "ciò che si muove": "moved"}),
        ),
        ("aggettivo", "plurale", "anche", MISPRINT, "inglese"),
        lines="rows",
    ),
    Heading(
        "token",
        "segnalino",
        (
            _choice("count", "quanti", {"<number>": "number"}, required=True),
            _choice("zones", "sta", {"<zones>": "zones"}, required=True),
            _choice("start", "comincia", {"<zones>": "zones"}, required=True),
            Question("alias", "anche", "phrase", many=True),
        ),
        _NOUN,
    ),
    Heading(
        "status",
        "stato",
        (
            _choice(
                "of",
                "di",
                {"una carta": "card", "un giocatore": "player", "una <noun>": "noun", "un <noun>": "noun"},
                required=True,
            ),
            _choice("starts", "comincia", {"<status>": "status"}),
            _choice(
                "shows",
                "mostra",
                {
                    "il retro": "back",
                    "il fronte": "front",
                    **{f"{article}<zone>": "zone" for article in ("la ", "il ", "lo ", "le ", "i ", "gli ")},
                },
            ),
            _choice("turns_off", "spegne", {"i testi della carta": "texts", "nulla": "nothing"}),
            Question("keeps", "non spegne", "names"),
            _choice("attached", "chi le sta sotto", {"è come l'ospite": "host", "è per conto suo": "own"}),
        ),
        ("contrario", "plurale", "anche", MISPRINT),
    ),
    Heading(
        "lasting",
        "effetto",
        (
            _choice(
                "duration",
                "dura",
                {
                    "finché la carta è in <place>": "place",
                    "finché la carta è nel <place>": "place",
                    "finché la carta è nella <place>": "place",
                    **_LASTS,
                    "sempre": "always",
                },
                required=True,
            ),
            _choice("measured", "si misura", {"quando si dà": "once", "ogni volta": "always"}),
            _choice("implied_value", "un numero da solo", {"è <value>": "value"}),
            Question(
                "sorts",
                "specie",
                "parts",
                {
                    "<sort> se aggiunge": "adds",
                    "<sort> se toglie": "takes",
                    "<sort> se fissa": "sets",
                    "<sort> altrimenti": "otherwise",
                },
            ),
            _choice("most", "quanti su una carta", {"<number> <sort>": "sort", "<number>": "number"}),
            _choice("excess", "chi è di troppo", {"non nasce": "unborn", "prende il posto del primo": "replaces"}),
            _choice("zero", "se è di 0", {"non nasce": "unborn", "nasce": "born"}),
            Question(
                "implied",
                "si sottintende",
                "parts",
                {
                    "quando si fissa un valore": "sets",
                    "quando si aggiunge a un valore": "adds",
                    "quando si dà un'abilità": "grants",
                },
            ),
            Question("on_end", "quando scade", "lines", qualifiers=_STEP_WAYS),
        ),
        _NOUN,
    ),
    Heading(
        "verb",
        "verbo",
        (
            Question("form", "forma", "phrase", required=True, many=True),
            Question("alias", "anche", "names"),
            Question("place", "da", "phrase"),
            Question("also_from", "anche da", "names"),
            _choice("kind_of", "è una specie di", {"<verb>": "verb"}),
            _choice("own_cost", "nel costo della sua abilità", {"<verb>": "verb"}),
            _choice("tries", "è un tentativo di", {"<verb>": "verb"}),
            _choice("of_zone", "detto di una zona", {"la mostra a tutti": "shows", "è di ogni sua carta": "each"}),
            _choice("default_manner", "se tace il come", {"lo sceglie il giocatore": "agent", "come <text>": "text"}),
            Question("default_to", "se tace a chi", "phrase"),
            _choice("default_time", "se tace il tempo", _LASTS),
            _choice("default_result", "se tace il fine", {"è l'altro dei due": "other"}),
            Question("default_spot", "se tace il dove", "phrase"),
            Question("only_spots", "il dove", "phrase"),
            Question("spot_owner", "se tace di chi è il dove", "phrase"),
            _choice("controller", "il controllore", {"resta lo stesso": "keeps", "è chi lo fa": "agent"}),
            _choice("becomes", "ciò che se ne dice", {"lo diventa": "yes"}),
            _choice("waiting", "di ciò che aspetta", {"ne fa una <noun>": "copied", "ne cambia i bersagli": "aimed"}),
            Question("object_condition", "di chi", "phrase"),
            _choice("one_by_one", "di quanti", {"uno per volta": "yes"}),
            _choice("at_most", "non più di", {"<value>": "value", "<value> o nulla": "all"}),
            Question("received_as", RECEIVED, "names"),
            Question("ongoing", "è in corso finché", "phrase"),
            Question("lasting", "resta finché", "phrase"),
            Question("on_next", "del prossimo si fa quando", "phrase"),
            Question("steps", "passi", "lines", many=True, qualifiers=_STEP_WAYS),
            Question("then", "poi", "lines", many=True, qualifiers=_STEP_WAYS),
        ),
        ("participio", "imperativo", "anche", "inglese"),
    ),
    Heading(
        "claim",
        "pretesa",
        (
            Question("form", "forma", "phrase", required=True),
            Question("printed", "scritta", "phrase"),
            Question("lost", "al contrario", "phrase"),
        ),
        ("participio", "anche", "contrario", "inglese"),
    ),
    Heading("setup", "preparazione", lines="sentences", named=False),
    Heading(
        "period",
        "periodo",
        (
            Question("parts", "contiene", "parts", {"<period>": "period", "<period> dopo <period>": "repeats"}),
            Question(
                "of",
                "di",
                "parts",
                {
                    "un giocatore": "player",
                    "poi l'avversario": "then_opponent",
                    "poi il giocatore seguente": "then_next",
                    "poi <phrase>": "then",
                    "tutti": "everybody",
                },
            ),
            Question(
                "between",
                "tra",
                "parts",
                {
                    "<a> <noun>": "noun",
                    "e <a> <noun>": "noun",
                    "<a> <member>": "noun",
                    "e <a> <member>": "noun",
                    "detta <name>": "name",
                    "detto <name>": "name",
                },
            ),
            Question("alias", "anche", "phrase", many=True),
            _choice("start_part", "inizio", {"<period>": "period"}),
            _choice("end_part", "fine", {"<period>": "period"}),
            Question("on_start", "quando comincia", "lines", qualifiers=_STEP_WAYS),
            Question("on_end", "quando finisce", "lines", qualifiers=_STEP_WAYS),
            Question("steps", "passi", "lines", qualifiers=_STEP_WAYS),
            Question("ends_when", "finisce appena", "phrase"),
            Question(
                "trial",
                "prova",
                "parts",
                {
                    "senza scelte": "choices",
                    "senza dado": "dice",
                    "fino al <period>": "until",
                    "fino alla <period>": "until",
                    "fino allo <period>": "until",
                },
            ),
            _choice("triggers", "inneschi", {"aspettano la fine": "held", "subito": "at_once"}),
            _choice(
                "unsaid",
                "ciò che non dice quanto dura",
                {"finisce con esso": "ends", "finisce con essa": "ends", "resta": "stays"},
            ),
        ),
        _NOUN,
    ),
    Heading(
        "window",
        "finestra",
        (
            Question(
                "speakers",
                "chi gioca",
                "parts",
                {
                    "il giocatore di turno": "turn_player",
                    "tutti": "all",
                    "a partire dal giocatore di turno": "from_turn_player",
                    "a partire da <phrase>": "from",
                    "prima <phrase>": "first",
                    "poi gli altri in giro": "others",
                    "poi <phrase>": "then",
                    "solo <phrase>": "only",
                },
                required=True,
            ),
            _choice(
                "after_play",
                "dopo aver giocato",
                {"parla ancora chi ha giocato": "same", "parla il successivo": "next"},
            ),
            _choice(
                "played",
                "ciò che si gioca",
                {
                    "si fa subito": "at_once",
                    "si fa alla chiusura, dall'ultimo": "stack",
                    "si fa alla chiusura, dal primo": "collected",
                    **_on_top("va"),
                },
            ),
            _choice(
                "all_passed",
                "quando tutti passano",
                {
                    "si risolve la cima, poi parla il giocatore di turno": "top, turn player",
                    "si risolve la cima, poi parla chi l'aveva giocata": "top, its player",
                    "si risolve tutto": "whole",
                },
            ),
            _choice(
                "closes",
                "si chiude",
                {
                    "quando chi gioca passa": "speaker_passes",
                    "quando passano tutti": "all_pass",
                    "quando tutti passano di seguito": "all_pass",
                },
            ),
            _choice("triggers", "inneschi", {"si fanno subito": "at_once", **_on_top("vanno")}),
            _choice(
                "abilities",
                "abilità delle carte",
                {
                    "si usano": "as_played",
                    "si usano subito": "at_once",
                    "non si usano": "none",
                    **_on_top("si usano e vanno"),
                },
            ),
            _choice("only", "si gioca", {"ogni carta": "all", "solo ciò che risponde": "prompted"}),
            _choice("auto_pass", "se non c'è altro", {"si passa da sé": "yes", "si passa a voce": "no"}),
            _choice("may_pass", "si può passare", {"sempre": "yes", "solo se non c'è altro": "no"}),
            Question("after", "dopo la risoluzione", "lines", qualifiers=_STEP_WAYS),
        ),
    ),
    Heading(
        "action",
        "azione",
        (
            Question(
                "window",
                "finestra",
                "parts",
                {"<window>": "window", "<window> se <words>": "provided", "ogni": "any"},
                required=True,
            ),
            Question("choices", "scegli", "phrase", many=True),
            Question(
                "price",
                "costo",
                "parts",
                {
                    "<number> <value>": "value",
                    "<value> quanto <words>": "amount",
                    "niente": "free",
                    "<phrase>": "phrase",
                },
            ),
            Question("conditions", "solo se", "phrase", many=True),
            _choice(
                "limit",
                "quante volte",
                {
                    "una volta per <period>": "once",
                    "<number> volte per <period>": "times",
                    "una volta per <period> tra <words>": "once",
                    "<number> volte per <period> tra <words>": "times",
                },
            ),
            Question("waits", "aspetta", "parts", {**_on_top(""), "niente": "nothing", "<name>": "name"}),
            Question("effect", "effetto", "lines", required=True, qualifiers=_STEP_WAYS),
        ),
    ),
    Heading("rule", "regola", features=(FOR_EACH,), lines="sentences"),
    Heading(
        "limit",
        "limite",
        (
            _choice(
                "of",
                "di",
                {"un giocatore": "player", "una <noun>": "noun", "un <noun>": "noun", "una carta": "card"},
                required=True,
            ),
            Question("most", "quante", "phrase", required=True),
            _choice("said_by", "o quanti dice", {"<value>": "value"}),
            Question("leaver", "chi esce", "phrase", required=True),
            Question("effect", "esce", "lines", required=True),
        ),
        (FOR_EACH,),
    ),
    Heading(
        "check",
        "verifica",
        (
            Question("of", "di", "phrase", required=True),
            Question("beside", "con", "phrase"),
            Question("condition", "se", "phrase"),
            Question("effect", "allora", "lines", required=True, qualifiers=_STEP_WAYS),
        ),
    ),
    Heading(
        "keyword",
        "parola chiave",
        (Question("watched", "dove si guarda", "names"),),
        _NOUN,
        lines="sentences",
    ),
    Heading(
        "label",
        "etichetta",
        (
            Question("when", "quando", "phrase"),
            Question("alias", "anche", "names"),
            Question("steps", "passi", "lines", qualifiers=_STEP_WAYS),
            _choice(
                "at_will",
                "si usa",
                {
                    "una volta per <period>": "once",
                    "<number> volte per <period>": "times",
                    "una volta per <period> tra tutte": "shared",
                },
            ),
            _choice("keyword", "la carta ha", {"<keyword>": "keyword"}),
            _choice("printed_again", "se si stampa più volte", {"se ne fa una a scelta": "one"}),
            _choice("more_parts", "se le parti sono di più", {"il dado le divide in fasce uguali": "bands"}),
        ),
        ("anche", MISPRINT),
    ),
    Heading(
        "ending",
        "fine della partita",
        (
            _choice(
                "winner",
                "vince",
                {"chi ha più <value>": "most", "chi ha meno <value>": "least", "l'ultimo rimasto": "last"},
            ),
            Question("tie", "a parità", "phrase"),
            _choice("all_lose", "se perdono tutti", {"vince il giocatore di turno": "turn player", "pareggio": "draw"}),
            _choice(
                "several_win",
                "se vincono in più",
                {"il giocatore di turno, poi in giro": "turn player", "pareggio": "draw"},
            ),
            _choice("after", "dopo", {"<number> <period>": "periods"}),
        ),
        named=False,
    ),
    Heading(
        "value_order",
        "ordine dei valori",
        lines="listed",
        named=False,
        listed={
            "stampato": "printed",
            "copia": "copied",
            "fissa: l'ultimo usato": "set: last",
            "fissa: il più alto": "set: greatest",
            "aggiunge: la somma": "added: sum",
            "aggiunge: il più alto": "added: greatest",
            "fissa sempre: l'ultimo usato": "always set: last",
            "fissa sempre: l'ultimo usato, e cade ciò che precede": "always set: last, rest falls",
            "aggiunge sempre: la somma": "always added: sum",
        },
    ),
    Heading(
        "permission_order",
        "ordine dei permessi",
        lines="listed",
        named=False,
        listed={
            "una carta batte una regola": "card beats rule",
            "una regola batte una carta": "rule beats card",
            "non può batte può": "cannot beats can",
            "può batte non può": "can beats cannot",
            "sempre batte chi non ha sempre": "always beats",
            "a parità: l'ultimo usato": "tie: last",
            "a parità: il primo usato": "tie: first",
        },
    ),
    Heading(
        "priority_order",
        "ordine delle precedenze",
        lines="listed",
        named=False,
        listed={
            "tra giocatori: prima il giocatore di turno, poi in giro": "players: turn player first",
            "tra giocatori: prima l'avversario, poi in giro": "players: opponent first",
            "le proprie: le ordina il loro giocatore": "own: owner orders",
            "le proprie: in ordine di arrivo": "own: by arrival",
            "prima: i limiti, poi gli inneschi": "first: limits",
            "prima: gli inneschi, poi i limiti": "first: triggers",
            "ciò che nasce da un effetto: si fa subito dopo": "born: depth first",
            "ciò che nasce da un effetto: si fa in coda": "born: queue",
            "una carta uscita: vale com'era": "departed: as it was",
            "più cose invece della stessa: sceglie chi la subisce": "instead: who suffers it chooses",
            "verifiche: a effetto finito": "checks: after the effect",
            "verifiche: dopo ogni evento": "checks: after each event",
        },
    ),
    Heading(
        "doubt_order",
        "ordine dei dubbi",
        lines="listed",
        named=False,
        listed={
            "ciò che non si può fare: non si fa, e il resto si fa": "impossible: skip, do the rest",
            "ciò che non si può fare: non si fa, e il resto nemmeno": "impossible: skip all",
            "il bersaglio si sceglie: quando si usa": "target: when used",
            "un bersaglio che manca: il testo non si usa": "missing target: not used",
            "un bersaglio che manca: il resto si fa": "missing target: the rest is done",
            "più cose con una parola: un evento solo": "several: one event",
            "una carta che lascia la sua zona: dimentica tutto": "leaves zone: forgets",
            "una carta che cambia zona nello stesso luogo: ricorda tutto": "within a place: remembers",
            "una carta che cambia zona nello stesso luogo: resta la stessa, senza ciò che la cambiava": "within a place: itself",
            "con «per»: il secondo solo se il primo si è fatto per intero": "cost: only if done in full",
            "tra più cose alla pari: sceglie chi usa l'effetto": "equals: user chooses",
            "un «se» con uno stato: vale sempre nel testo continuo, una volta nell'effetto usato": "if: by text",
            "le abilità di una carta: i suoi testi e le parole chiave": "abilities: texts and keywords",
            "le abilità di una carta: le parole chiave": "abilities: keywords",
            "«per ogni» dopo più valori: è di tutti": "each: of all",
            "«per ogni» dopo più valori: è dell'ultimo": "each: of the last",
            "un passato senza tempo: è in questo <period>": "past: <period>",
            "un innesco senza tempo: dura questo <period>": "waits: <period>",
            "«tutte» di nessuna: è falso": "all of none: false",
            "«tutte» di nessuna: è vero": "all of none: true",
            "un valore che guarda se stesso: si guarda senza questo effetto": "self-reference: without this effect",
            "un giro senza fine: si ferma e si racconta": "endless loop: stop and tell",
            "un giro senza fine: la partita è pari": "endless loop: draw",
        },
    ),
)

#: The word that joins names in a list, the ones that open the further parts of a deck's heading.
AND: Final = "e"
OR: Final = "o"
FOR: Final = "per"
WITH_WORDS: Final = "con le parole"
WITH_RULES: Final = "con le regole"
#: After the name of a block: it stands in the place of the block of that name in rules that the file takes.
IN_PLACE_OF: Final = "al posto di"
NEVER: Final = "mai"
#: The words after «per ogni Forma» that leave some of its words out.
SAVE: Final = "fuorché"
#: The places that a direction leads to: «Prati avversari N+1».
SIDES: Final[Mapping[str, str]] = {
    "proprio": "own", "propria": "own", "propri": "own", "proprie": "own", "avversario": "opposing",
    "avversaria": "opposing", "avversari": "opposing", "avversarie": "opposing", "di tutti": "all",
}  # fmt: skip
#: The number of the place from which a direction is seen.
HERE: Final = "n"
NOT_LAST: Final = ("non l'ultima arrivata", "non l'ultimo arrivato")

#: What a game's file may hold; the heading that must come first.
OPENING: Final[Mapping[str, str]] = {
    "gioco": "game",
    "regole": "rules",
    "parole": "words",
    "mazzo": "deck",
}
#: A line of a decision list for when no line above it holds.
OTHERWISE: Final = "altrimenti"
#: An action's choice of how: «come Lanterna o come Candela».
MANNERS: Final = "come <text> o come <text>"
DECK_HEADING: Final = "mazzo"
#: In a deck's file: what opens one of its parts, and what stands between a number and a card («3 × Lanterna»).
PART_HEADING: Final = "parte"
COPIES: Final = ("×", "x", "X")
#: On a card of two faces, before the lines of the other one.
BACK: Final = "retro"
CHOSEN_NAMES: Final = ("detta", "detto", "dette", "detti")
