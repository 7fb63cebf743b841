/* A property as an expression (sym/node.h), for who asks a solver about it
 * (sched/constraints.h): rows of the section heddle_formulas.
 *
 * Its function has no loops and changes nothing (property.c), and its locals
 * are registers by now.  So what it comes to is an expression of what it
 * loads: a phi is a choice by the conditions under which its block is come to
 * from each other.  What is none (floating point, a pointer, an element at an
 * index that is computed, where a thread is) makes the property one without
 * such a row; then it is decided by the order of steps alone. */
#include <stdlib.h>
#include <string.h>

#include "sym/node.h"
#include "rt/abi.h"
#include "unit.h"

enum { TERMS = ABI_TERMS, BLOCKS = 64 };

/* A term and the address of what it loads, or NULL. */
struct term {
  struct sym_node node;
  LLVMValueRef what;
};

struct formula {
  struct unit *u;
  struct term terms[TERMS]; /* operands are numbers of these, from 1 */
  LLVMValueRef of[TERMS];   /* the value that a term stands for, or NULL */
  unsigned len;
  LLVMBasicBlockRef blocks[BLOCKS];
  unsigned conditions[BLOCKS]; /* terms: the block is come to */
  unsigned blocks_len;
};

/* 0 means that it is no expression, here and below. */
static unsigned add(struct formula *f, struct sym_node n, LLVMValueRef what,
                    LLVMValueRef of) {
  if (f->len == TERMS)
    return 0;
  f->terms[f->len] = (struct term){n, what};
  f->of[f->len] = of;
  return ++f->len;
}

static unsigned width_of(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  unsigned width =
      LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
  return width <= 64 ? width : 0;
}

static unsigned operate(struct formula *f, unsigned op, unsigned width,
                        unsigned a, unsigned b, unsigned c, LLVMValueRef of) {
  struct sym_node n = {
      .op = (uint8_t)op, .width = (uint8_t)width, .a = a, .b = b, .c = c};
  bool all = a && (sym_operands(op) < 2 || b) && (sym_operands(op) < 3 || c);
  return all ? add(f, n, NULL, of) : 0;
}

static unsigned constant(struct formula *f, unsigned width, uint64_t value) {
  struct sym_node n = {.op = SYM_CONST,
                       .width = (uint8_t)width,
                       .value = value & sym_mask(width)};
  return add(f, n, NULL, NULL);
}

static unsigned negation(struct formula *f, unsigned a) {
  return operate(f, SYM_XOR, 1, a, constant(f, 1, 1), 0, NULL);
}

static unsigned term_of(struct formula *f, LLVMValueRef v);

/* --- where control comes from --------------------------------------------- */

static unsigned come_to(struct formula *f, LLVMBasicBlockRef block);

/* From one block to another; the terms may be several, if both ways of a
 * branch lead there. */
static unsigned come_from(struct formula *f, LLVMBasicBlockRef from,
                          LLVMBasicBlockRef to) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
  unsigned here = come_to(f, from);
  if (!here || !LLVMIsABranchInst(end))
    return 0;
  if (!LLVMIsConditional(end) ||
      LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1))
    return here;
  unsigned which = term_of(f, LLVMGetCondition(end));
  if (LLVMGetSuccessor(end, 0) != to)
    which = which ? negation(f, which) : 0;
  return operate(f, SYM_AND, 1, here, which, 0, NULL);
}

static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    if (LLVMGetSuccessor(end, i) == to)
      return true;
  return false;
}

static unsigned come_to_one(struct formula *f, LLVMBasicBlockRef block) {
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  unsigned any = 0;
  if (block == LLVMGetEntryBasicBlock(function))
    return constant(f, 1, 1);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    if (!leads_to(b, block))
      continue;
    unsigned from = come_from(f, b, block);
    if (!from)
      return 0;
    any = any ? operate(f, SYM_OR, 1, any, from, 0, NULL) : from;
  }
  return any;
}

/* Each block once; one that leads to itself is in a loop. */
static unsigned come_to(struct formula *f, LLVMBasicBlockRef block) {
  unsigned i = 0;
  while (i < f->blocks_len && f->blocks[i] != block)
    i++;
  if (i < f->blocks_len || i == BLOCKS)
    return i < BLOCKS ? f->conditions[i] : 0;
  f->blocks[i] = block;
  f->conditions[i] = 0;
  f->blocks_len++;
  return f->conditions[i] = come_to_one(f, block);
}

