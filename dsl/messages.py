"""The words of every problem by its code, in one table.

F… files, B… blocks, D… declarations, S… sentences (their words are made where they are found), C… checks of the whole, P… what cannot
be made into a program; Q… the scenes (their words are made where they are found).
"""

# ruff: noqa: E501 - one message a line
from __future__ import annotations

from typing import Final

from attrs import frozen

from .diagnostics import Diagnostic, Label, Severity
from .source import Span


@frozen
class Message:
    """A problem's words: a template of its message and, often, what to do."""

    text: str
    hint: str = ""
    severity: Severity = Severity.ERROR


_WARNING: Final = Severity.WARNING

MESSAGES: Final[dict[str, Message]] = {
    # files
    "F001": Message("il file non si può leggere: {detail}"),
    "F002": Message("il file è troppo grande: {detail}"),
    "F003": Message("il file non è testo UTF-8: {detail}", "salva il file come UTF-8"),
    "F004": Message("il file è vuoto", "un file comincia con «gioco NOME», «regole NOME», «parole NOME per GIOCO» o «mazzo NOME per GIOCO»"),
    "F005": Message("non so che cosa sia questo file: {detail}", "un gioco è un .gioco, regole che un gioco prende un .regole, le parole di un mazzo un .parole, un mazzo un .mazzo, le scene un .scena"),
    "F006": Message("in questa cartella non c'è un .gioco: {detail}", "le regole di un gioco stanno in un .gioco, accanto ai suoi mazzi"),
    "F007": Message("in questa cartella ci sono più giochi: {detail}", "ogni gioco sta in una cartella sua"),
    "F008": Message("il gioco «{name}» non si trova", "il .gioco deve stare nella stessa cartella o in una che la contiene"),
    "F009": Message("le parole «{name}» non si trovano", "il .parole deve stare nella cartella del gioco"),
    "F010": Message("questo file è per «{name}», e qui il gioco è «{wanted}»", "un mazzo sta nella cartella del suo gioco"),
    "F270": Message("le regole «{name}» non si trovano", "il .regole deve stare nella cartella del gioco, o in quella comune accanto"),
    "F271": Message("le regole «{name}» prendono se stesse", "due file di regole non si prendono a vicenda"),
    # blocks
    "B001": Message("qui comincia un blocco, e «{word}» non è una parola che ne comincia uno", "i blocchi sono: {known}"),
    "B002": Message("questa riga è rientrata, ma sopra non c'è nulla a cui appartenga", "un blocco comincia in principio di riga"),
    "B003": Message("questo rientro non torna a nessuna delle righe sopra", "ogni livello rientra di quattro spazi"),
    "B004": Message("questa riga rientra con un tabulatore, che si legge come quattro spazi{others}", "usa quattro spazi: «detto fmt» li mette da sé", _WARNING),
    "B005": Message("questa riga sta dentro troppe altre", "un testo non scende oltre {limit} livelli"),
    "B006": Message("manca il nome dopo «{word}»", "scrivilo sulla stessa riga: «{word} NOME»"),
    "B007": Message("«{word}» non è una qualità che «{heading}» conosce", "qui possono stare: {known}"),
    "B008": Message("«{word}» non si intende qui", "qui può stare: {expected}"),
    "B010": Message("riga troppo lunga: {length} caratteri", "una riga non passa i {limit} caratteri"),
    "B012": Message("il file ha troppe righe: {lines}", "un file non passa le {limit} righe"),
    # declarations
    "D001": Message("«{question}» non è una domanda di «{heading}»", "le domande sono: {known}"),
    "D002": Message("a «{question}» non si risponde «{answer}»", "le risposte sono: {known}"),
    "D003": Message("manca la riga «{question}:»", "le risposte sono: {known}"),
    "D004": Message("«{question}» c'è già in questo blocco", "tienine uno, o uniscili"),
    "D271": Message("«{name}» è per ogni parola di «{value}», e di quella parola non dice nulla", "dilla con «di quel …», «di quella …»: è ogni volta un'altra"),
    "D270": Message("nelle regole «{rules}» non c'è un blocco «{name}»", "«al posto di» sta dopo il nome di un blocco che quelle regole hanno"),
    "D006": Message("«{name}» non è una zona del gioco", "le zone sono: {known}"),
    "D009": Message("«{name}» è già dichiarato"),
    "D010": Message("il valore «{value}» non ha il membro «{name}»", "i membri sono: {known}"),
    "D011": Message("a «{question}:» manca la risposta", "le risposte sono: {known}"),
    "D012": Message("«{heading}» vuole frasi sotto di sé", "scrivile nelle righe che seguono, più rientrate"),
    "D014": Message("in «{row}» le caselle non sono quante le colonne della tavola: {found} invece di {wanted}"),
    "D015": Message("qui ci vuole una domanda di «{heading}», con la sua risposta", "le domande sono: {known}"),
    "D026": Message("dopo «{question}» mancano i due punti"),
    "D027": Message("«{name}» è un valore: sta nella riga dei valori, senza i due punti"),
    "D028": Message("la riga «{name}» sta in principio di riga{others}, come il nome di una carta", "se è della carta di sopra, falla rientrare di quattro spazi"),
    "D029": Message("il nome «{name}» finisce con i due punti", "i due punti li ha il nome di un testo, sotto quello della carta", _WARNING),
    "D016": Message("«{name}» è una parola della lingua: un gioco non la dichiara di nuovo", "scegli un altro nome"),
    "D018": Message("«{name}» non è un testo delle carte di questo gioco", "i testi sono: {known}"),
    "D020": Message("«{name}» non è un infinito", "un verbo si dichiara con l'infinito, come «accendere»"),
    "D021": Message("«{word}» non si intende tra i valori di una carta", "un valore si scrive con il suo numero o con una sua parola: {known}"),
    "D022": Message("manca il valore «{value}» della carta «{card}»", "{detail}"),
    "D023": Message("il valore «{value}» è scritto due volte", "tienine uno"),
    "D025": Message("il mazzo ha troppe carte: {found}", "un mazzo non passa le {limit} carte"),
    "D024": Message("manca il blocco «{heading}»", "un file comincia con «gioco …», con «parole … per …» o con «mazzo … per …»"),
    "D030": Message("«{name}» è già un'altra parola: non può essere un refuso", "un refuso è un modo di scrivere che non vuol dire altro"),
    "D050": Message("«{wording}» non ripete tutto ciò che «contiene:» dice prima, dal primo all'ultimo", "ciò che si ripete sta da solo in un periodo suo: «contiene: {part}, {part} dopo {part}», con «finisce appena: …» se dopo viene altro"),
    "D051": Message("«{wording}» non dice come sta ciò a cui si fa", "il soggetto è già quello, e non si dice di nuovo: «di chi: è …», «di chi: ha …»"),
    "X200": Message("«{name}» non è un posto", "i posti si dichiarano con «posti:» in una zona: {known}"),
    "X201": Message("una zona non ha {found} posti", "da 1 a {most}, oppure i loro nomi"),
    "X202": Message("«{answer}» conta posti che hanno un nome e non un numero", "scrivi i posti per nome, uno per uno"),
    "X220": Message("«{name}» non è un'azione del gioco", "le azioni sono: {known}"),
    # sentences
    "S999": Message("questa frase non si riesce a leggere ({kind}): è un difetto di Detto Fatto, non della frase"),
    # what has no program
    "P001": Message("la macchina non sa ancora fare questa frase ({detail})", "si intende, ma in partita non farebbe nulla: scrivila con altre parole"),
    # checks of the whole
    "C001": Message("«{name}» è il nome di due carte", "in questo gioco le carte sono tutte diverse"),
    "C002": Message("il mazzo «{name}» ha {found} carte, e il gioco ne vuole {wanted}", "aggiungi o togli carte, o cambia il numero nella riga «mazzo:» del gioco"),
    "C003": Message("la parola chiave «{name}» non dice nulla", "scrivi sotto di essa che cosa fa una carta che la ha"),
    "C004": Message("il verbo «{name}» non fa nulla, e nessuna frase lo nomina", "scrivi i suoi passi, o toglilo", _WARNING),
    "C005": Message("il periodo «{name}» non comincia mai", "nominalo in «contiene:» di un altro periodo, o fallo cominciare con «comincia …»", _WARNING),
    "C006": Message("la finestra «{name}» non si apre mai", "aprila nei passi di un periodo o di un verbo: «si apre la finestra {name}»", _WARNING),
    "C007": Message("un testo di «{name}» risveglia se stesso: «{verb}» fa di nuovo «{verb}»", "aggiungi «puoi», una condizione o un limite", _WARNING),
    "C008": Message("questa condizione non può mai essere vera", "una delle due parti nega l'altra: togline una, o scrivi «o» al posto di «e»", _WARNING),
    "C009": Message("«{name}» fissa due volte «{value}», e vale solo l'ultima", "tieni la frase che vale, o di' con «se …» quando vale ciascuna", _WARNING),
    "C010": Message("nessuna frase nomina la zona «{name}»", "scrivi che cosa ci va, o toglila", _WARNING),
    "C011": Message("nessuna parola chiave «{name}» dice quando si usa il testo {text}", "scrivi «parola chiave {name}», e sotto quando il testo si usa", _WARNING),
    "C012": Message("nulla dà lo stato «{name}»", "fallo dare da una frase («… diventa …»), o di' che comincia così", _WARNING),
    "C013": Message("«{name}» e «{other}» fissano «{value}» della stessa carta, e nulla dice chi vale", "dillo nell'ordine dei valori («fissa: l'ultimo usato»), o separa le carte di cui parlano", _WARNING),
    "C014": Message("«{name}» e «{other}» dicono con «sempre» il contrario l'una dell'altra: {value}", "dillo nell'ordine dei valori o dei permessi, o togli un «sempre»", _WARNING),
    "C015": Message("questi testi si risvegliano a vicenda, senza fine: {names}", "fanno {verbs}: aggiungi «puoi», una condizione o un limite a uno di essi", _WARNING),
    "C016": Message("questa condizione non può mai essere vera qui: {why}", "togli la frase, o cambia la condizione", _WARNING),
    "C017": Message("questa condizione {what}: {why}", "togli la condizione: la frase dirà lo stesso", _WARNING),
    "C018": Message("nessuno può giocare «{name}»", "nessuna azione la prende e nessun effetto la gioca", _WARNING),
    "C019": Message("nessuna carta ha la parola chiave «{name}»", "dalla a una carta, o toglila", _WARNING),
    "C020": Message("nessuna carta e nessuna frase dice «{name}»", "è una parola del valore «{value}»", _WARNING),
    "C021": Message("nessuna frase guarda lo stato «{name}»", "scrivi che cosa cambia per chi lo ha, o toglilo", _WARNING),
    "C022": Message("nulla legge mai il valore «{name}»", "scrivi che cosa fa dipendere da esso il gioco, o toglilo", _WARNING),
    "C023": Message("«{name}» fa scegliere qualcosa, e poi non ne parla più", "di' che cosa succede a ciò che si sceglie", _WARNING),
    "C024": Message("questo effetto non cambia nulla: {why}", "togli la frase, o scrivi che cosa deve cambiare", _WARNING),
    "C025": Message("questa durata non dura nulla: {why}", "togli la durata, o dalla a ciò che resta", _WARNING),
    "C026": Message("«{name}» aspetta un evento che nessuno provoca: {verb}", "scrivi chi lo provoca, o aspetta un altro fatto", _WARNING),
    "C027": Message("questa quantità non ha senso: {why}", "scrivi un numero che si può fare", _WARNING),
    "C028": Message("«{name}» è uguale a «{other}» in tutto tranne che nel nome", "cambia una delle due, o lasciane una sola", _WARNING),
    "C029": Message("«{name}» dice in altre parole lo stesso di «{other}»", "qui si dice «{wording}»", _WARNING),
    "C030": Message("nessuna scena si accorge di «{name}»", "scrivi una scena che senza di essa va altrimenti", _WARNING),
    "C031": Message("nessuno può pagare l'azione «{name}»", "costa {wanted} ({value}), e non se ne hanno mai più di {found}", _WARNING),
    "C032": Message("nessuna carta ha l'etichetta «{name}»", "scrivila su una carta, o toglila", _WARNING),
    "C033": Message("questa durata non finisce mai: {why}", "di' in quale tempo, aspetta ciò che può cambiare, o togli la durata", _WARNING),
    "C034": Message("la tavola «{name}» ha «{word}», che non è una parola di «{value}»", "nessun mazzo ha questa parola: correggila, o togli la riga", _WARNING),
    "C035": Message("«{name}» non prende mai parte a «{verb}» così", "questa carta non è di quelle che il verbo vuole: dillo di un'altra carta", _WARNING),
    "C036": Message("«{name}» comincia, e nulla dice di chi è il primo «{other}»", "fa' cominciare quello, e di' di chi è, come in «comincia il turno di Primo»: ciò che lo contiene comincia con esso"),
    "C037": Message("la preparazione non fa cominciare nulla: la partita finisce lì", "finisca con una riga come «comincia il turno di Primo»; qui il periodo è «{name}»", _WARNING),
    "C038": Message("nella preparazione nessuno è «tu»", "di' chi lo fa: «ogni giocatore …», o il nome di chi è stato tirato a sorte («Primo …»)"),
    "C039": Message("nulla dice da dove si sceglie: può essere una carta qualsiasi della partita, anche nascosta", "di' in che zona, scrivi «da:» sotto il verbo, o dichiara un «luogo»", _WARNING),
    "C040": Message("nulla fa finire la partita: «{name}» va avanti giro dopo giro", "scrivi quando: «se …, la partita finisce», un giocatore che «perde la partita», o «dopo: …» sotto «fine della partita»", _WARNING),
    "C041": Message("il verbo «{name}» fa se stesso, senza fine: {verbs}", "di' con altri verbi che cosa succede, o aggiungi una condizione che prima o poi non vale più", _WARNING),
    "C042": Message("«{name}» sta in: {zone}, e «{verb}» prende da: {taken}; l'azione non si offre mai", "scegli dove il verbo prende, usa un altro verbo, o di' dove va («{name} va …»)", _WARNING),
    # decks of one player each, and more players than two
    "X230": Message("una parte di un mazzo sta in una zona di ogni giocatore, e «{zone}» non lo è", "le zone di ogni giocatore sono: {known}"),
    "X231": Message("«{name}» non è una parola di alcun valore stampato", "le parole sono: {known}"),
    "X232": Message("di una carta non ce ne possono essere {found}", "scrivi un numero da 1 a {limit}"),
    "X233": Message("il mazzo di questo gioco non ha una parte «{name}»", "le parti sono: {known}"),
    "X234": Message("«{name}» sta prima di ogni parte del mazzo", "scrivi sopra di essa «parte …»: le parti sono {known}"),
    "X235": Message("nessun mazzo di questo gioco stampa «{name}»", "scrivi sotto il nome i suoi valori e i suoi testi, o il nome di una carta stampata in un altro mazzo"),
    "X236": Message("«{name}» è {found} volte nel mazzo, e il gioco ne ammette {wanted}", "togli le copie in più, o cambia il numero nel gioco"),
    "X237": Message("«{name}» non può stare nella parte «{part}»", "una carta di quella parte {wanted}"),
    "X270": Message("nel mazzo {name} le carte «{kind}» sono {found}, e il gioco ne vuole {wanted}", "aggiungine o toglile, o cambia il numero nel gioco"),
    "X271": Message("«{name}» ha {word}, che nessuna carta di questo mazzo le concede", "toglila, o aggiungi una carta che abbia quella parola dove il gioco la cerca"),
    "X238": Message("«{name}» è stampata anche in un altro mazzo", "stampala in uno solo; nell'altro basta il nome: «1 × {name}»"),
}  # fmt: skip


def problem(
    code: str,
    span: Span | None = None,
    *,
    note: str = "",
    labels: tuple[Label, ...] = (),
    suggestions: tuple[str, ...] = (),
    **facts: object,
) -> Diagnostic:
    """The problem of a code at a place, its words filled with facts."""
    message = MESSAGES[code]
    facts |= {name: shortened(str(facts[name])) for name in _WRITTEN if name in facts}
    return Diagnostic(
        code=code,
        message=message.text.format(**facts),
        span=span,
        severity=message.severity,
        note=note,
        labels=labels,
        hint=message.hint.format(**facts),
        suggestions=suggestions,
    )


#: What a message repeats of a text: of something long only the beginning.
_WRITTEN: Final = ("answer", "word", "name", "question")
_LONGEST: Final = 90


def shortened(text: str) -> str:
    """A text that is not too long to be read in a message."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
