#include "unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool complain(const char *what, char *message) {
  fprintf(stderr, "heddle-cc: %s: %s\n", what, message ? message : "failed");
  LLVMDisposeMessage(message);
  return false;
}

static void make_types(struct unit *u) {
  LLVMContextRef c = u->context;
  u->t_void = LLVMVoidTypeInContext(c);
  u->t_i32 = LLVMInt32TypeInContext(c);
  u->t_i64 = LLVMInt64TypeInContext(c);
  u->t_ptr = LLVMPointerTypeInContext(c, 0);
  /* struct heddle_site and struct heddle_global of rt/abi.h */
  LLVMTypeRef site[] = {u->t_ptr, u->t_ptr, u->t_i32, u->t_i32};
  u->t_site = LLVMStructCreateNamed(c, "heddle.site");
  LLVMStructSetBody(u->t_site, site, 4, 0);
  LLVMTypeRef global[] = {u->t_ptr, u->t_ptr, u->t_i64, u->t_i64, u->t_i64};
  u->t_global = LLVMStructCreateNamed(c, "heddle.global");
  LLVMStructSetBody(u->t_global, global, 5, 0);
}

bool unit_load(struct unit *u, const char *bitcode) {
  *u = (struct unit){.context = LLVMContextCreate()};
  char *message = NULL;
  LLVMMemoryBufferRef buffer;
  if (LLVMCreateMemoryBufferWithContentsOfFile(bitcode, &buffer, &message))
    return complain(bitcode, message);
  LLVMBool bad = LLVMParseBitcodeInContext2(u->context, buffer, &u->module);
  LLVMDisposeMemoryBuffer(buffer);
  if (bad)
    return complain(bitcode, LLVMCreateMessage("not LLVM bitcode"));
  u->builder = LLVMCreateBuilderInContext(u->context);
  u->layout = LLVMGetModuleDataLayout(u->module);
  make_types(u);
  return true;
}

void unit_free(struct unit *u) {
  enums_end(u);
  if (u->builder)
    LLVMDisposeBuilder(u->builder);
  if (u->module)
    LLVMDisposeModule(u->module);
  LLVMContextDispose(u->context);
}

static bool run_passes(struct unit *u, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(u->module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  fprintf(stderr, "heddle-cc: %s: %s\n", passes, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

static void for_each_function(struct unit *u,
                              void (*pass)(struct unit *, LLVMValueRef)) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !property_is(f))
      pass(u, f);
}

/* The same for passes that ask where variables are declared. */
static void with_declarations(struct unit *u,
                              void (*pass)(struct unit *, LLVMValueRef)) {
  LLVMBool records = LLVMIsNewDbgInfoFormat(u->module);
  LLVMSetIsNewDbgInfoFormat(u->module, 0);
  for_each_function(u, pass);
  LLVMSetIsNewDbgInfoFormat(u->module, records);
}

static bool has_masked(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (intrinsic_is_masked(LLVMGetUser(use)))
        return true;
  return false;
}

static void instrument_functions(struct unit *u) {
  for_each_function(u, wait_mark);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    if (!property_is(f)) {
      access_instrument(u, f);
      byval_begin(u, f);
    }
    if (u->symbolic)
      symbolic_instrument(u, f);
  }
}

static bool is_cxx(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t len;
    if (!strncmp(LLVMGetValueName2(f, &len), "_Z", 2))
      return true;
  }
  return false;
}

/* What is catched must be known to come from one call: edges are split. */
static bool take_in_headers(struct unit *u) {
  inline_mark(u);
  if (!run_passes(u, "always-inline,globaldce,function(break-crit-edges)"))
    return false;
  inline_keep_places(u);
  return true;
}

/* Memory orders are arguments in headers: each atomic operation is there once
 * for every order, and only one of them is meant.  No access is merged or moved
 * by following constants. */
static bool follow_constants(struct unit *u) {
  return run_passes(u, "function(sccp)");
}