static unsigned choice(struct formula *f, LLVMValueRef phi) {
  unsigned count = LLVMCountIncoming(phi), all = 0;
  for (unsigned i = 0; i < count; i++) {
    unsigned value = term_of(f, LLVMGetIncomingValue(phi, i));
    unsigned from = come_from(f, LLVMGetIncomingBlock(phi, i),
                              LLVMGetInstructionParent(phi));
    if (!value || !from)
      return 0;
    all = all ? operate(f, SYM_ITE, width_of(phi), from, value, all, NULL)
              : value;
  }
  return all;
}

/* --- what is loaded --------------------------------------------------------- */

/* A variable, or a part of one at a known place. */
static LLVMValueRef known_place(LLVMValueRef pointer) {
  LLVMValueRef at[8];
  if (LLVMIsConstant(pointer))
    return pointer;
  if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) > 8)
    return NULL;
  unsigned count = (unsigned)LLVMGetNumOperands(pointer);
  LLVMValueRef base = known_place(LLVMGetOperand(pointer, 0));
  for (unsigned i = 1; i < count; i++) {
    at[i - 1] = LLVMGetOperand(pointer, i);
    if (!LLVMIsConstant(at[i - 1]))
      return NULL;
  }
  return base ? LLVMConstGEP2(LLVMGetGEPSourceElementType(pointer), base, at,
                              count - 1)
              : NULL;
}

/* The runtime gives things numbers, and tells their bytes as a word. */
static unsigned loaded(struct formula *f, LLVMValueRef i) {
  unsigned width = width_of(i), bytes = width / 8;
  LLVMValueRef what = known_place(LLVMGetOperand(i, 0));
  if (!what || width % 8 || !bytes || (bytes & (bytes - 1)))
    return 0;
  struct sym_node n = {.op = SYM_VAR,
                       .width = 64,
                       .low = (uint16_t)bytes,
                       .value = (uint64_t)INT64_MIN,
                       .more = INT64_MAX};
  unsigned word = add(f, n, what, NULL);
  return width == 64 ? word : operate(f, SYM_EXTRACT, width, word, 0, 0, NULL);
}

/* --- operations ------------------------------------------------------------- */

static unsigned compared(struct formula *f, LLVMValueRef i) {
  LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  if (!width_of(LLVMGetOperand(i, 0)))
    return 0;
  unsigned a = term_of(f, LLVMGetOperand(i, 0));
  unsigned b = term_of(f, LLVMGetOperand(i, 1));
  switch (p) {
  case LLVMIntEQ:
    return operate(f, SYM_EQ, 1, a, b, 0, NULL);
  case LLVMIntNE: {
    unsigned same = operate(f, SYM_EQ, 1, a, b, 0, NULL);
    return same ? negation(f, same) : 0;
  }
  case LLVMIntULT:
    return operate(f, SYM_ULT, 1, a, b, 0, NULL);
  case LLVMIntULE:
    return operate(f, SYM_ULE, 1, a, b, 0, NULL);
  case LLVMIntUGT:
    return operate(f, SYM_ULT, 1, b, a, 0, NULL);
  case LLVMIntUGE:
    return operate(f, SYM_ULE, 1, b, a, 0, NULL);
  case LLVMIntSLT:
    return operate(f, SYM_SLT, 1, a, b, 0, NULL);
  case LLVMIntSLE:
    return operate(f, SYM_SLE, 1, a, b, 0, NULL);
  case LLVMIntSGT:
    return operate(f, SYM_SLT, 1, b, a, 0, NULL);
  default:
    return operate(f, SYM_SLE, 1, b, a, 0, NULL);
  }
}

static const struct {
  LLVMOpcode code;
  uint8_t op;
} binaries[] = {
    {LLVMAdd, SYM_ADD},   {LLVMSub, SYM_SUB},   {LLVMMul, SYM_MUL},
    {LLVMUDiv, SYM_UDIV}, {LLVMSDiv, SYM_SDIV}, {LLVMURem, SYM_UREM},
    {LLVMSRem, SYM_SREM}, {LLVMAnd, SYM_AND},   {LLVMOr, SYM_OR},
    {LLVMXor, SYM_XOR},   {LLVMShl, SYM_SHL},   {LLVMLShr, SYM_LSHR},
    {LLVMAShr, SYM_ASHR}};

static unsigned computed(struct formula *f, LLVMValueRef i, LLVMOpcode code) {
  unsigned width = width_of(i);
  for (size_t k = 0; k < sizeof binaries / sizeof *binaries; k++)
    if (binaries[k].code == code) {
      unsigned a = term_of(f, LLVMGetOperand(i, 0));
      unsigned b = term_of(f, LLVMGetOperand(i, 1));
      return operate(f, binaries[k].op, width, a, b, 0, NULL);
    }
  return 0;
}

