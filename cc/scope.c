/* Locals of inner blocks end where their block is left.
 *
 * clang says so by markers, but only where it also changes how blocks are left,
 * and then loops that wait are not known as such (wait.c).  So the blocks are
 * taken from debug information: every instruction has a place, and a place
 * its block.  Where control comes into a block its locals are opened, where it
 * leaves it they end; doing either twice does no harm, so a join of several
 * ways is treated as if all of them had come from there.
 *
 * Whatever is not sure leaves the local as it is, to the function's end: code
 * that comes back (setjmp), jumps that are computed, C++ (what is destroyed at
 * the end of a block has a place outside of it), very large functions, a block
 * one of whose locals is used outside of it, and blocks that a loop enters
 * which may only wait. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "debug.h"
#include "unit.h"

enum where { UNKNOWN, OUTSIDE, INSIDE };

struct block {
  LLVMBasicBlockRef at;
  enum where first, last;
  bool waits, works; /* a waiting loop begins here; a local begins or ends */
};

struct blocks {
  struct block *at;
  size_t len;
};

/* --- places --------------------------------------------------------------- */

static bool is_block(LLVMMetadataRef scope) {
  LLVMMetadataKind k = LLVMGetMetadataKind(scope);
  return k == LLVMDILexicalBlockMetadataKind ||
         k == LLVMDILexicalBlockFileMetadataKind;
}

static enum where where_is(struct unit *u, LLVMValueRef i,
                           LLVMMetadataRef block) {
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i), outer;
  if (!place || LLVMIsAPHINode(i))
    return UNKNOWN;
  while ((outer = LLVMDILocationGetInlinedAt(place)))
    place = outer;
  if (!LLVMDILocationGetLine(place))
    return UNKNOWN;
  LLVMMetadataRef s = LLVMDILocationGetScope(place);
  for (; s && is_block(s); s = debug_operand(u, s, DEBUG_SCOPE))
    if (s == block)
      return INSIDE;
  return OUTSIDE;
}

static LLVMValueRef base_of(LLVMValueRef v) {
  while (LLVMIsAGetElementPtrInst(v))
    v = LLVMGetOperand(v, 0);
  return v;
}

static bool uses(LLVMValueRef i, LLVMValueRef local) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
    if (base_of(LLVMGetOperand(i, k)) == local)
      return true;
  return false;
}

/* What is no variable, as a compound literal, belongs to the block in which it
 * is made, that of what is put there first, or to a part of it; as far as
 * nothing outside uses it. */
static LLVMMetadataRef block_of_nameless(struct unit *u, LLVMValueRef function,
                                         LLVMValueRef local) {
  LLVMMetadataRef scope = NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
      if (!uses(i, local) || !place || !LLVMDILocationGetLine(place))
        continue;
      if (LLVMDILocationGetInlinedAt(place))
        return NULL;
      scope = scope ? scope : LLVMDILocationGetScope(place);
      if (!is_block(scope) || where_is(u, i, scope) == OUTSIDE)
        return NULL;
    }
  return scope;
}

/* The block that a local is declared in; NULL: the function's own, or it is not
 * known. */
static LLVMMetadataRef block_of(struct unit *u, LLVMValueRef function,
                                LLVMValueRef local) {
  LLVMMetadataRef found = NULL;
  bool named = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (!unit_is_intrinsic(i, "llvm.dbg.declare") ||
          LLVMGetMDNodeNumOperands(LLVMGetOperand(i, 0)) != 1)
        continue;
      LLVMValueRef about;
      LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &about);
      if (about != local)
        continue;
      named = true;
      LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
      LLVMMetadataRef scope =
          LLVMDIVariableGetScope(LLVMValueAsMetadata(LLVMGetOperand(i, 1)));
      if (found || !place || LLVMDILocationGetInlinedAt(place) || !scope ||
          !is_block(scope))
        return NULL;
      found = scope;
    }
  return named ? found : block_of_nameless(u, function, local);
}

/* --- functions and blocks that are left alone ----------------------------- */

static bool is_sure(struct unit *u, LLVMValueRef function) {
  enum { LARGEST = 500 };
  if (LLVMCountBasicBlocks(function) > LARGEST || u->cxx)
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMGetInstructionOpcode(i) == LLVMIndirectBr ||
          LLVMGetInstructionOpcode(i) == LLVMCallBr ||
          (unit_is_call(i) && strstr(unit_callee(i), "setjmp")))
        return false;
  return true;
}

/* What is not known is as what comes before it; at the beginning of a block as
 * what comes after.  False: a place of which nothing is known, or a use that
 * should not be. */
static bool look(struct unit *u, struct block *b, LLVMMetadataRef scope,
                 const LLVMValueRef *locals, size_t len) {
  b->first = b->last = UNKNOWN;
  b->waits = b->works = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b->at); i;
       i = LLVMGetNextInstruction(i)) {
    enum where w = where_is(u, i, scope);
    b->waits |= unit_is_intrinsic(i, "heddle_wait_begin");
    b->works |= w != UNKNOWN && b->last != UNKNOWN && w != b->last;
    if (w != UNKNOWN)
      b->last = w;
    if (b->first == UNKNOWN)
      b->first = w;
    for (size_t k = 0; k < len && w == OUTSIDE; k++)
      if (uses(i, locals[k]) && !unit_is_intrinsic(i, "llvm.dbg."))
        return false;
  }
  return b->first != UNKNOWN;
}

static struct block *find(const struct blocks *all, LLVMBasicBlockRef b) {
  size_t i = 0;
  while (all->at[i].at != b)
    i++;
  return &all->at[i];
}

