"""The words of Italian that no game declares: each line is ``TERMINAL meaning: forms``, a form with its gender and number.

``ms fs mp fp`` tell gender and number; ``s p m f`` one of them; nothing means any. The terminals are those of
``grammars/*.lark``; the meaning is an English name by which the readers of the tree know the word.
"""

from __future__ import annotations

from typing import Final

TABLE: Final = """
DEF the: il/ms lo/ms la/fs l'/s i/mp gli/mp le/fp
INDEF one: un/ms uno/ms una/fs un'/fs
ONE one: uno/ms una/fs
POSSESSIVE your: tuo/ms tua/fs tuoi/mp tue/fp
POSSESSIVE its: suo/ms sua/fs suoi/mp sue/fp
POSSESSIVE own: proprio/ms propria/fs propri/mp proprie/fp
POSSESSIVE their: loro rispettivo/ms rispettiva/fs rispettivi/mp rispettive/fp
THIS this: questo/ms questa/fs questi/mp queste/fp quest'/s
THAT that: quello/ms quella/fs quel/ms quell'/s quei/mp quegli/mp quelli/mp quelle/fp
OTHER other: altro/ms altra/fs altri/mp altre/fp
ALL all: tutto/ms tutta/fs tutti/mp tutte/fp
EACH each: ogni/s ciascun/ms ciascuno/ms ciascuna/fs ciascun'/fs
EACH_ONE each: ciascuno/ms ciascuna/fs ognuno/ms ognuna/fs
BOTH both: entrambi/mp entrambe/fp
NO no: nessun/ms nessuno/ms nessuna/fs nessun'/fs alcun/ms alcuno/ms alcuna/fs alcun'/fs
NOBODY nobody: nessuno/ms nessuna/fs
ANY any: qualsiasi qualunque
SOME some: alcuni/mp alcune/fp qualche/s
ONLY only: solo soltanto solamente esclusivamente unicamente
SOLE only: unico/ms unica/fs unici/mp uniche/fp
ONLY_ADJECTIVE only: sola/fs soli/mp sole/fp
DOWN down: giù
SAME same: stesso/ms stessa/fs stessi/mp stesse/fp medesimo/ms medesima/fs
DIFFERENT different: diverso/ms diversa/fs diversi/mp diverse/fp differente/s differenti/p
ORIGINAL printed: originale/s originali/p
TARGET target: bersaglio/ms bersagli/mp
OPPOSING opposing: avversario/ms avversaria/fs avversari/mp avversarie/fp
OPPOSITE opposite: opposto/ms opposta/fs opposti/mp opposte/fp
NOTHING nothing: nulla niente
N_OPPONENT opponent: avversario/ms avversari/mp
N_PLAYER player: giocatore/ms giocatori/mp
GREATER greater: maggiore/s maggiori/p superiore/s superiori/p
GREATER less: minore/s minori/p inferiore/s inferiori/p
HIGH greater: alto/ms alta/fs alti/mp alte/fp
HIGH less: basso/ms bassa/fs bassi/mp basse/fp
MORE more: più
MORE less: meno
VERY very: molto
AT_LEAST at_least: almeno
EXACTLY exactly: esattamente
MAXIMUM maximum: massimo/ms
EQUAL equal: uguale/s uguali/p pari
EVEN even: pari
EVEN odd: dispari
EMPTY empty: vuoto/ms vuota/fs vuoti/mp vuote/fp
FREE_SPOT free: libero/ms libera/fs liberi/mp libere/fp
FREE_SPOT taken: occupato/ms occupata/fs occupati/mp occupate/fp
ARRIVED arrived: arrivato/ms arrivata/fs arrivati/mp arrivate/fp
LAST last: ultimo/ms ultima/fs ultimi/mp ultime/fp scorso/ms scorsa/fs
FIRST first: primo/ms prima/fs primi/mp prime/fp
SECOND second: secondo/ms seconda/fs secondi/mp seconde/fp
NEXT next: prossimo/ms prossima/fs prossimi/mp prossime/fp
TOP top: cima/fs
BOTTOM bottom: fondo/ms
N_ZONE zona: zona/fs zone/fp
N_NUMBER number: numero/ms
N_TOTAL total: totale/ms somma/fs
N_DOUBLE double: doppio/ms
N_DOUBLE triple: triplo/ms
N_HALF half: metà/fs
DIVIDED divided: diviso/ms divisa/fs divisi/mp divise/fp
N_DIFFERENCE difference: differenza/fs
ROUNDED rounded: arrotondato/ms arrotondata/fs arrotondati/mp arrotondate/fp
EXCESS up: eccesso/ms
EXCESS down: difetto/ms
AS_MANY as_many: altrettanto/ms altrettanta/fs altrettanti/mp altrettante/fp
HOW_MANY how_many: quanto/ms quanta/fs quanti/mp quante/fp
SO_MANY so_many: tanto/ms tanta/fs tanti/mp tante/fp
TIME time: volta/fs volte/fp
CHOICE choice: scelta/fs
CHANCE chance: caso/ms
N_TEXT effect: effetto/ms effetti/mp
N_TEXT text: testo/ms testi/mp
N_ABILITIES abilities: abilità/f
N_DIE die: dado/ms risultato/ms
N_WINDOW window: finestra/fs
N_END end: fine/fs termine/ms
N_START start: inizio/ms
PART side: parte/fs
LOT lot: sorte/fs
PLURAL_NUMBER two: entrambi/mp entrambe/fp
DETTO called: detto/ms detta/fs detti/mp dette/fp
CHOSEN chosen: scelto/ms scelta/fs scelti/mp scelte/fp
PRONOUN it: esso/ms essa/fs essi/mp esse/fp lui/ms lei/fs
PRONOUN they: loro/p
YOU you: te tu
WHO who: chi
LATER later: successivo/ms successiva/fs successivi/mp successive/fp seguente/s seguenti/p
LATER earlier: precedente/ms precedente/fs precedenti/mp precedenti/fp
ADDITIONAL additional: aggiuntivo/ms aggiuntiva/fs aggiuntivi/mp aggiuntive/fp
FACE face: faccia/fs
COVERED covered: coperto/ms coperta/fs coperti/mp coperte/fp
COVERED uncovered: scoperto/ms scoperta/fs scoperti/mp scoperte/fp
PLACEWORD place: posto/ms posizione/fs
AGREEMENT possible: possibile
N_ORDER order: ordine/ms
N_COST cost: costo/ms costi/mp
N_X x: x
WHERE where: dove

OF of: di d'
TO to: a ad
FROM from: da
IN in: in
ON on: su
WITH with: con
FOR for: per
AGAINST against: contro
AMONG among: tra fra
UNDER under: sotto
OVER over: sopra
DURING during: durante
WITHOUT without: senza
UNTIL_P until: fino
AS as: come
EXCEPT except: tranne eccetto salvo
BEFORE before: prima
AFTER after: dopo
INSTEAD instead: invece
FREE free: gratuitamente gratis
COSTS costs: costa costano
ALWAYS always: sempre
ONCE_AT at_once: subito immediatamente
ALSO also: anche inoltre
DIRECTLY directly: direttamente
EVER ever: mai
ALREADY already: già
ALREADY yet: ancora
ANYMORE anymore: più
NOT not: non
SI self: si s'
CLITIC it: lo/ms la/fs l'/s
CLITIC them: li/mp le/fp
CLITIC to_it: gli le/f
CLITIC of_them: ne
CLITIC there: ci c' vi
CLITIC you: ti
AND and: e ed ma
OR or: o oppure od
NOR nor: né
BOTH_AND both: sia
THEN then: poi quindi infine dopodiché
ELSE else: altrimenti sennò
HAVE_INF avere: aver
IF if: se
PROVIDED provided: purché
WHEN when: quando qualora
WHILE while: finché mentre fintanto
THAT_C that: che
WHICH which: cui
UNLESS unless: meno

COMMA comma: ,
COLON colon: :
SEMICOLON semicolon: ;
SLASH slash: /
OPEN open: (
CLOSE close: )
QUOTE_OPEN quote: « “
QUOTE_CLOSE quote: » ”
QUOTE quote: "
"""

