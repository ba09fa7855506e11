"""The C that every native module begins with: numbers, piles and calls of Python, each with the short way for what a state holds."""

PRELUDE = r"""
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <limits.h>
#define ERR LONG_MIN
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
typedef PyObject *O;
static O K[262];
static O *C;
static int deep;
#define SMALL(n) K[(n) + 5]
#define CLR(x) do { O x_ = (x); (x) = NULL; Py_DECREF(x_); } while (0)
#define NEED(x) if (UNLIKELY((x) == NULL)) goto err
#if PY_VERSION_HEX >= 0x030C0000
#define COMPACT(o) (PyLong_CheckExact(o) && PyUnstable_Long_IsCompact((PyLongObject *)(o)))
#define NUMBER(o) ((long)PyUnstable_Long_CompactValue((PyLongObject *)(o)))
#else
#define COMPACT(o) (PyLong_CheckExact(o) && (size_t)(Py_SIZE(o) + 1) <= 2)
#define NUMBER(o) ((long)Py_SIZE(o) * (long)((PyLongObject *)(o))->ob_digit[0])
#endif
static inline O take(O *p) { O x = *p; *p = NULL; return x; }
static inline O own(O x) { Py_INCREF(x); return x; }
static inline O box(long v) { return v >= -5 && v < 257 ? own(SMALL(v)) : PyLong_FromLong(v); }
static inline int put(O *at, O v) { O old = *at; *at = v; Py_XDECREF(old); return 0; }
static long number_(O o) {
    long v = PyLong_AsLong(o);
    if (v == -1 && PyErr_Occurred()) return ERR;
    return v;
}
static inline long number(O o) { return LIKELY(COMPACT(o)) ? NUMBER(o) : number_(o); }
static inline int truth(O o) {
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
static inline int name##_oi(O a, long b) { return LIKELY(COMPACT(a)) ? NUMBER(a) op b : name##_oi_(a, b); }
COMPARE(lt, <, Py_LT)
COMPARE(le, <=, Py_LE)
COMPARE(gt, >, Py_GT)
COMPARE(ge, >=, Py_GE)
static inline int eq_oo(O a, O b) {
    if (a == b) return 1;
    if (COMPACT(a) && COMPACT(b)) return NUMBER(a) == NUMBER(b);
    if (a == Py_None || b == Py_None) return 0;
    return slow_compare(a, b, Py_EQ);
}
static inline int eq_oi(O a, long b) {
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
static inline O at(O pile, long i) {
    if (LIKELY(PyList_CheckExact(pile) || PyTuple_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (UNLIKELY((size_t)i >= (size_t)Py_SIZE(pile))) return outside();
        return PySequence_Fast_GET_ITEM(pile, i);
    }
    PyErr_SetString(PyExc_TypeError, "not a pile");
    return NULL;
}
static O get(O pile, O i) { return PyObject_GetItem(pile, i); }
static int set_slow(O pile, long i, O v) {
    O k = PyLong_FromLong(i);
    int r = PyObject_SetItem(pile, k, v);
    Py_DECREF(k); Py_DECREF(v);
    return r;
}
/* takes v */
static inline int set(O pile, long i, O v) {
    if (LIKELY(PyList_CheckExact(pile))) {
        if (i < 0) i += Py_SIZE(pile);
        if (UNLIKELY((size_t)i >= (size_t)Py_SIZE(pile))) { Py_DECREF(v); outside(); return -1; }
        return put(&PyList_GET_ITEM(pile, i), v);
    }
    return set_slow(pile, i, v);
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
static O stepped(O pile, O a, O b, O step) {
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
static inline O object_i(long v) { return v == ERR && PyErr_Occurred() ? NULL : box(v); }
static inline O object_b(long v) { return v == ERR ? NULL : own(v ? Py_True : Py_False); }
static inline O object_v(long v) { return v == ERR ? NULL : own(Py_None); }
static O text_of(O x) { return PyUnicode_CheckExact(x) ? own(x) : PyObject_Str(x); }
"""
