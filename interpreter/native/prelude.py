"""The C that every native module begins with: numbers, piles and calls of Python, each with the short way for what a state holds."""

PRELUDE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <limits.h>
#define ERR LONG_MIN
#define NONE (-2147483648L) /* nothing, where a number could be */
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
typedef PyObject *O;
/* the numbers from -5 to 256 are the same objects for ever and lie side by side: where one lies says which it is */
enum { FEWEST = -5, MANY_SMALL = 262, STEP = sizeof(PyLongObject) };
static char *K;
static int deep;
#define SMALL(n) ((O)(K + ((n) - FEWEST) * (long)STEP))
#define IS_SMALL(o) ((size_t)((char *)(o) - K) < (size_t)(MANY_SMALL * STEP))
#define SMALL_NUMBER(o) ((long)((size_t)((char *)(o) - K) / STEP) + FEWEST)
/* None, True, False, () and the small numbers are held so often here that they never go: nobody need count who holds them */
static char *LOW;
static size_t SPAN;
static O EMPTY;
#define LASTING(o) ((size_t)((char *)(o) - LOW) < SPAN)
#define FOREVER (1L << 60)
#define CLR(x) do { O x_ = (x); (x) = NULL; drop(x_); } while (0)
#define BLOCKS __attribute__((cold))
#define COLD __attribute__((cold, noinline))
#define BOUND(x) if (UNLIKELY((x) == NULL)) goto unbound
#define COUNTED(x) (COMPACT(x) ? NUMBER(x) : ERR)
#define NEED(x) if (UNLIKELY((x) == NULL)) goto err
#if PY_VERSION_HEX >= 0x030C0000
#define COMPACT(o) (PyLong_CheckExact(o) && PyUnstable_Long_IsCompact((PyLongObject *)(o)))
#define SIGN(o) _PyLong_Sign(o)
#define NUMBER(o) ((long)PyUnstable_Long_CompactValue((PyLongObject *)(o)))
#else
#define COMPACT(o) (PyLong_CheckExact(o) && (size_t)(Py_SIZE(o) + 1) <= 2)
#define SIGN(o) Py_SIZE(o)
#define NUMBER(o) ((long)Py_SIZE(o) * (long)((PyLongObject *)(o))->ob_digit[0])
#endif
static INLINE O take(O *p) { O x = *p; *p = NULL; return x; }
static INLINE O own(O x) { Py_INCREF(x); return x; }
/* Tuples and lists that were freed here are used again here; they hold nothing that could hold them: the collector need not know them.
   A tuple has room for more than is in it, so that a pile grows where it lies. */