#: Fixed runs of words that are one word of the language: ``TERMINAL meaning: run | run``, with marks as in the table.
RUNS: Final = """
ORIGINAL base: di base
ADDITIONAL more: in più | extra
TARGET target: bersaglio legale/ms | bersagli legali/mp
SAME_NAME same_name: con lo stesso nome | dello stesso nome
ADDITIONAL fewer: in meno
WHEN when: ogni volta che | ogniqualvolta | tutte le volte che | non appena | nel caso in cui | nei casi in cui
AFTER_THAT after: dopo che
BEFORE_THAT before: prima che
FIRST_TIME_THAT first_time: la prima volta che
NEXT_TIME_THAT next_time: la prossima volta che
ELSE else: in caso contrario | se no
DID_IT did: se lo fate | in tal caso | in questo caso
DID_IT you: se lo fai | se fai ciò | se ci riesci | se lo hai fatto
DID_IT they: se lo fa | se fa ciò | se ci riesce | se lo ha fatto
DID_IT also: se hai pagato il costo aggiuntivo | se paghi il costo aggiuntivo | se il costo aggiuntivo è stato pagato
DID_IT also: se è stato pagato il costo aggiuntivo | se hai pagato il costo addizionale | se il costo addizionale è stato pagato
DID_NOT also: se non hai pagato il costo aggiuntivo | se il costo aggiuntivo non è stato pagato | se non paghi il costo aggiuntivo
DID_NOT did: se non lo fate | se non è possibile
DID_NOT you: se non lo fai | se non fai ciò | se non ci riesci | se non puoi farlo
DID_NOT they: se non lo fa | se non fa ciò | se non ci riesce | se non può farlo
WHILE while: fintanto che | fino a quando | fin quando
UNLESS_THAT unless: a meno che | salvo che
PROVIDED provided: a patto che | a condizione che
AT_RANDOM random: a caso | casualmente
FURTHER_COST further_cost: come costo aggiuntivo per giocare questa carta | come costo addizionale per giocare questa carta
FURTHER_COST further_cost: come costo aggiuntivo | come costo addizionale
SHARED shared: divisi tra | divisi fra | divisi a scelta tra | divisi a scelta fra
SHARED shared: divisi come preferisci tra | divisi come preferisci fra
SHARED shared: divise tra | divise fra | divise a scelta tra | divise a scelta fra
SHARED shared: divise come preferisci tra | divise come preferisci fra
SHARED shared: suddivisi tra | suddivisi fra | suddivisi a scelta tra | suddivisi a scelta fra
SHARED shared: suddivisi come preferisci tra | suddivisi come preferisci fra
SHARED shared: suddivise tra | suddivise fra | suddivise a scelta tra | suddivise a scelta fra
SHARED shared: suddivise come preferisci tra | suddivise come preferisci fra
SHARED shared: ripartiti tra | ripartiti fra | ripartiti a scelta tra | ripartiti a scelta fra
SHARED shared: ripartiti come preferisci tra | ripartiti come preferisci fra
SHARED shared: ripartite tra | ripartite fra | ripartite a scelta tra | ripartite a scelta fra
SHARED shared: ripartite come preferisci tra | ripartite come preferisci fra
SHARED shared: divisi come vuoi tra | divisi come vuoi fra | divisi a tua scelta tra | divisi a tua scelta fra
SHARED shared: divisi a piacere tra | divisi a piacere fra | divise come vuoi tra | divise come vuoi fra
SHARED shared: divise a tua scelta tra | divise a tua scelta fra | divise a piacere tra | divise a piacere fra
SHARED shared: suddivisi come vuoi tra | suddivisi come vuoi fra | suddivisi a tua scelta tra | suddivisi a tua scelta fra
SHARED shared: suddivisi a piacere tra | suddivisi a piacere fra | suddivise come vuoi tra | suddivise come vuoi fra
SHARED shared: suddivise a tua scelta tra | suddivise a tua scelta fra | suddivise a piacere tra | suddivise a piacere fra
SHARED shared: ripartiti come vuoi tra | ripartiti come vuoi fra | ripartiti a tua scelta tra | ripartiti a tua scelta fra
SHARED shared: ripartiti a piacere tra | ripartiti a piacere fra | ripartite come vuoi tra | ripartite come vuoi fra
SHARED shared: ripartite a tua scelta tra | ripartite a tua scelta fra | ripartite a piacere tra | ripartite a piacere fra
THIS_WAY this_way: in questo modo | in tal modo | così
UNDER_CONTROL yours: sotto il tuo controllo
UNDER_CONTROL theirs: sotto il controllo dell' avversario | sotto il controllo del tuo avversario | sotto il controllo di un avversario
UNDER_CONTROL theirs: sotto il controllo avversario
UNDER_CONTROL_OF whose: sotto il controllo
BY_LOT by_lot: a sorte
PRONOUN itself: se stessa | se stesso | sé stessa | sé stesso | se stesse | se stessi
IF_YOU_WANT want: se vuoi | se preferisci | se lo desideri | se lo vuoi
IF_YOU_WANT wants: se vuole | se preferisce | se lo desidera | se lo vuole | se vogliono | se preferiscono
ANY_ORDER any_order: in qualsiasi ordine | in qualunque ordine | nell' ordine che vuoi | nell' ordine che preferisci
IN_ORDER in_order: in ordine | nell' ordine
AT_MOST at_most: al massimo | al più
AS_IF as_if: come se
STARTING starting: a partire
EVEN_IF even_if: anche se | anche quando
INSTEAD_OF instead: invece di | al posto di | anziché | invece che | piuttosto che
INSTEAD instead: al suo posto | al loro posto | al posto suo
IN_ADDITION also: in aggiunta
IN_ALL in_all: in totale
FREE free: senza pagarne il costo | senza pagarne i costi | senza pagare il suo costo | senza pagare i loro costi | senza pagare il costo
UNDERWAY underway: in corso
ANY_MOMENT any_moment: in ogni momento | in qualsiasi momento | in qualunque momento
POSSIBLY possible: se possibile | se può | se possono
HOW_MANY_YOU_WANT any: quante ne vuoi | quanti ne vuoi | a piacere | quante ne vuole | quanti ne vuole
AS_YOU_WANT any: vuoi | vuole | vogliono | desideri
ANY_NUMBER any: un numero qualsiasi di | un qualsiasi numero di | qualsiasi numero di | un numero qualunque di
ONLY only: solo più
ON on: su di
ONCE_AT again: di nuovo
REST_OF this: il resto del | il resto della | il resto dello | il resto dell' | il resto di questo | il resto di questa
EITHER_WORD one_of_following: una delle seguenti | una delle seguenti opzioni | uno dei seguenti | uno dei seguenti effetti
FOLLOWING of_following: delle seguenti | delle seguenti opzioni | dei seguenti | dei seguenti effetti
"""

