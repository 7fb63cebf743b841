/* Operations of reductions, on the types they are for. */
#include <string.h>

#include "rt/mpi.h"

#define WHOLE(X)                                                               \
  X(MPI_CHAR, char)                                                            \
  X(MPI_SIGNED_CHAR, signed char)                                              \
  X(MPI_UNSIGNED_CHAR, unsigned char)                                          \
  X(MPI_SHORT, short)                                                          \
  X(MPI_UNSIGNED_SHORT, unsigned short)                                        \
  X(MPI_INT, int)                                                              \
  X(MPI_UNSIGNED, unsigned)                                                    \
  X(MPI_LONG, long)                                                            \
  X(MPI_UNSIGNED_LONG, unsigned long)                                          \
  X(MPI_LONG_LONG, long long)                                                  \
  X(MPI_UNSIGNED_LONG_LONG, unsigned long long)                                \
  X(MPI_INT8_T, int8_t)                                                        \
  X(MPI_INT16_T, int16_t)                                                      \
  X(MPI_INT32_T, int32_t)                                                      \
  X(MPI_INT64_T, int64_t)                                                      \
  X(MPI_UINT8_T, uint8_t)                                                      \
  X(MPI_UINT16_T, uint16_t)                                                    \
  X(MPI_UINT32_T, uint32_t)                                                    \
  X(MPI_UINT64_T, uint64_t)                                                    \
  X(MPI_AINT, MPI_Aint)                                                        \
  X(MPI_OFFSET, MPI_Offset)                                                    \
  X(MPI_COUNT, MPI_Count)                                                      \
  X(MPI_WCHAR, int32_t)                                                        \
  X(MPI_C_BOOL, uint8_t)                                                       \
  X(MPI_BYTE, uint8_t)

#define REAL(X)                                                                \
  X(MPI_FLOAT, float) X(MPI_DOUBLE, double) X(MPI_LONG_DOUBLE, long double)

/* What all numbers have. */
#define COMMON(type)                                                           \
  case MPI_MAX:                                                                \
    *b = *a > *b ? *a : *b;                                                    \
    return true;                                                               \
  case MPI_MIN:                                                                \
    *b = *a < *b ? *a : *b;                                                    \
    return true;                                                               \
  case MPI_SUM:                                                                \
    *b = (type)(*a + *b);                                                      \
    return true;                                                               \
  case MPI_PROD:                                                               \
    *b = (type)(*a * *b);                                                      \
    return true;                                                               \
  case MPI_REPLACE:                                                            \
    *b = *a;                                                                   \
    return true;                                                               \
  case MPI_NO_OP:                                                              \
    return true;

#define DEFINE(name, type)                                                     \
  static bool of_##name(MPI_Op op, const void *from, void *to) {               \
    const type *a = from;                                                      \
    type *b = to;                                                              \
    switch (op) {                                                              \
      COMMON(type)                                                             \
    case MPI_LAND:                                                             \
      *b = (type)(*a && *b);                                                   \
      return true;                                                             \
    case MPI_LOR:                                                              \
      *b = (type)(*a || *b);                                                   \
      return true;                                                             \
    case MPI_LXOR:                                                             \
      *b = (type)(!*a != !*b);                                                 \
      return true;                                                             \
    case MPI_BAND:                                                             \
      *b = (type)(*a & *b);                                                    \
      return true;                                                             \
    case MPI_BOR:                                                              \
      *b = (type)(*a | *b);                                                    \
      return true;                                                             \
    case MPI_BXOR:                                                             \
      *b = (type)(*a ^ *b);                                                    \
      return true;                                                             \
    default:                                                                   \
      return false;                                                            \
    }                                                                          \
  }
WHOLE(DEFINE)
#undef DEFINE

#define DEFINE(name, type)                                                     \
  static bool of_##name(MPI_Op op, const void *from, void *to) {               \
    const type *a = from;                                                      \
    type *b = to;                                                              \
    switch (op) {                                                              \
      COMMON(type)                                                             \
    default:                                                                   \
      return false;                                                            \
    }                                                                          \
  }
REAL(DEFINE)
#undef DEFINE