enum { POOLED = 64, SPACES = 13, ROOM = 24, MOST = 1000, MOST_STATES = 16, OF_LIST = SPACES, OF_STATE, NOWHERE };
#define SPACE_FOR(n) ((n) <= 4 ? 1 : ((n) + 15) >> 3)
#if PY_VERSION_HEX < 0x030C0000
static struct { O first; long many; } stores[NOWHERE]; /* in each, one thing holds the next where else its holders are counted */
static const int SPACE[SPACES] = {0, 4, 8, 16, 24, 32, 40, 48, 56, 64, 128, 256, 512};
#define TRACKED(o) (((uintptr_t *)(o))[-2] != 0)
#define MARK(o) (((uintptr_t *)(o))[-1]) /* the other word of the collector, free in what it does not know: 16 times the kind of space */
#define SPACE_OF(o) (TRACKED(o) ? 0 : MARK(o) >> 4)
static NOINLINE void gone(O x);
static INLINE void drop(O x) { if (UNLIKELY(--x->ob_refcnt == 0)) gone(x); }
/* the first that goes for good as nobody else holds it, of what lies here; those before it are given back */
static INLINE O *first_gone(O *y, O *end) {
    char *low = LOW;
    size_t span = SPAN;
#define GONE(i) (UNLIKELY((size_t)((char *)y[i] - low) >= span) && --y[i]->ob_refcnt == 0)
    for (; end - y >= 4; y += 4) {
        if (GONE(0)) return y;
        if (GONE(1)) return y + 1;
        if (GONE(2)) return y + 2;
        if (GONE(3)) return y + 3;
    }
    for (; y < end; y++) if (GONE(0)) break;
    return y;
}
static INLINE void store(O x, size_t kind) { /* what is empty, for another that is made later */
    x->ob_refcnt = (Py_ssize_t)stores[kind].first;
    stores[kind].first = x;
    stores[kind].many++;
}
static int inside; /* how many things are going in which others go */
static NOINLINE void gone_with(O x, O *y, O *end, size_t kind) {
    inside++;
    while (y < end) {
        if (LIKELY(inside < 50)) gone(*y);
        else _Py_Dealloc(*y); /* Python looks how deep it goes */
        y = first_gone(y + 1, end);
    }
    inside--;
    if (LIKELY(kind != NOWHERE)) { store(x, kind); return; }
    Py_SET_SIZE(x, 0);
    _Py_Dealloc(x);
}
static NOINLINE void list_gone(O x) {
    O *y = ((PyListObject *)x)->ob_item, *end = y + Py_SIZE(x);
    size_t kind = NOWHERE;
    if (UNLIKELY(TRACKED(x))) PyObject_GC_UnTrack(x);
    if (LIKELY(((PyListObject *)x)->allocated == ROOM && stores[OF_LIST].many < MOST)) kind = OF_LIST;
    else if (((PyListObject *)x)->allocated == SIZE && Py_SIZE(x) == SIZE && stores[OF_STATE].many < MOST_STATES) kind = OF_STATE;
    y = first_gone(y, end);
    if (LIKELY(y == end && kind != NOWHERE)) store(x, kind);
    else gone_with(x, y, end, kind);
}
static NOINLINE void gone(O x) {
    if (LIKELY(PyTuple_CheckExact(x))) {
        size_t kind = SPACE_OF(x);
        if (UNLIKELY(kind == 0 || stores[kind].many >= MOST)) { _Py_Dealloc(x); return; }
        O *y = &PyTuple_GET_ITEM(x, 0), *end = y + Py_SIZE(x);
        y = first_gone(y, end);
        if (LIKELY(y == end)) store(x, kind);
        else gone_with(x, y, end, kind);
    }
    else if (PyList_CheckExact(x)) list_gone(x);
    else _Py_Dealloc(x);
}
/* another out of a store that is not empty */
static INLINE O stored(size_t kind) {
    O r = stores[kind].first;
    stores[kind].first = (O)r->ob_refcnt;
    stores[kind].many--;
    r->ob_refcnt = 1;
    return r;
}
/* a state like another: most that lies in it lasts for ever, and nobody counts it */
static NOINLINE O copied_state(O s) {
    O r, *from = ((PyListObject *)s)->ob_item, *to;
    if (stores[OF_STATE].first != NULL) r = stored(OF_STATE);
    else {
        r = PyList_New(SIZE);
        if (r == NULL) return NULL;
        PyObject_GC_UnTrack(r);
    }
    to = memcpy(((PyListObject *)r)->ob_item, from, SIZE * sizeof(O));
    for (O *end = to + SIZE; to < end; to++) if (UNLIKELY(!LASTING(*to))) (*to)->ob_refcnt++;
    return r;
}
static NOINLINE O new_tuple_(Py_ssize_t n) {
    size_t space = SPACE_FOR(n);
    if (n > POOLED) for (space = SPACE_FOR(POOLED) + 1; space < SPACES && SPACE[space] < n;) space++;
    if (space == SPACES) return PyTuple_New(n);
    O r;
    if (n > POOLED && stores[space].first != NULL) {
        r = stored(space);
        Py_SET_SIZE(r, n);
        return r;
    }
    r = PyTuple_New(SPACE[space]);
    if (r == NULL) return NULL;
    PyObject_GC_UnTrack(r);
    MARK(r) = space << 4;
    Py_SET_SIZE(r, n);
    return r;
}
static INLINE O new_tuple(Py_ssize_t n) {
    if (n == 0) return EMPTY;
    if (LIKELY(n <= POOLED && stores[SPACE_FOR(n)].first != NULL)) {
        O r = stored(SPACE_FOR(n));
        Py_SET_SIZE(r, n);
        return r;
    }
    return new_tuple_(n);
}
/* whether a tuple may change: nobody else has it; room: how many things it must have room for */
static INLINE int own_tuple(O t, Py_ssize_t room) { return t->ob_refcnt == 1 && room <= SPACE[SPACE_OF(t)]; }
static INLINE O keep_known(O t) { t->ob_refcnt += FOREVER; return t; }
#define KNOWN(t) (t)
static NOINLINE O new_list_(Py_ssize_t n) {
    O r = PyList_New(n <= ROOM ? ROOM : n);
    if (r != NULL && n <= ROOM) { PyObject_GC_UnTrack(r); Py_SET_SIZE(r, n); }
    return r;
}
static INLINE O new_list(Py_ssize_t n) {
    if (LIKELY(n <= ROOM && stores[OF_LIST].first != NULL)) {
        O r = stored(OF_LIST);
        Py_SET_SIZE(r, n);
        return r;
    }
    return new_list_(n);
}
#else
static O copied_state(O s) { return PyList_GetSlice(s, 0, SIZE); }
static INLINE void drop(O x) { Py_DECREF(x); }
static INLINE O new_tuple(Py_ssize_t n) { return n == 0 ? EMPTY : PyTuple_New(n); }
static INLINE O new_list(Py_ssize_t n) { return PyList_New(n); }
static INLINE int own_tuple(O t, Py_ssize_t room) { return 0; }
static INLINE O keep_known(O t) { Py_INCREF(t); return t; }
#define KNOWN(t) own(t)
#endif
static INLINE void xdrop(O x) { if (x != NULL) drop(x); }
static INLINE O there(O x) { if (x == NULL) __builtin_unreachable(); return x; }
static INLINE O box(long v) { return LIKELY((size_t)(v - FEWEST) < MANY_SMALL) ? SMALL(v) : PyLong_FromLong(v); }
static INLINE int put(O *at, O v) { O old = *at; *at = v; if (old != NULL) drop(old); return 0; }
static INLINE int put_there(O *at, O v) { O old = there(*at); *at = v; drop(old); return 0; } /* where something lies already */
static NOINLINE long number_(O o) {
    if (COMPACT(o)) return NUMBER(o);
    long v = PyLong_AsLong(o);
    if (v == -1 && PyErr_Occurred()) return ERR;
    return v;
}
static INLINE long number(O o) { return LIKELY(IS_SMALL(o)) ? SMALL_NUMBER(o) : number_(o); }
static NOINLINE long decode_(O o) {
    if (o == Py_None) return NONE;
    long v = number_(o);
    if (v == NONE) { PyErr_SetString(PyExc_OverflowError, "number too large"); return ERR; }
    return v;
}
static INLINE long decode(O o) { return LIKELY(IS_SMALL(o)) ? SMALL_NUMBER(o) : o == Py_None ? NONE : decode_(o); }
static NOINLINE O box_(long v) { return v == NONE ? Py_None : PyLong_FromLong(v); }
static INLINE O box_n(long v) { return LIKELY((size_t)(v - FEWEST) < MANY_SMALL) ? SMALL(v) : box_(v); }
/* a number or nothing as an object; owner: the variable that holds one that is made for it */
#define LENT(v, owner) (LIKELY((size_t)((v) - FEWEST) < MANY_SMALL) ? SMALL(v) : (v) == NONE ? Py_None : (owner = PyLong_FromLong(v)))
static COLD int no_number(void) { PyErr_SetString(PyExc_TypeError, "nothing, where a number must be"); return 0; }
static NOINLINE int set_large(O *at, long v) {
    O x, old = *at;
#if PY_VERSION_HEX < 0x030C0000
    if (old != NULL && PyLong_CheckExact(old) && old->ob_refcnt == 1 && Py_SIZE(old) == 1 && v > 256 && v < 1L << PyLong_SHIFT) {
        ((PyLongObject *)old)->ob_digit[0] = (digit)v; /* nobody else has it: it may become another number */
        return 0;
    }
#endif
    x = PyLong_FromLong(v);
    return x == NULL ? -1 : put(at, x);
}
static INLINE int set_number(O *at, long v) {
    return LIKELY((size_t)(v - FEWEST) < MANY_SMALL) ? put(at, SMALL(v)) : set_large(at, v);
}
/* counts down a number that is nearly always large and that nobody else has */
static INLINE int count_down(O *at, long by) {
    O x = *at;
#if PY_VERSION_HEX < 0x030C0000
    if (LIKELY(x != NULL && PyLong_CheckExact(x) && x->ob_refcnt == 1 && Py_SIZE(x) == 1 && ((PyLongObject *)x)->ob_digit[0] > 512)) {
        ((PyLongObject *)x)->ob_digit[0] -= by;
        return 0;
    }
#endif
    if (x == NULL) return no_number() - 1;
    long v = number(x);
    return v == ERR ? -1 : set_number(at, v - by);
}
static NOINLINE int truth_(O o) {
    if (PyList_CheckExact(o)) return Py_SIZE(o) != 0;
    if (o == Py_True) return 1;
    if (o == Py_False || o == Py_None) return 0;
    if (COMPACT(o)) return NUMBER(o) != 0;
    if (PyList_CheckExact(o) || PyTuple_CheckExact(o)) return Py_SIZE(o) != 0;
    return PyObject_IsTrue(o);
}
static INLINE int truth(O o) {
    if (IS_SMALL(o)) return o != SMALL(0);
    if (o == Py_None) return 0;
    if (PyTuple_CheckExact(o)) return Py_SIZE(o) != 0;
    return truth_(o);
}
static INLINE int truth_of_list(O o) { return LIKELY(PyList_CheckExact(o)) ? Py_SIZE(o) != 0 : truth_(o); }
static INLINE int truth_of_tuple(O o) { return LIKELY(PyTuple_CheckExact(o)) ? Py_SIZE(o) != 0 : truth_(o); } /* where a tuple is likely */
static int slow_compare(O a, O b, int op) {
    O r = PyObject_RichCompare(a, b, op);
    if (r == NULL) return -1;
    int t = PyObject_IsTrue(r);
    drop(r);
    return t;
}
#define COMPARE(name, op, code) \
static inline int name##_oo(O a, O b) { \
    if (IS_SMALL(a) && IS_SMALL(b)) return a op b; \
    return slow_compare(a, b, code); } \
