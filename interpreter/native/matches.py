"""What a match keeps besides its state, in C: the log in pages that copies share, and the way from a choice into the programs.

To Python a log looks as it does without C: the last entry and the log before it, or None.
"""

TOLD = r"""
/* A page of entries: of each its things and then, in one word, how many they are. What was written never changes; who tells
   more after another did from the same place begins a page of its own. From its end backwards, what must be given back some day. */
typedef struct Page {
    long users, used, room, from; /* from: where the page before ends */
    struct Page *before;
    O older;                      /* the log before the first page, as Python made it */
    O *held;                      /* the first of what must be given back */
    O things[];
} Page;
typedef struct { PyObject_HEAD Page *page; long at; } Told;
#define PAGE(told) (((Told *)(told))->page)
enum { MOST_THINGS = 56 };
#define WORD(n) ((O)(uintptr_t)(n)) /* at the end of an entry */
#define ROOM_FOR(n) (2 * (n) + 1)   /* its things, their word and what of it must be given back */
#define ROOM_IN(page) ((page)->held - (page)->things - (page)->used)
enum { FIRST_PAGE = 128, LAST_PAGE = 2048 };
static PyTypeObject Told_Type;
/* pages that nobody uses, of the room that those of trials and those of long logs have */
static struct { Page *first; long many; } free_pages[2];
enum { MOST_PAGES = 64 };
static void put_away(Page *page) {
    int large = page->room == LAST_PAGE;
    if ((!large && page->room != FIRST_PAGE) || free_pages[large].many == MOST_PAGES) { PyMem_Free(page); return; }
    page->before = free_pages[large].first;
    free_pages[large].first = page;
    free_pages[large].many++;
}
static void leave(Page *page) {
    while (page != NULL && --page->users == 0) {
        Page *before = page->before;
        for (O *x = page->held, *end = page->things + page->room; x < end; x++) drop(*x);
        xdrop(page->older);
        put_away(page);
        page = before;
    }
}
static void told_gone(O self) {
    leave(((Told *)self)->page);
    PyObject_Free(self);
}
static O new_told(Page *page, long at) { /* takes a use of the page */
    Told *told = PyObject_New(Told, &Told_Type);
    if (told == NULL) { leave(page); return NULL; }
    told->page = page;
    told->at = at;
    return (O)told;
}
static Page *new_page(long room) {
    int large = room == LAST_PAGE;
    Page *page = large || room == FIRST_PAGE ? free_pages[large].first : NULL;
    if (page != NULL) {
        free_pages[large].first = page->before;
        free_pages[large].many--;
    } else page = PyMem_Malloc(sizeof(Page) + room * sizeof(O));
    if (page == NULL) { PyErr_NoMemory(); return NULL; }
    page->users = 1;
    page->used = page->from = 0;
    page->room = room;
    page->held = page->things + room;
    page->before = NULL;
    page->older = NULL;
    return page;
}
static NOINLINE int own_page(O *told, long n) { /* the log at a page with so much room */
    O old = *told;
    long room = FIRST_PAGE;
    if (old != NULL && Py_TYPE(old) == &Told_Type) {
        Told *t = (Told *)old;
        if (t->page->used == t->at && ROOM_IN(t->page) >= n) { /* only shared */
            t->page->users++;
            O own_ = new_told(t->page, t->at);
            return own_ == NULL ? -1 : put(told, own_);
        }
        room = t->page->used == t->at && t->page->room < LAST_PAGE ? 2 * t->page->room : t->page->room;
    }
    Page *page = new_page(room < n ? n : room);
    if (page == NULL) return -1;
    if (old != NULL && Py_TYPE(old) == &Told_Type) {
        page->before = ((Told *)old)->page;
        page->before->users++;
        page->from = ((Told *)old)->at;
    }
    else page->older = own(old == NULL ? Py_None : old);
    O made = new_told(page, 0);
    return made == NULL ? -1 : put(told, made);
}
/* a thing of an entry; what lasts is not held */
static INLINE O told_thing(O x, Page *page) {
    if (!LASTING(x)) { x->ob_refcnt++; *--page->held = x; }
    return x;
}
/* takes the thing */
static INLINE O told_given(O x, Page *page) {
    if (!LASTING(x)) *--page->held = x;
    return x;
}
static NOINLINE O told_large(long v, Page *page) {
    O x = box_(v);
    return x == NULL ? Py_None : told_given(x, page);
}
static INLINE O told_number(long v, Page *page) {
    return LIKELY((size_t)(v - FEWEST) < MANY_SMALL) ? SMALL(v) : told_large(v, page);
}
/* the place of an entry of n things and a word that are there at once; NULL after an error */
static INLINE O *tell(O *told, long n) {
    Told *t = (Told *)*told;
    if (UNLIKELY(t == NULL || Py_TYPE(t) != &Told_Type || t->ob_base.ob_refcnt != 1 || t->page->used != t->at
            || ROOM_IN(t->page) < ROOM_FOR(n))) {
        if (own_page(told, ROOM_FOR(n)) < 0) return NULL;
        t = (Told *)*told;
    }
    O *things = t->page->things + t->at;
    t->page->used = t->at += n + 1;
    return things;
}
/* takes the entry */
static int tell_tuple(O *told, O entry) {
    long n = Py_SIZE(entry);
    if (n > MOST_THINGS) PyErr_SetString(PyExc_OverflowError, "too much to tell");
    O *things = n <= MOST_THINGS ? tell(told, n) : NULL;
    if (things == NULL) { drop(entry); return -1; }
    for (long i = 0; i < n; i++) things[i] = told_thing(PyTuple_GET_ITEM(entry, i), PAGE(*told));
    things[n] = WORD(n);
    drop(entry);
    return 0;
}
static O told_item(O self, Py_ssize_t i) {
    Page *page = ((Told *)self)->page;
    long end = ((Told *)self)->at - 1, many = (long)page->things[end];
    if (i == 0) {
        O entry = PyTuple_New(many);
        if (entry != NULL) for (long k = 0; k < many; k++) PyTuple_SET_ITEM(entry, k, own(page->things[end - many + k]));
        return entry;
    }
    if (i != 1) { outside(); return NULL; }
    long at_ = end - many;
    if (at_ == 0) {
        if (page->before == NULL) return own(page->older);
        at_ = page->from;
        page = page->before;
    }
    page->users++;
    return new_told(page, at_);
}
static Py_ssize_t told_length(O self) { return 2; }
static PySequenceMethods told_methods = {.sq_length = told_length, .sq_item = told_item};
static PyTypeObject Told_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "native_game.Told",
    .tp_basicsize = sizeof(Told),
    .tp_dealloc = told_gone,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "The last entry of a log and the log before it.",
    .tp_as_sequence = &told_methods,
};
"""

