#include "debug.h"

#include <llvm-c/DebugInfo.h>

enum { MOST = 256 }; /* operands of a node that is looked into */
enum { TAG_CONST = 0x26, TAG_VOLATILE = 0x35, TAG_ATOMIC = 0x47 };

LLVMMetadataRef debug_operand(struct unit *u, LLVMMetadataRef node,
                              unsigned index) {
  LLVMValueRef v = LLVMMetadataAsValue(u->context, node), all[MOST];
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(v);
  if (index >= n || n > MOST)
    return NULL;
  LLVMGetMDNodeOperands(v, all);
  return all[index] ? LLVMValueAsMetadata(all[index]) : NULL;
}

bool debug_is_type(LLVMMetadataRef t) {
  LLVMMetadataKind k = t ? LLVMGetMetadataKind(t) : 0;
  return t && (k == LLVMDIDerivedTypeMetadataKind ||
               k == LLVMDICompositeTypeMetadataKind ||
               k == LLVMDIBasicTypeMetadataKind);
}

unsigned debug_composite(LLVMMetadataRef t) {
  return t && LLVMGetMetadataKind(t) == LLVMDICompositeTypeMetadataKind
             ? LLVMGetDINodeTag(t)
             : 0;
}

LLVMMetadataRef debug_plain(struct unit *u, LLVMMetadataRef t) {
  while (debug_is_type(t) &&
         LLVMGetMetadataKind(t) == LLVMDIDerivedTypeMetadataKind) {
    unsigned tag = LLVMGetDINodeTag(t);
    if (tag != DEBUG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE &&
        tag != TAG_ATOMIC)
      return t;
    t = debug_operand(u, t, DEBUG_TYPE);
  }
  return debug_is_type(t) ? t : NULL;
}

LLVMMetadataRef debug_element(struct unit *u, LLVMMetadataRef t) {
  t = debug_plain(u, t);
  while (debug_composite(t) == DEBUG_ARRAY)
    t = debug_plain(u, debug_operand(u, t, DEBUG_TYPE));
  return t;
}

LLVMMetadataRef debug_variable(struct unit *u, LLVMValueRef g) {
  size_t n = 0;
  LLVMMetadataRef type = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  for (unsigned i = 0; i < n && !type; i++) {
    LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
      type = debug_operand(u, LLVMDIGlobalVariableExpressionGetVariable(md),
                           DEBUG_TYPE);
  }
  LLVMDisposeValueMetadataEntries(all);
  return type;
}