static bool reaches(const struct blocks *all, struct block *from,
                    const struct block *to) {
  bool *seen = calloc(all->len + 1, sizeof *seen);
  struct block **queue = calloc(all->len + 1, sizeof *queue);
  size_t head = 0, tail = 0;
  bool found = false;
  if (!seen || !queue)
    abort();
  queue[tail++] = from;
  while (head < tail && !found) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(queue[head++]->at);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
      struct block *s = find(all, LLVMGetSuccessor(t, i));
      found |= s == to;
      if (!seen[s - all->at])
        queue[tail++] = s;
      seen[s - all->at] = true;
    }
  }
  free(seen);
  free(queue);
  return found;
}

/* Where control comes to b from the other side, a local begins or ends. */
static bool comes_from(const struct blocks *all, const struct block *b,
                       enum where from) {
  for (size_t i = 0; i < all->len; i++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(all->at[i].at);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
      if (LLVMGetSuccessor(t, k) == b->at && all->at[i].last == from)
        return true;
  }
  return false;
}

static bool is_waited_for(const struct blocks *all) {
  for (size_t i = 0; i < all->len; i++)
    for (size_t k = 0; k < all->len; k++)
      if (all->at[i].works && all->at[k].waits &&
          reaches(all, &all->at[i], &all->at[k]) &&
          reaches(all, &all->at[k], &all->at[i]))
        return true;
  return false;
}

/* The blocks of the function, as they stand to this one of the source; none
 * where that is not sure. */
static struct blocks survey(struct unit *u, LLVMValueRef function,
                            LLVMMetadataRef scope, const LLVMValueRef *locals,
                            size_t len) {
  struct blocks all = {
      calloc(LLVMCountBasicBlocks(function) + 1u, sizeof *all.at), 0};
  if (!all.at)
    abort();
  bool sure = true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && sure;
       b = LLVMGetNextBasicBlock(b)) {
    all.at[all.len].at = b;
    sure = look(u, &all.at[all.len++], scope, locals, len);
  }
  for (size_t i = 0; i < all.len && sure; i++) {
    struct block *b = &all.at[i];
    enum where other = b->first == INSIDE ? OUTSIDE : INSIDE;
    b->works |= comes_from(&all, b, other);
  }
  if (!sure || is_waited_for(&all))
    all.len = 0;
  return all;
}

/* --- beginning and end ---------------------------------------------------- */

struct made {
  struct unit *u;
  LLVMValueRef name;
  struct ending *w;
  const bool *mine; /* of w, those of the block */
};

static void change(const struct made *m, LLVMValueRef before, enum where to) {
  struct unit *u = m->u;
  while (LLVMIsAPHINode(before))
    before = LLVMGetNextInstruction(before);
  LLVMPositionBuilderBefore(u->builder, before);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(before));
  for (size_t i = 0; i < m->w->len; i++) {
    const struct ending_local *l = &m->w->at[i];
    if (!m->mine[i])
      continue;
    LLVMValueRef none = LLVMConstPointerNull(u->t_ptr);
    LLVMValueRef last = to == INSIDE ? m->name
                        : l->leaves  ? site_of(u, before)
                                     : none;
    LLVMValueRef args[] = {l->local, LLVMConstInt(u->t_i64, l->size, 0), last};
    unit_call(u, to == INSIDE ? "heddle_local_open" : "heddle_local_leave",
              u->t_void, args, 3);
  }
}

static void change_block(const struct made *m, const struct blocks *all,
                         const struct block *b, LLVMMetadataRef scope) {
  enum where now = b->first;
  if (comes_from(all, b, now == INSIDE ? OUTSIDE : INSIDE))
    change(m, LLVMGetFirstInstruction(b->at), now);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b->at); i;
       i = LLVMGetNextInstruction(i)) {
    enum where w = where_is(m->u, i, scope);
    if (w == UNKNOWN || w == now)
      continue;
    change(m, i, w);
    now = w;
  }
}

static void watch_block(struct unit *u, LLVMValueRef function, struct ending *w,
                        LLVMMetadataRef *blocks, LLVMMetadataRef scope,
                        LLVMValueRef name) {
  LLVMValueRef *locals = calloc(w->len + 1, sizeof *locals);
  bool *mine = calloc(w->len + 1, sizeof *mine);
  size_t len = 0;
  if (!locals || !mine)
    abort();
  for (size_t i = 0; i < w->len; i++)
    if (blocks[i] == scope) {
      mine[i] = true;
      locals[len++] = w->at[i].local;
      blocks[i] = NULL;
    }
  struct blocks all = survey(u, function, scope, locals, len);
  struct made m = {u, name, w, mine};
  for (size_t i = 0; i < all.len; i++)
    change_block(&m, &all, &all.at[i], scope);
  for (size_t i = 0; i < w->len && all.len; i++)
    w->at[i].ended |= mine[i];
  free(all.at);
  free(locals);
  free(mine);
}

void scope_watch(struct unit *u, LLVMValueRef function, struct ending *w,
                 LLVMValueRef name) {
  LLVMMetadataRef *blocks = calloc(w->len + 1, sizeof *blocks);
  if (!blocks)
    abort();
  for (size_t i = 0; i < w->len && is_sure(u, function); i++)
    blocks[i] = block_of(u, function, w->at[i].local);
  for (size_t i = 0; i < w->len; i++)
    if (blocks[i])
      watch_block(u, function, w, blocks, blocks[i], name);
  free(blocks);
}