bool unit_instrument(struct unit *u) {
  bool cxx = u->cxx = is_cxx(u);
  mend(u);
  enums_begin(u);
  if (cxx && !take_in_headers(u))
    return false;
  for_each_function(u, moves_take);
  for_each_function(u, index_take);
  for_each_function(u, unset_watch);
  for_each_function(u, clear_temporaries);
  if (!cxx)
    with_declarations(u, lend_hide);
  for_each_function(u, twin_give);
  if (!run_passes(u, "function(mem2reg)"))
    return false;
  for_each_function(u, mend_copies);
  if (!run_passes(u, "function(sroa,mem2reg)") ||
      (has_masked(u) &&
       !run_passes(u, "function(scalarize-masked-mem-intrin)")) ||
      (cxx && !follow_constants(u)) || !property_take(u))
    return false;
  tls_lower(u);
  wait_note_clock(u);
  wildcards_note(u);
  floats_note(u);
  instrument_functions(u);
  wait_note_loops(u);
  if (u->symbolic && !run_passes(u, "function(mem2reg)"))
    return false;
  if (u->symbolic)
    symbolic_mark(u);
  with_declarations(u, locals_watch);
  for_each_function(u, catch_mark);
  assembly_announce(u);
  calls_rename(u);
  startup_take(u);
  globals_place(u);
  if (u->coverage)
    for_each_function(u, cover_count);
  foreign_place(u);
  char *message = NULL;
  if (LLVMVerifyModule(u->module, LLVMReturnStatusAction, &message))
    return complain("instrumented code does not verify (a bug in Heddle)",
                    message);
  LLVMDisposeMessage(message);
  return run_passes(u, "function(early-cse,simplifycfg)");
}

bool unit_write_object(struct unit *u, const char *path, bool pic) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser(); /* for asm statements */
  char *message = NULL;
  LLVMTargetRef target;
  const char *triple = LLVMGetTarget(u->module);
  if (LLVMGetTargetFromTriple(triple, &target, &message))
    return complain(triple, message);
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, triple, "x86-64", "", LLVMCodeGenLevelLess,
      pic ? LLVMRelocPIC : LLVMRelocDefault, LLVMCodeModelDefault);
  LLVMBool bad = LLVMTargetMachineEmitToFile(machine, u->module, path,
                                             LLVMObjectFile, &message);
  LLVMDisposeTargetMachine(machine);
  return bad ? complain(path, message) : true;
}

bool unit_write_text(struct unit *u, const char *path) {
  char *message = NULL;
  if (LLVMPrintModuleToFile(u->module, path, &message))
    return complain(path, message);
  return true;
}

LLVMValueRef unit_call(struct unit *u, const char *name, LLVMTypeRef result,
                       LLVMValueRef *args, unsigned count) {
  LLVMTypeRef types[12];
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  if (!f)
    f = LLVMAddFunction(u->module, name, type);
  return LLVMBuildCall2(u->builder, type, f, args, count, "");
}

LLVMValueRef unit_int(struct unit *u, unsigned value) {
  return LLVMConstInt(u->t_i32, value, 0);
}

LLVMValueRef unit_string(struct unit *u, const char *s, size_t len) {
  LLVMValueRef text = LLVMConstStringInContext2(u->context, s, len, 0);
  LLVMValueRef g = LLVMAddGlobal(u->module, LLVMTypeOf(text), "heddle.str");
  LLVMSetInitializer(g, text);
  LLVMSetGlobalConstant(g, 1);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
  return g;
}

const char *unit_callee(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  size_t len;
  return f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &len) : "";
}

bool unit_is_intrinsic(LLVMValueRef call, const char *prefix) {
  return LLVMIsACallInst(call) &&
         !strncmp(unit_callee(call), prefix, strlen(prefix));
}

bool unit_is_call(LLVMValueRef i) {
  return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
}

/* Nothing else leads to where an invoke returns (unit_instrument). */
LLVMValueRef unit_after(LLVMValueRef call) {
  if (!LLVMIsAInvokeInst(call))
    return LLVMGetNextInstruction(call);
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetNormalDest(call));
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static unsigned annotation(LLVMContextRef context) {
  return LLVMGetMDKindIDInContext(context, "annotation", 10);
}

bool unit_is_clearing(LLVMValueRef instruction) {
  unsigned kind = annotation(LLVMGetTypeContext(LLVMTypeOf(instruction)));
  return LLVMGetMetadata(instruction, kind) != NULL;
}

void unit_say_clearing(struct unit *u, LLVMValueRef instruction) {
  static const char word[] = "auto-init";
  LLVMMetadataRef said =
      LLVMMDStringInContext2(u->context, word, sizeof word - 1);
  LLVMSetMetadata(instruction, annotation(u->context),
                  LLVMMetadataAsValue(
                      u->context, LLVMMDNodeInContext2(u->context, &said, 1)));
}

LLVMValueRef *unit_instructions(LLVMValueRef function, size_t *count) {
  size_t n = 0, cap = 256;
  LLVMValueRef *at = malloc(cap * sizeof *at);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (at && n == cap)
        at = realloc(at, (cap *= 2) * sizeof *at);
      if (!at)
        abort();
      at[n++] = i;
    }
  *count = n;
  return at;
}

void unit_tell(struct unit *u, const char *name) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(u->context);
  LLVMValueRef g = LLVMAddGlobal(u->module, byte, name);
  LLVMSetInitializer(g, LLVMConstInt(byte, 1, 0));
  LLVMSetGlobalConstant(g, 1);
  LLVMSetLinkage(g, LLVMWeakAnyLinkage);
}