/* The lower place where both are the same. */
#define DEFINE(name, type)                                                     \
  static bool of_##name(MPI_Op op, const void *from, void *to) {               \
    const struct {                                                             \
      type value;                                                              \
      int place;                                                               \
    } *a = from;                                                               \
    struct {                                                                   \
      type value;                                                              \
      int place;                                                               \
    } *b = to;                                                                 \
    if (op != MPI_MAXLOC && op != MPI_MINLOC)                                  \
      return false;                                                            \
    bool first = op == MPI_MAXLOC ? a->value > b->value : a->value < b->value; \
    if (first ||                                                               \
        (a->value >= b->value && a->value <= b->value && a->place < b->place)) \
      memcpy(b, a, sizeof *b);                                                 \
    return true;                                                               \
  }
HEDDLE_MPI_PAIRS(DEFINE)
#undef DEFINE

static bool (*const rows[HEDDLE_MPI_TYPES_END])(MPI_Op, const void *,
                                                void *) = {
#define ROW(name, type) [name] = of_##name,
    WHOLE(ROW) REAL(ROW) HEDDLE_MPI_PAIRS(ROW)
#undef ROW
};

static MPI_User_function *own_op(MPI_Op op) {
  return op >= HEDDLE_MPI_OPS_END && op < HEDDLE_MPI_OPS_END + MPI_HANDLES
             ? mpi_self()->ops[op - HEDDLE_MPI_OPS_END]
             : NULL;
}

bool mpi_op_is_known(MPI_Op op) {
  return (op > MPI_OP_NULL && op < HEDDLE_MPI_OPS_END) || own_op(op);
}

/* The program's own functions see elements with their gaps. */
static void apply_own(MPI_User_function *f, const char *in, char *inout,
                      size_t len, int count, MPI_Datatype type) {
  const struct mpi_type *t = mpi_type(type);
  size_t room = (size_t)t->extent * (size_t)count, back;
  char *a = (char *)mpi_alloc(room) - t->lb;
  char *b = (char *)mpi_alloc(room) - t->lb;
  mpi_unpack(a, count, type, in, len, NULL);
  mpi_unpack(b, count, type, inout, len, NULL);
  f(a, b, &count, &type);
  memcpy(inout, mpi_pack(b, count, type, &back, NULL), len);
}

bool mpi_op_apply(MPI_Op op, const char *in, char *inout, size_t len, int count,
                  MPI_Datatype type) {
  const struct mpi_type *t = mpi_type(type);
  if (own_op(op)) {
    apply_own(own_op(op), in, inout, len, count, type);
    return true;
  }
  int base = type == MPI_BYTE ? MPI_BYTE : t->base;
  if (!base || !rows[base])
    return false;
  size_t each = mpi_type(base)->size;
  for (size_t at = 0; at + each <= len; at += each)
    if (!rows[base](op, in + at, inout + at))
      return false;
  return true;
}

int heddle_MPI_Op_create(MPI_User_function *f, int commutes, MPI_Op *op) {
  struct mpi_rank *me = mpi_enter("MPI_Op_create");
  (void)commutes; /* they are always applied in the order of ranks */
  int n = 1;
  while (n < MPI_HANDLES && me->ops[n])
    n++;
  if (n == MPI_HANDLES)
    rt_escape_end(WHY_MEMORY, "more than 255 operations", me->site);
  me->ops[n] = f;
  me->ops_sites[n] = me->site;
  rt_range_write(op, sizeof *op, me->site);
  *op = n + HEDDLE_MPI_OPS_END;
  return MPI_SUCCESS;
}

int heddle_MPI_Op_free(MPI_Op *op) {
  struct mpi_rank *me = mpi_enter("MPI_Op_free");
  if (!own_op(*op))
    return mpi_error(MPI_ERR_OP, "no such operation, or one of MPI's own");
  me->ops[*op - HEDDLE_MPI_OPS_END] = NULL;
  rt_range_write(op, sizeof *op, me->site);
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int heddle_MPI_Reduce_local(const void *in, void *inout, int count,
                            MPI_Datatype type, MPI_Op op) {
  struct mpi_rank *me = mpi_enter("MPI_Reduce_local");
  size_t len;
  if (!mpi_type(type) || count < 0 || !mpi_op_is_known(op))
    return mpi_error(MPI_ERR_OP, "no such datatype or operation");
  char *a = mpi_pack(in, count, type, &len, me->site);
  char *b = mpi_pack(inout, count, type, &len, me->site);
  if (!mpi_op_apply(op, a, b, len, count, type))
    return mpi_error(MPI_ERR_OP, "the operation is not for this datatype");
  mpi_unpack(inout, count, type, b, len, me->site);
  return MPI_SUCCESS;
}
