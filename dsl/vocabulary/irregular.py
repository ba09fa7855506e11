"""Irregular forms of Italian itself: tables only. A game's own irregular forms are declared in its text."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

#: Plurals that no rule gives.
NOUN_PLURALS: Final[dict[str, str]] = {
    "uomo": "uomini", "dio": "dei", "bue": "buoi", "tempio": "templi", "uovo": "uova", "dito": "dita", "braccio": "braccia",
    "paio": "paia", "arma": "armi", "ala": "ali", "mano": "mani", "amico": "amici", "nemico": "nemici", "zio": "zii",
    "rinvio": "rinvii", "avvio": "avvii", "invio": "invii", "moglie": "mogli", "superficie": "superfici", "centinaio": "centinaia",
    "migliaio": "migliaia", "osso": "ossa", "porco": "porci", "greco": "greci", "addio": "addii", "leggio": "leggii", "eco": "echi",
}  # fmt: skip
INVARIABLE_NOUNS: Final = frozenset(
    {"foto", "moto", "auto", "radio", "cinema", "re", "gru", "serie", "specie", "boia", "gorilla"}
)

#: -ire verbs without -isc- in the present, by their endings; all others have it (colpire, finire, ferire).
PLAIN_IRE: Final = (
    "vertire", "frire", "aprire", "coprire", "partire", "sentire", "dormire", "seguire", "servire", "vestire", "fuggire",
    "bollire", "mentire", "pentire", "sortire", "cucire", "nutrire",
)  # fmt: skip

#: Past participles that endings do not give; a name longer than five letters also serves its compounds.
PARTICIPLES: Final[dict[str, str]] = {
    "vendere": "venduto", "rispondere": "risposto", "nascondere": "nascosto", "fondere": "fuso", "stringere": "stretto",
    "perdere": "perso", "scrivere": "scritto", "vivere": "vissuto", "nascere": "nato", "chiedere": "chiesto", "vedere": "visto",
    "concedere": "concesso", "succedere": "successo", "aprire": "aperto", "coprire": "coperto", "offrire": "offerto",
    "soffrire": "sofferto", "ridere": "riso", "credere": "creduto", "cedere": "ceduto", "eccedere": "ecceduto",
    "cadere": "caduto", "godere": "goduto", "temere": "temuto", "premere": "premuto", "chiudere": "chiuso", "esistere": "esistito",
    "assistere": "assistito", "resistere": "resistito", "esplodere": "esploso", "rodere": "roso", "dipendere": "dipeso",
    "espellere": "espulso", "assumere": "assunto", "riassumere": "riassunto", "redimere": "redento", "cuocere": "cotto",
    "discutere": "discusso", "esprimere": "espresso", "invadere": "invaso", "assolvere": "assolto", "devolvere": "devoluto",
    "evolvere": "evoluto", "emergere": "emerso", "immergere": "immerso", "spargere": "sparso", "dirigere": "diretto",
}  # fmt: skip

#: Past participles by ending, tried in order.
PARTICIPLE_SUFFIXES: Final[tuple[tuple[str, str], ...]] = (
    ("ompere", "otto"), ("endere", "eso"), ("ondere", "uso"), ("idere", "iso"), ("udere", "uso"), ("eggere", "etto"),
    ("iggere", "itto"), ("uggere", "utto"), ("gliere", "lto"), ("incere", "into"), ("ingere", "into"), ("ungere", "unto"),
    ("angere", "anto"), ("orgere", "orto"), ("olgere", "olto"), ("olvere", "olto"), ("orrere", "orso"), ("ettere", "esso"),
    ("uovere", "osso"), ("rdere", "rso"), ("rimere", "resso"), ("orre", "osto"), ("arre", "atto"), ("urre", "otto"),
    ("scere", "sciuto"), ("acere", "aciuto"), ("alere", "also"), ("istere", "istito"),
)  # fmt: skip

#: Verbs whose compound tenses take «essere» (all others take «avere»; a reflexive always takes «essere»).
ESSERE_AUXILIARY: Final = frozenset(
    [
        "andare",
        "arrivare",
        "avvenire",
        "bastare",
        "cadere",
        "comparire",
        "costare",
        "crescere",
        "diventare",
        "divenire",
        "durare",
        "emergere",
        "entrare",
        "esistere",
        "essere",
        "evadere",
        "giungere",
        "intervenire",
        "morire",
        "nascere",
        "parere",
        "partire",
        "passare",
        "piacere",
        "restare",
        "ricadere",
        "rientrare",
        "rimanere",
        "rinascere",
        "risalire",
        "ritornare",
        "riuscire",
        "risorgere",
        "salire",
        "scadere",
        "scappare",
        "scendere",
        "scomparire",
        "sfuggire",
        "sorgere",
        "sparire",
        "stare",
        "succedere",
        "tornare",
        "uscire",
        "venire",
    ]
)

#: -iare verbs that stress the i, and keep both: avvii, invii.
STRESSED_I: Final = frozenset({"avviare", "inviare", "rinviare", "deviare", "spiare", "sciare", "espiare", "obliare"})

#: The stem of the gerund of contracted infinitives.
GERUND_STEMS: Final[dict[str, str]] = {
    "porre": "pon", "trarre": "tra", "durre": "duc", "bere": "bev", "dire": "dic", "fare": "fac", "contraddire": "contraddic", "soddisfare": "soddisfac", "disfare": "disfac",
    "rifare": "rifac", "sopraffare": "sopraffac",
}  # fmt: skip

#: Second person imperatives that are not the present («voi» after the name for the plural).
IMPERATIVES: Final[dict[str, str]] = {
    "essere": "sii", "essere voi": "siate", "avere": "abbi", "avere voi": "abbiate", "sapere": "sappi", "sapere voi": "sappiate",
    "dire": "di'", "dare": "dai", "fare": "fai", "stare": "stai", "andare": "vai",
}  # fmt: skip


@frozen
class IrregularVerb:
    """What of a verb no rule gives; an empty part follows the rule."""

    present: tuple[str, ...] = ()
    future: str = ""
    past: str = ""  # the stem of the imperfect: face-, pone-
    participle: str = ""
    subjunctive: tuple[str, ...] = ()
    past_subjunctive: str = ""
    imperfect: tuple[str, ...] = ()

    def prefixed(self, prefix: str) -> IrregularVerb:
        """The same parts of a compound: tenere → man+tenere."""

        def put(part: str) -> str:
            return prefix + part if part else ""

        return evolve(
            self,
            present=tuple(put(form) for form in self.present),
            future=put(self.future),
            past=put(self.past),
            participle=put(self.participle),
            subjunctive=tuple(put(form) for form in self.subjunctive),
            past_subjunctive=put(self.past_subjunctive),
            imperfect=tuple(put(form) for form in self.imperfect),
        )


def _verb(present: str, future: str = "", past: str = "", participle: str = "", **more: str) -> IrregularVerb:
    return IrregularVerb(
        present=tuple(present.split()),
        future=future,
        past=past,
        participle=participle,
        subjunctive=tuple(more.get("subjunctive", "").split()),
        past_subjunctive=more.get("past_subjunctive", ""),
        imperfect=tuple(more.get("imperfect", "").split()),
    )


VERBS: Final[dict[str, IrregularVerb]] = {
    "essere": _verb(
        "sono sei è siamo siete sono",
        "sar",
        "",
        "stato",
        subjunctive="sia sia sia siamo siate siano",
        past_subjunctive="fo",
        imperfect="ero eri era eravamo eravate erano",
    ),
    "avere": _verb("ho hai ha abbiamo avete hanno", "avr", subjunctive="abbia abbia abbia abbiamo abbiate abbiano"),
    "potere": _verb("posso puoi può possiamo potete possono", "potr", subjunctive="possa possa possa possiamo possiate possano"),
    "dovere": _verb("devo devi deve dobbiamo dovete devono", "dovr", subjunctive="debba debba debba dobbiamo dobbiate debbano"),
    "volere": _verb("voglio vuoi vuole vogliamo volete vogliono", "vorr", subjunctive="voglia voglia voglia vogliamo vogliate vogliano"),
    "sapere": _verb("so sai sa sappiamo sapete sanno", "sapr", subjunctive="sappia sappia sappia sappiamo sappiate sappiano"),
    "andare": _verb("vado vai va andiamo andate vanno", "andr", subjunctive="vada vada vada andiamo andiate vadano"),
    "venire": _verb("vengo vieni viene veniamo venite vengono", "verr", "", "venuto"),
    "fare": _verb("faccio fai fa facciamo fate fanno", "far", "face", "fatto"),
    "dare": _verb("do dai dà diamo date danno", "dar", "", "dato", subjunctive="dia dia dia diamo diate diano", past_subjunctive="de"),
    "stare": _verb("sto stai sta stiamo state stanno", "star", "", "stato", subjunctive="stia stia stia stiamo stiate stiano", past_subjunctive="ste"),
    "dire": _verb("dico dici dice diciamo dite dicono", "dir", "dice", "detto"),
    "uscire": _verb("esco esci esce usciamo uscite escono"),
    "morire": _verb("muoio muori muore moriamo morite muoiono", "", "", "morto"),
    "salire": _verb("salgo sali sale saliamo salite salgono"),
    "apparire": _verb("appaio appari appare appariamo apparite appaiono", "", "", "apparso"),
    "comparire": _verb("compaio compari compare compariamo comparite compaiono", "", "", "comparso"),
    "tenere": _verb("tengo tieni tiene teniamo tenete tengono", "terr"),
    "rimanere": _verb("rimango rimani rimane rimaniamo rimanete rimangono", "rimarr", "", "rimasto"),
    "scegliere": _verb("scelgo scegli sceglie scegliamo scegliete scelgono"),
    "togliere": _verb("tolgo togli toglie togliamo togliete tolgono"),
    "cogliere": _verb("colgo cogli coglie cogliamo cogliete colgono"),
    "sciogliere": _verb("sciolgo sciogli scioglie sciogliamo sciogliete sciolgono"),
    "porre": _verb("pongo poni pone poniamo ponete pongono", "porr", "pone", "posto"),
    "trarre": _verb("traggo trai trae traiamo traete traggono", "trarr", "trae", "tratto"),
    "durre": _verb("duco duci duce duciamo ducete ducono", "durr", "duce", "dotto"),
    "bere": _verb("bevo bevi beve beviamo bevete bevono", "berr", "beve", "bevuto"),
    "sedere": _verb("siedo siedi siede sediamo sedete siedono"),
    "vedere": _verb("vedo vedi vede vediamo vedete vedono", "vedr", "", "visto"),
    "cadere": _verb("cado cadi cade cadiamo cadete cadono", "cadr"),
    "vivere": _verb("vivo vivi vive viviamo vivete vivono", "vivr", "", "vissuto"),
    "valere": _verb("valgo vali vale valiamo valete valgono", "varr", "", "valso"),
    "cuocere": _verb("cuocio cuoci cuoce cociamo cocete cuociono", "", "", "cotto"),
    "giacere": _verb("giaccio giaci giace giacciamo giacete giacciono"),
    "piacere": _verb("piaccio piaci piace piacciamo piacete piacciono"),
    "udire": _verb("odo odi ode udiamo udite odono"),
    "rifare": _verb("rifaccio rifai rifà rifacciamo rifate rifanno", "rifar", "riface", "rifatto"),
    "disfare": _verb("disfaccio disfai disfa disfacciamo disfate disfano", "disfar", "disface", "disfatto"),
    "soddisfare": _verb("soddisfo soddisfi soddisfa soddisfiamo soddisfate soddisfano", "soddisfar", "soddisface", "soddisfatto"),
    "sopraffare": _verb("sopraffaccio sopraffai sopraffà sopraffacciamo sopraffate sopraffanno", "sopraffar", "soprafface", "sopraffatto"),
    "ridare": _verb("rido ridai ridà ridiamo ridate ridanno", "ridar", "", "ridato", subjunctive="ridia ridia ridia ridiamo ridiate ridiano", past_subjunctive="ride"),
}  # fmt: skip

#: Irregular verbs whose compounds are conjugated like them, longest first; the short ones are too often a mere ending (mandare).
VERB_COMPOUNDS: Final = (
    "scegliere", "sciogliere", "togliere", "cogliere", "rimanere", "venire", "tenere", "porre", "trarre", "durre", "sedere", "vedere",
    "cadere", "vivere", "valere", "uscire", "morire", "salire",
)  # fmt: skip
