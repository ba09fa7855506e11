"""Italian inflection by rule: each row is a form that a rule or a table must give."""

import pytest

from dsl.vocabulary.inflection import (
    CONTRACTIONS,
    Mood,
    adjective,
    conjugate,
    contracted,
    definite,
    enclitic,
    indefinite,
    joined,
    noun_plural,
    number_word,
    split_enclitic,
)
from dsl.vocabulary.spelling import fold, keys_of, words_of


@pytest.mark.parametrize(
    ("singular", "gender", "plural"),
    [
        ("carta", "f", "carte"),
        ("carica", "f", "cariche"),
        ("Preghiera", "f", "Preghiere"),
        ("Maledizione", "f", "Maledizioni"),
        ("Azione", "f", "Azioni"),
        ("freccia", "f", "frecce"),
        ("magia", "f", "magie"),
        ("città", "f", "città"),
        ("mano", "f", "mani"),
        ("Zona Preghiera", "f", "Zone Preghiera"),
        ("scontro", "m", "scontri"),
        ("gioco", "m", "giochi"),
        ("luogo", "m", "luoghi"),
        ("nemico", "m", "nemici"),
        ("medico", "m", "medici"),
        ("specchio", "m", "specchi"),
        ("zio", "m", "zii"),
        ("Altare", "m", "Altari"),
        ("problema", "m", "problemi"),
        ("uomo", "m", "uomini"),
        ("sport", "m", "sport"),
        ("VITA", "f", "VITE"),
    ],
)
def test_noun_plural(singular, gender, plural):
    assert noun_plural(singular, gender) == plural


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("Corrotta", ("Corrotto", "Corrotta", "Corrotti", "Corrotte")),
        ("Invocabile", ("Invocabile", "Invocabile", "Invocabili", "Invocabili")),
        ("magico", ("magico", "magica", "magici", "magiche")),
        ("largo", ("largo", "larga", "larghi", "larghe")),
        ("avversario", ("avversario", "avversaria", "avversari", "avversarie")),
        ("in Stasi", ("in Stasi",) * 4),
    ],
)
def test_adjective(base, forms):
    found = adjective(base)
    assert (found.ms, found.fs, found.mp, found.fp) == forms


@pytest.mark.parametrize(
    ("noun", "gender", "number", "article"),
    [
        ("Ombra", "f", "s", "l'"),
        ("Ombra", "f", "p", "le"),
        ("Stasi", "f", "s", "la"),
        ("Altare", "m", "s", "l'"),
        ("Altari", "m", "p", "gli"),
        ("Mazzo", "m", "s", "il"),
        ("scontro", "m", "s", "lo"),
        ("scontri", "m", "p", "gli"),
        ("zaino", "m", "s", "lo"),
        ("gnomo", "m", "s", "lo"),
        ("segno", "m", "s", "il"),
        ("xilofono", "m", "s", "lo"),
        ("Maledizioni", "f", "p", "le"),
    ],
)
def test_definite_article(noun, gender, number, article):
    assert definite(gender, number, noun) == article


def test_indefinite_article():
    assert [indefinite("f", "Ombra"), indefinite("f", "Luce"), indefinite("m", "Eco"), indefinite("m", "scontro")] == [
        "un'",
        "una",
        "un",
        "uno",
    ]


@pytest.mark.parametrize(
    ("preposition", "gender", "number", "noun", "words"),
    [
        ("di", "f", "s", "Ombra", "dell'Ombra"),
        ("in", "m", "s", "Vuoto", "nel Vuoto"),
        ("a", "m", "p", "Altari", "agli Altari"),
        ("da", "f", "p", "Luce", "dalle Luce"),
        ("su", "m", "s", "scontro", "sullo scontro"),
        ("con", "m", "s", "Mazzo", "con il Mazzo"),
        ("per", "f", "s", "Ombra", "per l'Ombra"),
    ],
)
def test_preposition_with_article(preposition, gender, number, noun, words):
    assert joined(contracted(preposition, gender, number, noun), noun) == words


def test_contractions_can_be_taken_apart():
    assert CONTRACTIONS["dell'"] == ("di", "l'")
    assert CONTRACTIONS["negli"] == ("in", "gli")
    assert CONTRACTIONS["ai"] == ("a", "i")
    assert len(CONTRACTIONS) == 5 * 7 + 2


