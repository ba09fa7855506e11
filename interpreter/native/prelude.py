"""The C that every native module begins with: numbers, piles and calls of Python, each with the short way for what a state holds."""

PRELUDE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <limits.h>
#define ERR LONG_MIN
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define INLINE inline __attribute__((always_inline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
typedef PyObject *O;
static O K[262];
static O *C;
static int deep;
#define SMALL(n) K[(n) + 5]
#define CLR(x) do { O x_ = (x); (x) = NULL; Py_DECREF(x_); } while (0)
#define BLOCKS __attribute__((cold))
#define BOUND(x) if (UNLIKELY((x) == NULL)) goto unbound
#define COUNTED(x) (COMPACT(x) ? NUMBER(x) : ERR)
#define NEED(x) if (UNLIKELY((x) == NULL)) goto err
#if PY_VERSION_HEX >= 0x030C0000
#define COMPACT(o) (PyLong_CheckExact(o) && PyUnstable_Long_IsCompact((PyLongObject *)(o)))
#define NUMBER(o) ((long)PyUnstable_Long_CompactValue((PyLongObject *)(o)))
#else
#define COMPACT(o) (PyLong_CheckExact(o) && (size_t)(Py_SIZE(o) + 1) <= 2)
#define NUMBER(o) ((long)Py_SIZE(o) * (long)((PyLongObject *)(o))->ob_digit[0])
#endif
static INLINE O take(O *p) { O x = *p; *p = NULL; return x; }
static INLINE O own(O x) { Py_INCREF(x); return x; }
static INLINE O box(long v) { return v >= -5 && v < 257 ? own(SMALL(v)) : PyLong_FromLong(v); }
static inline int put(O *at, O v) { O old = *at; *at = v; Py_XDECREF(old); return 0; }
static long number_(O o) {
    long v = PyLong_AsLong(o);
    if (v == -1 && PyErr_Occurred()) return ERR;
    return v;
}
static INLINE long number(O o) { return LIKELY(COMPACT(o)) ? NUMBER(o) : number_(o); }
static INLINE int truth(O o) {
    if (o == Py_True) return 1;
    if (o == Py_False || o == Py_None) return 0;
    if (COMPACT(o)) return NUMBER(o) != 0;
    if (PyTuple_CheckExact(o) || PyList_CheckExact(o)) return Py_SIZE(o) != 0;
    return PyObject_IsTrue(o);
}
static int slow_compare(O a, O b, int op) {
    O r = PyObject_RichCompare(a, b, op);
    if (r == NULL) return -1;
    int t = PyObject_IsTrue(r);
    Py_DECREF(r);
    return t;
}
#define COMPARE(name, op, code) \
static inline int name##_oo(O a, O b) { \
    if (COMPACT(a) && COMPACT(b)) return NUMBER(a) op NUMBER(b); \
    return slow_compare(a, b, code); } \
static int name##_oi_(O a, long b) { \
    if (PyLong_Check(a)) { long x = number_(a); return x == ERR ? -1 : x op b; } \
    O y = PyLong_FromLong(b); int r = slow_compare(a, y, code); Py_DECREF(y); return r; } \