static NOINLINE int name##_oi_(O a, long b) { \
    if (COMPACT(a)) return NUMBER(a) op b; \
    if (PyLong_Check(a)) { long x = number_(a); return x == ERR ? -1 : x op b; } \
    O y = PyLong_FromLong(b); int r = slow_compare(a, y, code); drop(y); return r; } \
static INLINE int name##_oi(O a, long b) { \
    if (__builtin_constant_p(b) && b == 0 && PyLong_CheckExact(a)) return SIGN(a) op 0; \
    return LIKELY(IS_SMALL(a)) ? SMALL_NUMBER(a) op b : name##_oi_(a, b); }
COMPARE(lt, <, Py_LT)
COMPARE(le, <=, Py_LE)
COMPARE(gt, >, Py_GT)
COMPARE(ge, >=, Py_GE)
static INLINE int eq_oo(O a, O b);
static NOINLINE int eq_oo_(O a, O b) {
    if (COMPACT(a) && COMPACT(b)) return NUMBER(a) == NUMBER(b);
    if (a == Py_None || b == Py_None) return 0;
    if (PyTuple_CheckExact(a) && PyTuple_CheckExact(b)) {
        Py_ssize_t n = Py_SIZE(a);
        if (n != Py_SIZE(b)) return 0;
        for (Py_ssize_t i = 0; i < n; i++) {
            int r = eq_oo(PyTuple_GET_ITEM(a, i), PyTuple_GET_ITEM(b, i));
            if (r <= 0) return r;
        }
        return 1;
    }
    return slow_compare(a, b, Py_EQ);
}
static INLINE int eq_oo(O a, O b) {
    if (a == b) return 1;
    if (IS_SMALL(a) && (IS_SMALL(b) || b == Py_None)) return 0;
    return eq_oo_(a, b);
}
static NOINLINE int eq_oi_(O a, long b) {
    if (a == Py_None || !PyLong_Check(a)) return 0;
    if (COMPACT(a)) return NUMBER(a) == b;
    int far;
    long v = PyLong_AsLongAndOverflow(a, &far);
    return !far && v == b;
}
static INLINE int eq_oi(O a, long b) { return LIKELY(IS_SMALL(a)) ? SMALL_NUMBER(a) == b : eq_oi_(a, b); }
static INLINE int eq_os(O a, long b) { return a == SMALL(b) || (!LIKELY(IS_SMALL(a) || a == Py_None) && eq_oi_(a, b)); } /* b is small */
static INLINE int eq_on(O a, long b) { return b == NONE ? a == Py_None : eq_oi(a, b); }
static int contains(O pile, O x) {
    if (PyTuple_CheckExact(pile)) {
        O *at_ = &PyTuple_GET_ITEM(pile, 0), *end = at_ + Py_SIZE(pile);
        for (; at_ < end; at_++) {
            if (*at_ == x) return 1;
            if (IS_SMALL(*at_) && IS_SMALL(x)) continue;
            int r = eq_oo_(*at_, x);
            if (r) return r;
        }
        return 0;
    }
    if (PyList_CheckExact(pile)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(pile); i++) {
            int r = eq_oo(PySequence_Fast_GET_ITEM(pile, i), x);
            if (r) return r;
        }
        return 0;
    }
    return PySequence_Contains(pile, x);
}
static int contains_n(O pile, long n) {
    if (LIKELY(PyTuple_CheckExact(pile) && ((size_t)(n - FEWEST) < MANY_SMALL || n == NONE))) {
        O x = n == NONE ? Py_None : SMALL(n), *at_ = &PyTuple_GET_ITEM(pile, 0), *end = at_ + Py_SIZE(pile);
        for (; at_ < end; at_++) {
            if (*at_ == x) return 1;
            if (IS_SMALL(*at_)) continue;
            int r = eq_oo_(*at_, x);
            if (r) return r;
        }
        return 0;
    }
    if (PyTuple_CheckExact(pile) || PyList_CheckExact(pile)) {
        O *at_ = PySequence_Fast_ITEMS(pile), *end = at_ + Py_SIZE(pile);
        for (; at_ < end; at_++) if (eq_on(*at_, n)) return 1;
        return 0;
    }
    if (PyAnySet_CheckExact(pile) && PySet_GET_SIZE(pile) == 0) return 0;
    O x = box_n(n);
    int r = x == NULL ? -1 : contains(pile, x);
    xdrop(x);
    return r;
}
static COLD O outside(void) { PyErr_SetString(PyExc_IndexError, "index out of range"); return NULL; }
/* borrowed: only for what is a list or a tuple */
static NOINLINE O at_(O pile, long i) {
    if (LIKELY(PyList_CheckExact(pile) || PyTuple_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (UNLIKELY((size_t)i >= (size_t)Py_SIZE(pile))) return outside();
        return PySequence_Fast_GET_ITEM(pile, i);
    }
    PyErr_SetString(PyExc_TypeError, "not a pile");
    return NULL;
}
static INLINE O at(O pile, long i) {
    if (PyTuple_CheckExact(pile) && LIKELY((size_t)i < (size_t)Py_SIZE(pile))) return there(PyTuple_GET_ITEM(pile, i));
    return at_(pile, i);
}
static INLINE O of(O pile, long i) { /* the same, where a list is likely */
    if (LIKELY(PyList_CheckExact(pile)) && LIKELY((size_t)i < (size_t)Py_SIZE(pile))) return there(PyList_GET_ITEM(pile, i));
    return at_(pile, i);
}
static COLD int no_state(void) { PyErr_SetString(PyExc_TypeError, "not a state of this game"); return 0; }
static O get(O pile, O i) { return PyObject_GetItem(pile, i); }
static int set_slow(O pile, long i, O v) {
    O k = PyLong_FromLong(i);
    int r = PyObject_SetItem(pile, k, v);
    drop(k); drop(v);
    return r;
}
/* takes v */
static int set_(O pile, long i, O v) {
    if (LIKELY(PyList_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (UNLIKELY((size_t)i >= (size_t)Py_SIZE(pile))) { drop(v); outside(); return -1; }
        return put(&PyList_GET_ITEM(pile, i), v);
    }
    return set_slow(pile, i, v);
}
static INLINE int set(O pile, long i, O v) {
    if (LIKELY(PyList_CheckExact(pile)) && LIKELY((size_t)i < (size_t)Py_SIZE(pile))) return put_there(&PyList_GET_ITEM(pile, i), v);
    return set_(pile, i, v);
}
static inline long length(O o) {
    if (LIKELY(PyTuple_CheckExact(o) || PyList_CheckExact(o))) return Py_SIZE(o);
    Py_ssize_t n = PyObject_Length(o);
    return n < 0 ? ERR : n;
}
static O part(O t, long a, long b) {
    if (a == 0 && b == Py_SIZE(t)) return own(t);
    O r = new_tuple(b - a);
    if (r != NULL) for (long i = a; i < b; i++) PyTuple_SET_ITEM(r, i - a, own(PyTuple_GET_ITEM(t, i)));
    return r;
}
static O slice(O pile, long a, long b) {
    long n = length(pile);
    if (n == ERR) return NULL;
    if (a < 0) a = a + n < 0 ? 0 : a + n;
    if (b < 0) b = b + n < 0 ? 0 : b + n;
    if (a > n) a = n;
    if (b > n) b = n;
    if (b < a) b = a;
    if (PyTuple_CheckExact(pile)) return part(pile, a, b);
    if (PyList_CheckExact(pile)) {
        if (a == 0 && b == SIZE && n == SIZE) return copied_state(pile);
        O r = new_list(b - a);
        if (r != NULL) for (long i = a; i < b; i++) PyList_SET_ITEM(r, i - a, own(PyList_GET_ITEM(pile, i)));
        return r;
    }
    return PySequence_GetSlice(pile, a, b);
}
static O tuple_of_part(O pile, long a, long b) { /* tuple(pile[a:b]) */
    if (UNLIKELY(!PyList_CheckExact(pile) || a < 0 || b < 0)) {
        O some = slice(pile, a, b), r = some == NULL ? NULL : PySequence_Tuple(some);
        xdrop(some);
        return r;
    }
    if (b > Py_SIZE(pile)) b = Py_SIZE(pile);
    if (a > b) a = b;
    O r = new_tuple(b - a);
    if (r != NULL) for (long i = a; i < b; i++) PyTuple_SET_ITEM(r, i - a, own(PyList_GET_ITEM(pile, i)));
    return r;
}
static O reversed_(O pile);
static O stepped(O pile, O a, O b, O step) {
    if (a == Py_None && b == Py_None && PyList_CheckExact(pile) && COMPACT(step) && NUMBER(step) == -1) return reversed_(pile);
    O sl = PySlice_New(a, b, step);
    if (sl == NULL) return NULL;
    O r = PyObject_GetItem(pile, sl);
    drop(sl);
    return r;
}
static INLINE int push(O list, O x);
static O joined(O a, O b) {
    Py_ssize_t n = Py_SIZE(a), k = Py_SIZE(b);
    if (n == 0) return own(b);
    if (k == 0) return own(a);
    O r = new_tuple(n + k);
    if (r == NULL) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, own(PyTuple_GET_ITEM(a, i)));
    for (Py_ssize_t i = 0; i < k; i++) PyTuple_SET_ITEM(r, n + i, own(PyTuple_GET_ITEM(b, i)));
    return r;
}
static O both_lists(O a, O b) {
    Py_ssize_t n = Py_SIZE(a), k = Py_SIZE(b);
    O r = new_list(n + k);
    if (r == NULL) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(r, i, own(PyList_GET_ITEM(a, i)));
    for (Py_ssize_t i = 0; i < k; i++) PyList_SET_ITEM(r, n + i, own(PyList_GET_ITEM(b, i)));
    return r;
}
static O add(O a, O b) {
    if (COMPACT(a) && COMPACT(b)) return box(NUMBER(a) + NUMBER(b));
    if (PyTuple_CheckExact(a) && PyTuple_CheckExact(b)) return joined(a, b);
    if (PyList_CheckExact(a) && PyList_CheckExact(b)) return both_lists(a, b);
    return PyNumber_Add(a, b);
}
static O added(O a, O x) { /* a + (x,); takes x */
    O r;
    if (LIKELY(PyTuple_CheckExact(a))) {
        Py_ssize_t n = Py_SIZE(a);
        r = new_tuple(n + 1);
        if (r == NULL) { drop(x); return NULL; }
        for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, own(PyTuple_GET_ITEM(a, i)));
        PyTuple_SET_ITEM(r, n, x);
        return r;
    }
    O one = PyTuple_Pack(1, x);
    drop(x);
    if (one == NULL) return NULL;
    r = PyNumber_Add(a, one);
    drop(one);
    return r;
}
static int lengthen(O *at_, O x) { /* one more thing at the end of the pile that lies there; takes x */
    O a = *at_, r;
    if (LIKELY(PyTuple_CheckExact(a))) {
        Py_ssize_t n = Py_SIZE(a);
        if (own_tuple(a, n + 1)) {
            Py_SET_SIZE(a, n + 1);
            PyTuple_SET_ITEM(a, n, x);
            return 0;
        }
        r = added(a, x);
    }
    else {
        O one = PyTuple_Pack(1, x);
        drop(x);
        r = one == NULL ? NULL : PyNumber_InPlaceAdd(a, one);
        Py_XDECREF(one);
    }
    return r == NULL ? -1 : put(at_, r);
}
/* the same with a tuple that is being made and that nobody else has */
static INLINE int gather(O *at_, O x) {
    O a = *at_;
    Py_ssize_t n = Py_SIZE(a);
    if (LIKELY(own_tuple(a, n + 1))) {
        PyTuple_SET_ITEM(a, n, x);
        Py_SET_SIZE(a, n + 1);
        return 0;
    }
    return lengthen(at_, x);
}
static int lengthen_in(O pile, long i, O x) { /* the same with the pile that lies in a list */
    if (LIKELY(PyList_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (LIKELY((size_t)i < (size_t)Py_SIZE(pile))) return lengthen(&PyList_GET_ITEM(pile, i), x);
    }
    drop(x);
    outside();
    return -1;
}
static O before(O x, O a) { /* (x,) + a; takes x */
    O r;
    if (LIKELY(PyTuple_CheckExact(a))) {
        Py_ssize_t n = Py_SIZE(a);
        r = new_tuple(n + 1);
        if (r == NULL) { drop(x); return NULL; }
        for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i + 1, own(PyTuple_GET_ITEM(a, i)));
        PyTuple_SET_ITEM(r, 0, x);
        return r;
    }
    O one = PyTuple_Pack(1, x);
    drop(x);
    if (one == NULL) return NULL;
    r = PyNumber_Add(one, a);
    drop(one);
    return r;
}
static O iadd(O a, O b) {
    if (!PyList_CheckExact(a)) return add(a, b);
    if (PyList_CheckExact(b) && a != b && Py_SIZE(a) + Py_SIZE(b) <= ((PyListObject *)a)->allocated) {
        Py_ssize_t n = Py_SIZE(a);
        for (Py_ssize_t i = 0; i < Py_SIZE(b); i++) PyList_SET_ITEM(a, n + i, own(PyList_GET_ITEM(b, i)));
        Py_SET_SIZE(a, n + Py_SIZE(b));
        return own(a);
    }
    return PyNumber_InPlaceAdd(a, b);
}
static O more_backwards(O a, O b) { /* a += b[::-1] of two lists, the first the caller's own */
    if (UNLIKELY(!PyList_CheckExact(a) || !PyList_CheckExact(b) || a == b)) {
        PyErr_SetString(PyExc_TypeError, "no lists");
        return NULL;
    }
    for (Py_ssize_t i = Py_SIZE(b); i-- > 0;) if (push(a, own(PyList_GET_ITEM(b, i))) < 0) return NULL;
    return own(a);
}
static O repeated(O x, long n) { /* [x] * n */
    if (n < 0) n = 0;
    O r = new_list(n);
    if (r != NULL) for (long i = 0; i < n; i++) PyList_SET_ITEM(r, i, own(x));
    return r;
}
static O without(O t, long i) { /* t[:i] + t[i + 1:] */
    Py_ssize_t n = Py_SIZE(t) - 1;
    if (UNLIKELY(!PyTuple_CheckExact(t) || i < 0 || i > n)) {
        O a = slice(t, 0, i), b = a == NULL ? NULL : slice(t, i + 1, LONG_MAX), both = b == NULL ? NULL : add(a, b);
        xdrop(a); xdrop(b);
        return both;
    }
    O r = new_tuple(n);
    if (r == NULL) return NULL;
    for (Py_ssize_t j = 0; j < i; j++) PyTuple_SET_ITEM(r, j, own(PyTuple_GET_ITEM(t, j)));
    for (Py_ssize_t j = i; j < n; j++) PyTuple_SET_ITEM(r, j, own(PyTuple_GET_ITEM(t, j + 1)));
    return r;
}
static int take_out(O *at_, long x) { /* the last such thing if it lies at the end, otherwise the first */
    O t = *at_;
    if (UNLIKELY(!PyTuple_CheckExact(t))) { PyErr_SetString(PyExc_TypeError, "no pile"); return -1; }
    Py_ssize_t n = Py_SIZE(t), i = n - 1;
    if (n == 0) { outside(); return -1; }
    if (!eq_on(PyTuple_GET_ITEM(t, i), x)) {
        for (i = 0; i < n && !eq_on(PyTuple_GET_ITEM(t, i), x); i++);
        if (i == n) { PyErr_SetString(PyExc_ValueError, "not in the pile"); return -1; }
    }
    if (n == 1) return put(at_, EMPTY);
    if (own_tuple(t, 0)) {
        O *items = &PyTuple_GET_ITEM(t, 0), gone_ = items[i];
        for (n--; i < n; i++) items[i] = items[i + 1];
        Py_SET_SIZE(t, n);
        drop(gone_);
        return 0;
    }
    O r = without(t, i);
    return r == NULL ? -1 : put(at_, r);
}
static inline long over(void) { PyErr_SetString(PyExc_OverflowError, "number too large"); return ERR; }
static inline long plus(long a, long b) { long r; return __builtin_add_overflow(a, b, &r) ? over() : r; }
static inline long minus(long a, long b) { long r; return __builtin_sub_overflow(a, b, &r) ? over() : r; }
static inline long product(long a, long b) { long r; return __builtin_mul_overflow(a, b, &r) ? over() : r; }
static inline long left(long a, long b) { return b < 0 || b > 60 || labs(a) >> (61 - b) ? over() : a << b; }
static inline long right(long a, long b) { return b > 63 ? (a < 0 ? -1 : 0) : a >> b; }
static inline long modulo(long a, long b) {
    if (b == 0) { PyErr_SetString(PyExc_ZeroDivisionError, "modulo by zero"); return ERR; }
    long r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}