# CHOSEN: the C that writes down which option was taken; RUN: the function that goes on
MATCH = r"""
static O slowly, fault_of, chosen; /* Match.choose as it is in Python, what becomes of an error, how a choice is told */
static O match_choose(O m, O number_) {
    O asked = *field_at(m, OFF_asked), options;
    if (UNLIKELY(asked == NULL || !PyTuple_CheckExact(asked) || Py_SIZE(asked) != 4 || !IS_SMALL(number_))) goto slow;
    options = PyTuple_GET_ITEM(asked, 2);
    if (UNLIKELY(!PyTuple_CheckExact(options) || (size_t)SMALL_NUMBER(number_) >= (size_t)Py_SIZE(options))) goto slow;
    put(field_at(m, OFF_pick), own(PyTuple_GET_ITEM(options, SMALL_NUMBER(number_))));
    O *things = tell(field_at(m, OFF_told), 5);
    if (things == NULL) return NULL;
    things[0] = chosen;
    things[1] = things[3] = Py_None;
    things[2] = SMALL(0);
    things[4] = number_;
    things[5] = WORD(5);
    if (LIKELY(RUN(m) != FAILED)) return Py_None;
    O kind, value, trace;
    PyErr_Fetch(&kind, &value, &trace);
    PyErr_NormalizeException(&kind, &value, &trace);
    if (trace != NULL) PyException_SetTraceback(value, trace);
    O raised = PyObject_CallFunctionObjArgs(fault_of, m, value, NULL);
    xdrop(raised); xdrop(kind); xdrop(value); xdrop(trace);
    return NULL;
slow:
    return PyObject_CallFunctionObjArgs(slowly, m, number_, NULL);
}
static PyMethodDef CHOOSE = {"choose", match_choose, METH_O, "Take the option at ``i`` and go on to the next decision or the end."};
static void match_gone(O m) { /* its state, frames and log go to the stores */
    PyTypeObject *type = Py_TYPE(m);
    PyObject_GC_UnTrack(m);
    for (int i = 0; i < MANY_FIELDS; i++) xdrop(take(field_at(m, sizeof(PyObject) + i * sizeof(O))));
    type->tp_free(m);
    Py_DECREF(type);
}
static O way_of(O self, O const *a, Py_ssize_t n) { /* of a kind of matches, from its choose in Python */
    if (n != 3) { PyErr_SetString(PyExc_TypeError, "way_of"); return NULL; }
    slowly = own(a[1]);
    fault_of = own(a[2]);
    chosen = PyLong_FromLong(CHOSEN);
    ((PyTypeObject *)a[0])->tp_dealloc = match_gone;
    return PyDescr_NewMethod((PyTypeObject *)a[0], &CHOOSE);
}
"""