#: infinitive: tu!, voi!, (io), (tu), lui, loro, conditional lui, future loro, subjunctive lui, imperfect subjunctive lui
VERBS = {
    "spezzare": "spezza spezzate spezzo spezzi spezza spezzano spezzerebbe spezzeranno spezzi spezzasse",
    "giocare": "gioca giocate gioco giochi gioca giocano giocherebbe giocheranno giochi giocasse",
    "legare": "lega legate lego leghi lega legano legherebbe legheranno leghi legasse",
    "lasciare": "lascia lasciate lascio lasci lascia lasciano lascerebbe lasceranno lasci lasciasse",
    "mangiare": "mangia mangiate mangio mangi mangia mangiano mangerebbe mangeranno mangi mangiasse",
    "scambiare": "scambia scambiate scambio scambi scambia scambiano scambierebbe scambieranno scambi scambiasse",
    "avviare": "avvia avviate avvio avvii avvia avviano avvierebbe avvieranno avvii avviasse",
    "corrompere": "corrompi corrompete corrompo corrompi corrompe corrompono corromperebbe corromperanno corrompa corrompesse",
    "convertire": "converti convertite converto converti converte convertono convertirebbe convertiranno converta convertisse",
    "colpire": "colpisci colpite colpisco colpisci colpisce colpiscono colpirebbe colpiranno colpisca colpisse",
    "scegliere": "scegli scegliete scelgo scegli sceglie scelgono sceglierebbe sceglieranno scelga scegliesse",
    "togliere": "togli togliete tolgo togli toglie tolgono toglierebbe toglieranno tolga togliesse",
    "porre": "poni ponete pongo poni pone pongono porrebbe porranno ponga ponesse",
    "possedere": "possiedi possedete possiedo possiedi possiede possiedono possederebbe possederanno possieda possedesse",
    "mantenere": "mantieni mantenete mantengo mantieni mantiene mantengono manterrebbe manterranno mantenga mantenesse",
    "mandare": "manda mandate mando mandi manda mandano manderebbe manderanno mandi mandasse",
    "essere": "sii siate sono sei è sono sarebbe saranno sia fosse",
    "avere": "abbi abbiate ho hai ha hanno avrebbe avranno abbia avesse",
    "andare": "vai andate vado vai va vanno andrebbe andranno vada andasse",
    "dare": "dai date do dai dà danno darebbe daranno dia desse",
    "stare": "stai state sto stai sta stanno starebbe staranno stia stesse",
    "fare": "fai fate faccio fai fa fanno farebbe faranno faccia facesse",
    "venire": "vieni venite vengo vieni viene vengono verrebbe verranno venga venisse",
    "uscire": "esci uscite esco esci esce escono uscirebbe usciranno esca uscisse",
    "rimanere": "rimani rimanete rimango rimani rimane rimangono rimarrebbe rimarranno rimanga rimanesse",
}
CELLS = (
    (Mood.IMPERATIVE, "2s"),
    (Mood.IMPERATIVE, "2p"),
    (Mood.PRESENT, "1s"),
    (Mood.PRESENT, "2s"),
    (Mood.PRESENT, "3s"),
    (Mood.PRESENT, "3p"),
    (Mood.CONDITIONAL, "3s"),
    (Mood.FUTURE, "3p"),
    (Mood.SUBJUNCTIVE, "3s"),
    (Mood.PAST_SUBJUNCTIVE, "3s"),
)


@pytest.mark.parametrize("infinitive", VERBS)
def test_conjugation(infinitive):
    verb = conjugate(infinitive)
    assert " ".join(verb.form(mood, person) for mood, person in CELLS) == VERBS[infinitive]


@pytest.mark.parametrize(
    ("infinitive", "participle"),
    [
        ("spezzare", "spezzata"),
        ("corrompere", "corrotta"),
        ("offrire", "offerta"),
        ("scoprire", "scoperta"),
        ("prendere", "presa"),
        ("vendere", "venduta"),
        ("perdere", "persa"),
        ("vincere", "vinta"),
        ("infliggere", "inflitta"),
        ("proteggere", "protetta"),
        ("distruggere", "distrutta"),
        ("rimuovere", "rimossa"),
        ("risorgere", "risorta"),
        ("risolvere", "risolta"),
        ("raggiungere", "raggiunta"),
        ("uccidere", "uccisa"),
        ("mettere", "messa"),
        ("scegliere", "scelta"),
        ("porre", "posta"),
        ("tradurre", "tradotta"),
        ("nascondere", "nascosta"),
        ("convertire", "convertita"),
    ],
)
def test_participle(infinitive, participle):
    assert conjugate(infinitive).past("f") == participle


def test_a_declared_participle_wins():
    assert conjugate("perdere", "perduto").past("f", "p") == "perdute"


def test_a_verb_of_several_words_keeps_its_tail():
    verb = conjugate("rimuovere la Stasi")
    assert verb.form(Mood.IMPERATIVE, "2s") == "rimuovi la Stasi"
    assert verb.form(Mood.INFINITIVE) == "rimuovere la Stasi"
    assert verb.past("f") == "rimossa la Stasi"
    assert verb.form(Mood.PRESENT, "3p", with_tail=False) == "rimuovono"


def test_perfect():
    assert conjugate("attaccare").perfect("3s", "f") == "ha attaccato"
    assert conjugate("tornare").perfect("3s", "f") == "è tornata"
    assert conjugate("tornare").perfect("3p", "m") == "sono tornati"


@pytest.mark.parametrize(
    ("host", "clitic", "word"),
    [
        ("prendi", "ne", "prendine"),
        ("calare", "la", "calarla"),
        ("porre", "lo", "porlo"),
        ("da'", "lo", "dallo"),
        ("di'", "gli", "digli"),
    ],
)
def test_enclitics_join_and_come_apart(host, clitic, word):
    assert enclitic(host, clitic) == word
    assert (host, clitic) in set(split_enclitic(word)) or clitic == "gli"


@pytest.mark.parametrize(
    ("infinitive", "gerund"),
    [
        ("offrire", "offrendo"),
        ("fare", "facendo"),
        ("porre", "ponendo"),
        ("tradurre", "traducendo"),
        ("colpire", "colpendo"),
        ("mandare", "mandando"),
    ],
)
def test_gerund(infinitive, gerund):
    assert conjugate(infinitive).form(Mood.GERUND) == gerund


def test_number_words():
    assert [number_word(n) for n in (0, 3, 20, 21)] == ["zero", "tre", "venti", "21"]


@pytest.mark.parametrize("word", ["Rivalità", "rivalitá", "RIVALITA'", "Rivalita’", "rivalità"])
def test_one_word_has_one_key(word):
    assert fold(word) == "rivalità"


def test_words_are_cut_at_elisions():
    assert words_of("dell’ospite di un'Ombra") == ("dell'", "ospite", "di", "un'", "Ombra")
    assert keys_of("Finche' non puo'") == ("finché", "non", "può")