static inline long quotient(long a, long b) {
    if (b == 0) { PyErr_SetString(PyExc_ZeroDivisionError, "division by zero"); return ERR; }
    long q = a / b;
    return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}
/* how: 0 a tuple, 1 a list, 2 what Python goes through; rest: a second tuple after the first */
static O list_from(O pile) {
    if (!PyTuple_CheckExact(pile) && !PyList_CheckExact(pile)) return PySequence_List(pile);
    Py_ssize_t n = Py_SIZE(pile);
    O r = new_list(n);
    if (r != NULL) for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(r, i, own(PySequence_Fast_GET_ITEM(pile, i)));
    return r;
}
static O tuple_from(O pile) {
    if (PyTuple_CheckExact(pile)) return own(pile);
    if (!PyList_CheckExact(pile)) return PySequence_Tuple(pile);
    Py_ssize_t n = Py_SIZE(pile);
    O r = new_tuple(n);
    if (r != NULL) for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, own(PyList_GET_ITEM(pile, i)));
    return r;
}
/* A walk through a pile; what it gives is lent until the next. how: GIVEN a tuple, MORE a tuple and others after it, LIST, PYTHON */
enum { TUPLE, MORE, LIST, PYTHON };
typedef struct { O pile, rest, last, held; O *at, *end; Py_ssize_t i; int how; } Iter;
static INLINE void begin_tuple(Iter *it, O pile, O **at, O **end) {
    *at = &PyTuple_GET_ITEM(pile, 0);
    *end = *at + Py_SIZE(pile);
    it->how = TUPLE;
}
static NOINLINE int begin_(Iter *it, O pile) {
    it->i = 0;
    it->at = it->end = NULL;
    it->rest = it->last = it->held = NULL;
    it->how = PyList_CheckExact(pile) ? LIST : PYTHON;
    if (it->how == PYTHON) {
        it->pile = PyObject_GetIter(pile);
        drop(pile);
        return it->pile == NULL ? -1 : 0;
    }
    it->pile = pile;
    return 0;
}
/* takes the pile */
static INLINE int begin(Iter *it, O pile, O **at, O **end) {
    if (LIKELY(PyTuple_CheckExact(pile))) { begin_tuple(it, pile, at, end); it->pile = pile; return 0; }
    *at = *end = NULL;
    return begin_(it, pile);
}
/* the same with one that nothing takes away meanwhile */
static INLINE int begin_lent(Iter *it, O pile, O **at, O **end) {
    if (LIKELY(PyTuple_CheckExact(pile))) { begin_tuple(it, pile, at, end); return 0; }
    *at = *end = NULL;
    return begin_(it, own(pile));
}
/* goes through a + b + c; c: or NULL */
static NOINLINE int begin_all(Iter *it, O a, O b, O c, O **at, O **end) {
    if (LIKELY(PyTuple_CheckExact(a) && PyTuple_CheckExact(b) && (c == NULL || PyTuple_CheckExact(c)))) {
        it->pile = own(a);
        it->rest = Py_SIZE(b) != 0 ? own(b) : NULL;
        it->last = c != NULL && Py_SIZE(c) != 0 ? own(c) : NULL;
        it->held = NULL;
        begin_tuple(it, a, at, end);
        if (it->rest != NULL || it->last != NULL) it->how = MORE;
        return 0;
    }
    O both = add(a, b), all = both == NULL || c == NULL ? both : add(both, c);
    if (all != both && both != NULL) drop(both);
    return all == NULL ? -1 : begin(it, all, at, end);
}
/* the same with piles that nothing takes away meanwhile; others: those that come after the first */
static INLINE int begin_lent_all(Iter *it, O a, O b, O c, O **at, O **end, O others[]) {
    if (UNLIKELY(!(PyTuple_CheckExact(a) && PyTuple_CheckExact(b) && (c == NULL || PyTuple_CheckExact(c))))) {
        others[0] = NULL;
        return begin_all(it, a, b, c, at, end);
    }
    others[0] = b;
    others[1] = c;
    begin_tuple(it, a, at, end);
    return 0;
}
static INLINE void next_pile(O **at, O **end, O others[]) {
    *at = &PyTuple_GET_ITEM(others[0], 0);
    *end = *at + Py_SIZE(others[0]);
    others[0] = others[1];
    others[1] = NULL;
}
static NOINLINE O following_(Iter *it, O **at, O **end) {
    if (it->how == MORE) {
        O next = it->rest;
        it->rest = NULL;
        if (next == NULL) { next = it->last; it->last = NULL; }
        if (next == NULL) return NULL;
        drop(it->pile);
        it->pile = next;
        begin_tuple(it, next, at, end);
        it->how = MORE;
        return *(*at)++;
    }
    O kept = it->held;
    if (it->how == LIST) it->held = it->i < PyList_GET_SIZE(it->pile) ? own(PyList_GET_ITEM(it->pile, it->i++)) : NULL;
    else it->held = PyIter_Next(it->pile);
    xdrop(kept);
    return it->held;
}
/* lent; NULL at the end or after an error */
static INLINE O following(Iter *it, O **at, O **end) {
    if (LIKELY(*at < *end)) return there(*(*at)++);
    return LIKELY(it->how == TUPLE) ? NULL : following_(it, at, end);
}
/* the next as a number or nothing: 1; 0 at the end, -1 after an error */
static NOINLINE int following_number_(Iter *it, O **at, O **end, long *to) {
    O x = following_(it, at, end);
    if (x == NULL) return it->how == PYTHON && PyErr_Occurred() ? -1 : 0;
    *to = decode(x);
    return *to == ERR ? -1 : 1;
}
static INLINE int following_number(Iter *it, O **at, O **end, long *to) {
    if (LIKELY(*at < *end)) { O x = *(*at)++; return LIKELY((*to = decode(x)) != ERR) ? 1 : -1; }
    if (LIKELY(it->how == TUPLE)) return 0;
    long n;
    int r = following_number_(it, at, end, &n);
    if (r > 0) *to = n;
    return r;
}
static NOINLINE void end_(Iter *it) {
    O pile = it->pile;
    it->pile = NULL;
    drop(pile);
    xdrop(it->rest); xdrop(it->last); xdrop(it->held);
    it->rest = it->last = it->held = NULL;
}
#define END(it) do { \
    O pile_ = (it).pile; \
    if (pile_ != NULL) { if (LIKELY((it).how == TUPLE)) { (it).pile = NULL; drop(pile_); } else end_(&(it)); } } while (0)