#: The verbs of paying.
PAYING: Final = frozenset(("pagare", "spendere"))
#: Verbs of the language: a game may give them a frame of its own, and need not declare them.
LANGUAGE_VERBS: Final = (
    "andare", "diventare", "aumentare", "diminuire", "scegliere", "mescolare", "cominciare", "iniziare", "finire",
    "passare", "tirare", "lanciare", "aprire", "contare", "considerare", "guardare", "mostrare", "rivelare",
    "ripetere", "raddoppiare", "dimezzare", "scambiare", "ottenere", "guadagnare", "perdere", "fare", "mettere",
    "rimettere", "aggiungere", "controllare", "possedere", "riuscire", "ignorare", "legare", "ridurre", "aggravare", "spostare",
    "entrare", "uscire", "lasciare", "vincere", "annullare", "valere", "restare", "cercare", "subire",
    "scadere", "pagare", "usare", "giocare", "prevenire", "ricevere", "acquistare", "acquisire", "dare", "assegnare", "conferire",
    "prendere", "riprendere", "rimescolare", "mischiare", "rimischiare", "durare", "spendere", "rimanere", "rendere", "saltare",
    "invertire",
)  # fmt: skip

#: The auxiliaries and the prefix of their terminals (BE_FIN, BE_INF …).
AUXILIARIES: Final = {
    "essere": "BE",
    "avere": "HAVE",
    "venire": "COME",
    "potere": "CAN",
    "dovere": "MUST",
    "stare": "STAY",
}

#: Numbers in words, beside the digits.
NUMBERS: Final = (
    "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici", "tredici",
    "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove", "venti",
)  # fmt: skip

#: English words of card texts that a designer may fall into, with the word of the language that is meant; what a game
#: calls its own things in English it declares itself.
ENGLISH: Final = {
    "card": "carta", "player": "giocatore", "opponent": "avversario", "effect": "effetto", "text": "testo",
    "ability": "abilità", "abilities": "abilità", "number": "numero", "die": "dado", "dice": "dado", "target": "bersaglio",
    "the": "il", "your": "tuo", "this": "questo", "that": "quello", "other": "altro", "another": "altro", "all": "tutto",
    "each": "ogni", "any": "qualsiasi", "if": "se", "when": "quando", "whenever": "quando", "and": "e", "or": "o", "then": "poi",
    "otherwise": "altrimenti", "instead": "invece", "with": "con", "without": "senza", "from": "da", "until": "fino", "can": "può",
    "two": "due", "three": "tre", "four": "quattro", "five": "cinque", "choose": "scegli", "shuffle": "mescola", "look": "guarda",
    "reveal": "rivela", "show": "mostra", "search": "cerca", "lose": "perdi",
}  # fmt: skip