static unsigned made(struct formula *f, LLVMValueRef i) {
  LLVMOpcode code = LLVMGetInstructionOpcode(i);
  unsigned width = width_of(i);
  switch (code) {
  case LLVMLoad:
    return loaded(f, i);
  case LLVMICmp:
    return compared(f, i);
  case LLVMPHI:
    return choice(f, i);
  case LLVMZExt:
  case LLVMSExt:
    return operate(f, code == LLVMZExt ? SYM_ZEXT : SYM_SEXT, width,
                   term_of(f, LLVMGetOperand(i, 0)), 0, 0, NULL);
  case LLVMTrunc:
    return operate(f, SYM_EXTRACT, width, term_of(f, LLVMGetOperand(i, 0)), 0,
                   0, NULL);
  case LLVMFreeze:
    return term_of(f, LLVMGetOperand(i, 0));
  case LLVMSelect: {
    unsigned which = term_of(f, LLVMGetOperand(i, 0));
    unsigned yes = term_of(f, LLVMGetOperand(i, 1));
    unsigned no = term_of(f, LLVMGetOperand(i, 2));
    return operate(f, SYM_ITE, width, which, yes, no, NULL);
  }
  default:
    return computed(f, i, code);
  }
}

static unsigned term_of(struct formula *f, LLVMValueRef v) {
  unsigned width = width_of(v);
  if (!width)
    return 0;
  if (LLVMIsAConstantInt(v))
    return constant(f, width, LLVMConstIntGetZExtValue(v));
  if (!LLVMIsAInstruction(v))
    return 0;
  for (unsigned i = 0; i < f->len; i++)
    if (f->of[i] == v)
      return i + 1;
  unsigned term = made(f, v);
  if (term && !f->of[term - 1])
    f->of[term - 1] = v;
  return term;
}

/* --- rows ------------------------------------------------------------------- */

static LLVMValueRef number(struct formula *f, LLVMTypeRef type,
                           uint64_t value) {
  (void)f;
  return LLVMConstInt(type, value, 0);
}

/* As struct heddle_term (rt/abi.h). */
static LLVMValueRef row(struct formula *f, const struct term *t) {
  struct unit *u = f->u;
  LLVMTypeRef i8 = LLVMInt8TypeInContext(u->context);
  LLVMTypeRef i16 = LLVMInt16TypeInContext(u->context);
  LLVMValueRef fields[] = {number(f, i8, t->node.op),
                           number(f, i8, t->node.width),
                           number(f, i16, t->node.low),
                           number(f, u->t_i32, t->node.a),
                           number(f, u->t_i32, t->node.b),
                           number(f, u->t_i32, t->node.c),
                           number(f, u->t_i64, t->node.value),
                           number(f, u->t_i64, t->node.more),
                           t->what ? t->what : LLVMConstNull(u->t_ptr)};
  return LLVMConstStructInContext(u->context, fields, 9, 0);
}

static void write_rows(struct formula *f, LLVMValueRef property) {
  struct unit *u = f->u;
  LLVMValueRef rows[TERMS];
  for (unsigned i = 0; i < f->len; i++)
    rows[i] = row(f, &f->terms[i]);
  LLVMValueRef all = LLVMConstArray2(LLVMTypeOf(rows[0]), rows, f->len);
  LLVMValueRef terms =
      LLVMAddGlobal(u->module, LLVMTypeOf(all), "heddle.terms");
  LLVMSetInitializer(terms, all);
  LLVMSetLinkage(terms, LLVMPrivateLinkage);
  LLVMValueRef fields[] = {property, terms, LLVMConstInt(u->t_i64, f->len, 0)};
  LLVMValueRef formula = LLVMConstStructInContext(u->context, fields, 3, 0);
  LLVMValueRef at =
      LLVMAddGlobal(u->module, LLVMTypeOf(formula), "heddle.formula");
  LLVMSetInitializer(at, formula);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetSection(at, "heddle_formulas");
  LLVMSetAlignment(at, 8);
}

void formula_give(struct unit *u, LLVMValueRef property) {
  struct formula *f = calloc(1, sizeof *f);
  LLVMValueRef result = NULL;
  unsigned returns = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(property); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1) {
      result = LLVMGetOperand(end, 0);
      returns++;
    }
  }
  if (!f)
    return;
  f->u = u;
  unsigned last = returns == 1 ? term_of(f, result) : 0;
  if (last && last != f->len) /* what it comes to is the last */
    last =
        operate(f, SYM_OR, f->terms[last - 1].node.width, last, last, 0, NULL);
  if (last)
    write_rows(f, property);
  free(f);
}