/* takes x */
static INLINE int push(O list, O x) {
    Py_ssize_t n = Py_SIZE(list);
    if (LIKELY(n < ((PyListObject *)list)->allocated)) { PyList_SET_ITEM(list, n, x); Py_SET_SIZE(list, n + 1); return 0; }
    int r = PyList_Append(list, x);
    drop(x);
    return r;
}
/* takes x */
static inline int append(O pile, O x) {
    if (LIKELY(PyList_CheckExact(pile))) return push(pile, x);
    O r = PyObject_CallMethod(pile, "append", "O", x);
    xdrop(r);
    drop(x);
    return r == NULL ? -1 : 0;
}
static O tuple_of_list(O list) { /* takes a list that nobody else has */
    Py_ssize_t n = PyList_GET_SIZE(list);
    O r = new_tuple(n);
    if (r != NULL) {
        for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, PyList_GET_ITEM(list, i));
        Py_SET_SIZE(list, 0);
    }
    drop(list);
    return r;
}
static O tuple_of_last(O list) { /* of a list that is not asked again */
    if (!PyList_CheckExact(list) || list->ob_refcnt != 1) return tuple_from(list);
    Py_ssize_t n = PyList_GET_SIZE(list);
    O r = new_tuple(n);
    if (r == NULL) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, PyList_GET_ITEM(list, i));
    Py_SET_SIZE(list, 0);
    return r;
}
static int unpack(O pile, Py_ssize_t n, O *out) { /* new references */
    if (PyTuple_CheckExact(pile) || PyList_CheckExact(pile)) {
        if (Py_SIZE(pile) != n) { PyErr_SetString(PyExc_ValueError, "wrong number of things to unpack"); return -1; }
        for (Py_ssize_t i = 0; i < n; i++) out[i] = own(PySequence_Fast_GET_ITEM(pile, i));
        return 0;
    }
    O listed = PySequence_List(pile);
    if (listed == NULL) return -1;
    int r = unpack(listed, n, out);
    drop(listed);
    return r;
}
static O extended(O list, O more);
static O extended_from(O list, O more, Py_ssize_t low) { /* takes list; what lies in a pile from a place on */
    if (list == NULL) return NULL;
    if (LIKELY(PyTuple_CheckExact(more) || (PyList_CheckExact(more) && more != list))) {
        for (Py_ssize_t i = low; i < Py_SIZE(more); i++)
            if (push(list, own(PySequence_Fast_GET_ITEM(more, i))) < 0) { drop(list); return NULL; }
        return list;
    }
    O rest = slice(more, low, LONG_MAX);
    if (rest == NULL) { drop(list); return NULL; }
    list = extended(list, rest);
    drop(rest);
    return list;
}
static O extended(O list, O more) { /* takes list */
    if (list == NULL) return NULL;
    if (PyTuple_CheckExact(more)) return extended_from(list, more, 0);
    Py_ssize_t n = PyList_GET_SIZE(list);
    O listed = PySequence_List(more);
    if (listed == NULL || PyList_SetSlice(list, n, n, listed) < 0) { xdrop(listed); drop(list); return NULL; }
    drop(listed);
    return list;
}
static long lengths(O a, O b, O c) { /* len(a + b + c); c: or NULL */
    if (LIKELY(PyTuple_CheckExact(a) && PyTuple_CheckExact(b) && (c == NULL || PyTuple_CheckExact(c))))
        return Py_SIZE(a) + Py_SIZE(b) + (c == NULL ? 0 : Py_SIZE(c));
    O both = add(a, b), all = both == NULL || c == NULL ? both : add(both, c);
    if (all != both) drop(both);
    if (all == NULL) return ERR;
    long n = length(all);
    drop(all);
    return n;
}
static O total(O pile) {
    O it = PyObject_GetIter(pile), x;
    if (it == NULL) return NULL;
    long sum = 0;
    while ((x = PyIter_Next(it)) != NULL) {
        long v = number(x);
        drop(x);
        if (v == ERR && PyErr_Occurred()) break;
        sum = plus(sum, v);
    }
    drop(it);
    return PyErr_Occurred() ? NULL : box(sum);
}
static O popped(O pile) { /* the last of a list; NULL for what is no list or empty */
    Py_ssize_t n;
    if (!PyList_CheckExact(pile) || (n = PyList_GET_SIZE(pile)) == 0) return PyObject_CallMethod(pile, "pop", NULL);
    O x = PyList_GET_ITEM(pile, n - 1);
    Py_SET_SIZE(pile, n - 1);
    return x;
}
static O found_in(O map, O key, O other) { /* map.get(key, other) */
    if (!PyDict_CheckExact(map)) return PyObject_CallMethod(map, "get", "OO", key, other);
    O x = PyDict_GetItemWithError(map, key);
    if (x == NULL && PyErr_Occurred()) return NULL;
    return own(x == NULL ? other : x);
}
static long place_in(O pile, O x) {
    if (PyTuple_CheckExact(pile) || PyList_CheckExact(pile)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(pile); i++) {
            int r = eq_oo(PySequence_Fast_GET_ITEM(pile, i), x);
            if (r < 0) return ERR;
            if (r) return i;
        }
        PyErr_SetString(PyExc_ValueError, "not in the pile");
        return ERR;
    }
    Py_ssize_t i = PySequence_Index(pile, x);
    return i < 0 ? ERR : i;
}
static long times_in(O pile, O x) {
    long n = 0;
    if (!PyTuple_CheckExact(pile)) { Py_ssize_t k = PySequence_Count(pile, x); return k < 0 ? ERR : k; }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pile); i++) n += eq_oo(PyTuple_GET_ITEM(pile, i), x) == 1;
    return n;
}
static int emptied(O pile) {
    if (PyList_CheckExact(pile)) {
        Py_ssize_t n;
        while ((n = PyList_GET_SIZE(pile)) > 0) {
            O x = PyList_GET_ITEM(pile, n - 1);
            Py_SET_SIZE(pile, n - 1);
            drop(x);
        }
        return 0;
    }
    O r = PyObject_CallMethod(pile, "clear", NULL);
    xdrop(r);
    return r == NULL ? -1 : 0;
}
static O reversed_(O pile) { /* pile[::-1] */
    if (!PyList_CheckExact(pile)) return NULL;
    Py_ssize_t n = PyList_GET_SIZE(pile);
    O r = new_list(n);
    if (r != NULL) for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(r, i, own(PyList_GET_ITEM(pile, n - 1 - i)));
    return r;
}
static O blank(O kind) { /* kind.__new__(kind), of a kind that makes its things as others are made */
    PyTypeObject *type = (PyTypeObject *)kind;
    if (LIKELY(type->tp_new == PyBaseObject_Type.tp_new)) return type->tp_alloc(type, 0);
    return PyObject_CallMethod(kind, "__new__", "O", kind);
}
static inline O *field_at(O m, Py_ssize_t offset) { return (O *)((char *)m + offset); }
#define MASK64 0xFFFFFFFFFFFFFFFFULL
static inline uint64_t chance_next(uint64_t x) { return x * 6364136223846793005ULL + 1442695040888963407ULL; }
static long n_below(O s, O slot, O n) {
    long i = number(slot), many = number(n);
    if (PyErr_Occurred()) return ERR;
    O now = at(s, i);
    if (now == NULL) return ERR;
    uint64_t x = chance_next(PyLong_AsUnsignedLongLongMask(now));
    if (set(s, i, PyLong_FromUnsignedLongLong(x)) < 0) return ERR;
    return (long)(((x >> 33) * (uint64_t)many) >> 31);
}
static O n_shuffled(O s, O slot, O pile) {
    long at_ = number(slot);
    O now = at(s, at_);
    if (now == NULL) return NULL;
    uint64_t x = PyLong_AsUnsignedLongLongMask(now);
    O r, all = PySequence_Tuple(pile);
    if (all == NULL) return NULL;
    Py_ssize_t n = Py_SIZE(all);
    r = new_tuple(n);
    if (r == NULL) { drop(all); return NULL; }
    for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, own(PyTuple_GET_ITEM(all, i)));
    drop(all);
    for (Py_ssize_t i = n - 1; i > 0; i--) {
        x = chance_next(x);
        Py_ssize_t j = (Py_ssize_t)(((x >> 33) * (uint64_t)(i + 1)) >> 31);
        O kept = PyTuple_GET_ITEM(r, i);
        PyTuple_SET_ITEM(r, i, PyTuple_GET_ITEM(r, j));
        PyTuple_SET_ITEM(r, j, kept);
    }
    if (set(s, at_, PyLong_FromUnsignedLongLong(x)) < 0) { drop(r); return NULL; }
    return r;
}
static inline O object_i(long v) { return v == ERR ? NULL : box(v); }
static inline O object_n(long v) { return v == ERR ? NULL : box_n(v); }
static inline O object_b(long v) { return v == ERR ? NULL : v ? Py_True : Py_False; }
static inline O object_v(long v) { return v == ERR ? NULL : Py_None; }
static NOINLINE O call_with(O f, O *x, long n, O more, long low) { /* f(*x, *more[low:]) */
    enum { ARGUMENTS = 24 };
    O all[ARGUMENTS];
    if (LIKELY(PyTuple_CheckExact(more) && n + Py_SIZE(more) - low <= ARGUMENTS)) {
        long many = 0;
        for (; many < n; many++) all[many] = x[many];
        for (Py_ssize_t i = low; i < Py_SIZE(more); i++) all[many++] = PyTuple_GET_ITEM(more, i);
        return PyObject_Vectorcall(f, all, many, NULL);
    }
    O given = new_list(0);
    for (long i = 0; given != NULL && i < n; i++) if (push(given, own(x[i])) < 0) CLR(given);
    given = extended_from(given, more, low);
    O args = given == NULL ? NULL : PySequence_Tuple(given), r = args == NULL ? NULL : PyObject_Call(f, args, NULL);
    xdrop(given); xdrop(args);
    return r;
}
static O text_of(O x) { return PyUnicode_CheckExact(x) ? own(x) : PyObject_Str(x); }
"""

# What follows is seldom run: the same by calls, which the compiler is done with sooner.
SELDOM = r"""
#define SLOW static __attribute__((noinline, unused))
SLOW O slow_at(O pile, long i) { return at(pile, i); }
SLOW int slow_set(O pile, long i, O v) { return set(pile, i, v); }
SLOW long slow_number(O o) { return number(o); }
SLOW int slow_truth(O o) { return truth(o); }
SLOW int slow_eq_oo(O a, O b) { return eq_oo(a, b); }
SLOW int slow_eq_oi(O a, long b) { return eq_oi(a, b); }
SLOW O slow_own(O x) { return own(x); }
SLOW O slow_box(long v) { return box(v); }
SLOW O slow_box_n(long v) { return box_n(v); }
SLOW long slow_decode(O x) { return decode(x); }
SLOW O slow_add(O a, O b) { return add(a, b); }
SLOW O slow_following(Iter *it, O **at_, O **end) { return following(it, at_, end); }
SLOW void slow_clear(O *x) { CLR(*x); }
SLOW void slow_drop(O x) { xdrop(x); }
SLOW int slow_gather(O *at_, O x) { return gather(at_, x); }
SLOW void slow_end(Iter *it) { END(*it); }
SLOW int slow_put(O *at_, O v) { return put(at_, v); }
#define at slow_at
#define set slow_set
#define number slow_number
#define truth slow_truth
#define eq_oo slow_eq_oo
#define eq_oi slow_eq_oi
#define own slow_own
#define box slow_box
#define box_n slow_box_n
#define decode slow_decode
#define add slow_add
#define following slow_following
#define gather slow_gather
#undef END
#define END(it) slow_end(&(it))
#define put slow_put
#define put_there slow_put
#undef CLR
#define CLR(x) slow_clear(&(x))
#define xdrop(x) slow_drop((O)(x))
"""