static INLINE int name##_oi(O a, long b) { return LIKELY(COMPACT(a)) ? NUMBER(a) op b : name##_oi_(a, b); }
COMPARE(lt, <, Py_LT)
COMPARE(le, <=, Py_LE)
COMPARE(gt, >, Py_GT)
COMPARE(ge, >=, Py_GE)
static INLINE int eq_oo(O a, O b) {
    if (a == b) return 1;
    if (COMPACT(a) && COMPACT(b)) return NUMBER(a) == NUMBER(b);
    if (a == Py_None || b == Py_None) return 0;
    return slow_compare(a, b, Py_EQ);
}
static INLINE int eq_oi(O a, long b) {
    if (LIKELY(COMPACT(a))) return NUMBER(a) == b;
    if (a == Py_None || !PyLong_Check(a)) return 0;
    int far;
    long v = PyLong_AsLongAndOverflow(a, &far);
    return !far && v == b;
}
static int contains(O pile, O x) {
    if (PyTuple_CheckExact(pile) || PyList_CheckExact(pile)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(pile); i++) {
            int r = eq_oo(PySequence_Fast_GET_ITEM(pile, i), x);
            if (r) return r;
        }
        return 0;
    }
    return PySequence_Contains(pile, x);
}
static O outside(void) { PyErr_SetString(PyExc_IndexError, "index out of range"); return NULL; }
/* borrowed: only for what is a list or a tuple */
static O at_(O pile, long i) {
    if (LIKELY(PyList_CheckExact(pile) || PyTuple_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (UNLIKELY((size_t)i >= (size_t)Py_SIZE(pile))) return outside();
        return PySequence_Fast_GET_ITEM(pile, i);
    }
    PyErr_SetString(PyExc_TypeError, "not a pile");
    return NULL;
}
static INLINE O at(O pile, long i) {
    if (LIKELY(PyList_CheckExact(pile)) && LIKELY((size_t)i < (size_t)Py_SIZE(pile))) return PyList_GET_ITEM(pile, i);
    return at_(pile, i);
}
static O get(O pile, O i) { return PyObject_GetItem(pile, i); }
static int set_slow(O pile, long i, O v) {
    O k = PyLong_FromLong(i);
    int r = PyObject_SetItem(pile, k, v);
    Py_DECREF(k); Py_DECREF(v);
    return r;
}
/* takes v */
static int set_(O pile, long i, O v) {
    if (LIKELY(PyList_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (UNLIKELY((size_t)i >= (size_t)Py_SIZE(pile))) { Py_DECREF(v); outside(); return -1; }
        return put(&PyList_GET_ITEM(pile, i), v);
    }
    return set_slow(pile, i, v);
}
static INLINE int set(O pile, long i, O v) {
    if (LIKELY(PyList_CheckExact(pile)) && LIKELY((size_t)i < (size_t)Py_SIZE(pile))) return put(&PyList_GET_ITEM(pile, i), v);
    return set_(pile, i, v);
}
static inline long length(O o) {
    if (LIKELY(PyTuple_CheckExact(o) || PyList_CheckExact(o))) return Py_SIZE(o);
    Py_ssize_t n = PyObject_Length(o);
    return n < 0 ? ERR : n;
}
static O slice(O pile, long a, long b) {
    long n = length(pile);
    if (n == ERR) return NULL;
    if (a < 0) a = a + n < 0 ? 0 : a + n;
    if (b < 0) b = b + n < 0 ? 0 : b + n;
    if (a > n) a = n;
    if (b > n) b = n;
    if (b < a) b = a;
    if (PyTuple_CheckExact(pile)) return PyTuple_GetSlice(pile, a, b);
    if (PyList_CheckExact(pile)) return PyList_GetSlice(pile, a, b);
    return PySequence_GetSlice(pile, a, b);
}
static O reversed_(O pile);
static O stepped(O pile, O a, O b, O step) {
    if (a == Py_None && b == Py_None && PyList_CheckExact(pile) && COMPACT(step) && NUMBER(step) == -1) return reversed_(pile);
    O sl = PySlice_New(a, b, step);
    if (sl == NULL) return NULL;
    O r = PyObject_GetItem(pile, sl);
    Py_DECREF(sl);
    return r;
}
static O joined(O a, O b) {
    Py_ssize_t n = Py_SIZE(a), k = Py_SIZE(b);
    if (n == 0) return own(b);
    if (k == 0) return own(a);
    O r = PyTuple_New(n + k);
    if (r == NULL) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) PyTuple_SET_ITEM(r, i, own(PyTuple_GET_ITEM(a, i)));
    for (Py_ssize_t i = 0; i < k; i++) PyTuple_SET_ITEM(r, n + i, own(PyTuple_GET_ITEM(b, i)));
    return r;
}
static inline O add(O a, O b) {
    if (COMPACT(a) && COMPACT(b)) return box(NUMBER(a) + NUMBER(b));
    if (PyTuple_CheckExact(a) && PyTuple_CheckExact(b)) return joined(a, b);
    return PyNumber_Add(a, b);
}
static inline O iadd(O a, O b) {
    if (PyList_CheckExact(a)) return PyNumber_InPlaceAdd(a, b);
    return add(a, b);
}
static O without(O t, long i) { /* t[:i] + t[i + 1:] of a tuple */
    Py_ssize_t n = Py_SIZE(t) - 1;
    O r = PyTuple_New(n);
    if (r == NULL) return NULL;
    for (Py_ssize_t j = 0; j < n; j++) PyTuple_SET_ITEM(r, j, own(PyTuple_GET_ITEM(t, j + (j >= i))));
    return r;
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
typedef struct { O pile; Py_ssize_t i; int how; } Iter;
/* takes the pile */
static int begin(Iter *it, O pile) {
    it->i = 0;
    it->how = PyTuple_CheckExact(pile) ? 0 : PyList_CheckExact(pile) ? 1 : 2;
    if (it->how == 2) {
        it->pile = PyObject_GetIter(pile);
        Py_DECREF(pile);
        return it->pile == NULL ? -1 : 0;
    }
    it->pile = pile;
    return 0;
}
/* a new reference; NULL at the end or after an error */
static inline O following(Iter *it) {
    if (LIKELY(it->how == 0)) return it->i < PyTuple_GET_SIZE(it->pile) ? own(PyTuple_GET_ITEM(it->pile, it->i++)) : NULL;
    if (it->how == 1) return it->i < PyList_GET_SIZE(it->pile) ? own(PyList_GET_ITEM(it->pile, it->i++)) : NULL;
    return PyIter_Next(it->pile);
}
#define END(it) do { if ((it).pile != NULL) CLR((it).pile); } while (0)
static inline int append(O pile, O x) {
    if (LIKELY(PyList_CheckExact(pile))) return PyList_Append(pile, x);
    O r = PyObject_CallMethod(pile, "append", "O", x);
    Py_XDECREF(r);
    return r == NULL ? -1 : 0;
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
    Py_DECREF(listed);
    return r;
}
static O extended(O list, O more) { /* takes list */
    if (list == NULL) return NULL;
    Py_ssize_t n = PyList_GET_SIZE(list);
    O listed = PySequence_List(more);
    if (listed == NULL || PyList_SetSlice(list, n, n, listed) < 0) { Py_XDECREF(listed); Py_DECREF(list); return NULL; }
    Py_DECREF(listed);
    return list;
}
static O total(O pile) {
    O it = PyObject_GetIter(pile), x;
    if (it == NULL) return NULL;
    long sum = 0;
    while ((x = PyIter_Next(it)) != NULL) {
        long v = number(x);
        Py_DECREF(x);
        if (v == ERR && PyErr_Occurred()) break;
        sum = plus(sum, v);
    }
    Py_DECREF(it);
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
    if (PyList_CheckExact(pile)) return PyList_SetSlice(pile, 0, PyList_GET_SIZE(pile), NULL);
    O r = PyObject_CallMethod(pile, "clear", NULL);
    Py_XDECREF(r);
    return r == NULL ? -1 : 0;
}
static O reversed_(O pile) { /* pile[::-1] */
    if (!PyList_CheckExact(pile)) return NULL;
    Py_ssize_t n = PyList_GET_SIZE(pile);
    O r = PyList_New(n);
    if (r != NULL) for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(r, i, own(PyList_GET_ITEM(pile, n - 1 - i)));
    return r;
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
    O a = PySequence_List(pile);
    if (a == NULL) return NULL;
    for (Py_ssize_t i = PyList_GET_SIZE(a) - 1; i > 0; i--) {
        x = chance_next(x);
        Py_ssize_t j = (Py_ssize_t)(((x >> 33) * (uint64_t)(i + 1)) >> 31);
        O kept = PyList_GET_ITEM(a, i);
        PyList_SET_ITEM(a, i, PyList_GET_ITEM(a, j));
        PyList_SET_ITEM(a, j, kept);
    }
    O r = PyList_AsTuple(a);
    Py_DECREF(a);
    if (r == NULL || set(s, at_, PyLong_FromUnsignedLongLong(x)) < 0) { Py_XDECREF(r); return NULL; }
    return r;
}
static inline O object_i(long v) { return v == ERR ? NULL : box(v); }
static inline O object_b(long v) { return v == ERR ? NULL : own(v ? Py_True : Py_False); }
static inline O object_v(long v) { return v == ERR ? NULL : own(Py_None); }
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
SLOW O slow_add(O a, O b) { return add(a, b); }
SLOW O slow_following(Iter *it) { return following(it); }
SLOW void slow_clear(O *x) { CLR(*x); }
SLOW void slow_drop(O x) { Py_XDECREF(x); }
SLOW int slow_put(O *at_, O v) { return put(at_, v); }
#define at slow_at
#define set slow_set
#define number slow_number
#define truth slow_truth
#define eq_oo slow_eq_oo
#define eq_oi slow_eq_oi
#define own slow_own
#define box slow_box
#define add slow_add
#define following slow_following
#define put slow_put
#undef CLR
#define CLR(x) slow_clear(&(x))
#undef Py_XDECREF
#define Py_XDECREF(x) slow_drop((O)(x))
"""
