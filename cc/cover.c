/* Coverage: which lines were run and which ways branches went.
 *
 * Each block of a function gets a byte that is set when the block is entered,
 * each two-way branch a byte with a bit for each way.  The bytes lie in the
 * section heddle_seen, which the runtime does not put back between runs; rows
 * of heddle_covers (rt/abi.h) say what they stand for.  Only with --coverage:
 * the default pays nothing. */
#include <stdlib.h>

#include "unit.h"

enum { LINES_MOST = 64 }; /* of one block */

static LLVMValueRef seen_byte(struct unit *u) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  LLVMValueRef g = LLVMAddGlobal(u->module, byte, "heddle.seen");
  LLVMSetInitializer(g, LLVMConstInt(byte, 0, 0));
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetSection(g, "heddle_seen");
  LLVMSetAlignment(g, 1);
  return g;
}

static void add_row(struct unit *u, LLVMValueRef instruction, LLVMValueRef seen,
                    bool branch) {
  LLVMValueRef fields[6];
  site_fields(u, instruction, fields);
  fields[4] = seen;
  fields[5] = LLVMConstInt(u->t_i64, branch, 0);
  LLVMValueRef row = LLVMConstStructInContext(u->context, fields, 6, 0);
  LLVMValueRef g = LLVMAddGlobal(u->module, LLVMTypeOf(row), "heddle.cover");
  LLVMSetInitializer(g, row);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetSection(g, "heddle_covers");
  LLVMSetAlignment(g, 8);
}

static bool is_listed(unsigned line, const unsigned *lines, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (lines[i] == line)
      return true;
  return false;
}

/* The lines of a block, all of them run when it is entered (but for calls
 * that do not return). */
static void cover_block(struct unit *u, LLVMBasicBlockRef b) {
  unsigned lines[LINES_MOST], count = 0;
  LLVMValueRef seen = NULL, first = NULL;
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
       i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i))
      continue;
    /* Where an exception lands, that instruction stays the first. */
    if (!first && !LLVMIsALandingPadInst(i))
      first = i;
    unsigned line = LLVMGetDebugLocLine(i);
    if (!line || count == LINES_MOST || is_listed(line, lines, count))
      continue;
    lines[count++] = line;
    seen = seen ? seen : seen_byte(u);
    add_row(u, i, seen, false);
  }
  if (!seen)
    return;
  LLVMPositionBuilderBefore(u->builder, first);
  LLVMBuildStore(u->builder, LLVMConstInt(byte, 1, 0), seen);
}

static void cover_branch(struct unit *u, LLVMBasicBlockRef b) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
      index_is_check(end) || !LLVMGetDebugLocLine(end))
    return;
  LLVMValueRef seen = seen_byte(u);
  LLVMPositionBuilderBefore(u->builder, end);
  LLVMValueRef way =
      LLVMBuildSelect(u->builder, LLVMGetCondition(end),
                      LLVMConstInt(byte, 1, 0), LLVMConstInt(byte, 2, 0), "");
  LLVMValueRef before = LLVMBuildLoad2(u->builder, byte, seen, "");
  LLVMBuildStore(u->builder, LLVMBuildOr(u->builder, before, way, ""), seen);
  add_row(u, end, seen, true);
}

void cover_count(struct unit *u, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    cover_branch(u, b);
    cover_block(u, b);
  }
}
