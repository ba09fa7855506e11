"""From productions of the grammar to syntax nodes. A builder gets what the children are and yields what the whole may be.

Agreement is checked here, by features: what does not agree is kept with a violation. Attachments that are not the canonical
one (a complement after an open clause, a place inside a noun phrase) carry a cost, and the cheapest reading is taken.
"""

from . import calculations as calculations
from . import clauses as clauses
from . import complements as complements
from . import determiners as determiners
from . import lists as lists
from . import modifiers as modifiers
from . import sentences as sentences
from . import verbs as verbs
from .building import BUILDERS as BUILDERS
