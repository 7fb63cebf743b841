/* What a statement of assembly says (statement.h). */
#include "statement.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

bool statement_is_one_of(const char *word, size_t len,
                         const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == len && !strncasecmp(*words, word, len))
      return true;
  return false;
}

bool statement_line(const char **at, const char *end, struct line *out) {
  const char *s = *at;
  while (s < end && (isspace((unsigned char)*s) || *s == ';'))
    s++;
  if (s == end)
    return false;
  const char *stop = s, *word = s;
  while (stop < end && *stop != ';' && *stop != '\n')
    stop++;
  while (word < stop && !isspace((unsigned char)*word))
    word++;
  *out = (struct line){s, word, (size_t)(word - s), (size_t)(stop - word)};
  /* a prefix may be followed by its instruction */
  static const char *const prefixes[] = {"lock", "rep", NULL};
  *at = statement_is_one_of(s, out->word_len, prefixes) ? word : stop;
  return true;
}

bool statement_has(const struct line *l, const char *words) {
  size_t len = strlen(words);
  for (size_t i = 0; i + len <= l->rest_len; i++)
    if (!strncmp(l->rest + i, words, len))
      return true;
  return false;
}

unsigned assembly_operand_size(LLVMValueRef call, unsigned argument) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  return a ? (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(module),
                                         LLVMGetTypeAttributeValue(a))
           : 0;
}

unsigned statement_operands(LLVMValueRef call, struct operand *out) {
  size_t len;
  const char *constraints =
      LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &len);
  unsigned count = 0, argument = 0;
  for (size_t i = 0; i < len && count < OPERANDS;) {
    size_t end = i;
    for (int depth = 0; end < len && (constraints[end] != ',' || depth); end++)
      depth += (constraints[end] == '{') - (constraints[end] == '}');
    const char *s = constraints + i;
    size_t n = end - i;
    i = end + 1;
    if (*s == '~' || *s == '!')
      continue;
    struct operand *o = &out[count++];
    *o = (struct operand){.output = *s == '='};
    o->in_memory = memchr(s, '*', n);
    snprintf(o->constraint, sizeof o->constraint, "%.*s", (int)n, s);
    if (!o->output || o->in_memory) {
      if (argument >= LLVMGetNumArgOperands(call))
        return 0;
      o->size = assembly_operand_size(call, argument);
      o->argument = argument;
      o->value = LLVMGetOperand(call, argument++);
    }
  }
  return count < OPERANDS ? count : 0;
}

const struct operand *statement_memory(const struct line *l,
                                       const struct operand *all,
                                       unsigned count) {
  const struct operand *found = NULL;
  for (size_t i = 0; i + 1 < l->rest_len; i++) {
    if (l->rest[i] == '[' || (l->rest[i] == '(' && l->rest[i + 1] != '$'))
      return NULL;
    if (l->rest[i] != '$')
      continue;
    size_t at = i + 1 + (l->rest[i + 1] == '{');
    if (l->rest[i + 1] == '$' || !isdigit((unsigned char)l->rest[at])) {
      i++;
      continue;
    }
    unsigned n = (unsigned)atoi(l->rest + at);
    if (n >= count)
      return NULL;
    bool address = i && l->rest[i - 1] == '(';
    if (address && (i < 2 || !isspace((unsigned char)l->rest[i - 2])) &&
        i > 1 && l->rest[i - 2] != ',')
      return NULL; /* with an offset */
    if (!all[n].in_memory && !address)
      continue;
    if ((found && found != &all[n]) || !all[n].value ||
        LLVMGetTypeKind(LLVMTypeOf(all[n].value)) != LLVMPointerTypeKind)
      return NULL;
    found = &all[n];
  }
  return found;
}

int statement_number(const char *s, size_t len) {
  bool braces = len > 3 && s[1] == '{';
  if (len < 2 || s[0] != '$' || !isdigit((unsigned char)s[1 + braces]))
    return -1;
  for (size_t i = 1; !braces && i < len; i++)
    if (!isdigit((unsigned char)s[i]))
      return -1;
  return braces && s[len - 1] != '}' ? -1 : atoi(s + 1 + braces);
}

bool statement_literal(const struct line *side, long *number) {
  char *end;
  if (side->rest_len < 3 || strncmp(side->rest, "$$", 2) ||
      isspace((unsigned char)side->rest[2]))
    return false;
  *number = strtol(side->rest + 2, &end, 0);
  return end == side->rest + side->rest_len;
}

static struct line trimmed(const char *s, size_t len) {
  while (len && isspace((unsigned char)*s))
    s++, len--;
  while (len && isspace((unsigned char)s[len - 1]))
    len--;
  return (struct line){NULL, s, 0, len};
}

int statement_moves(const struct line *l, struct line *from, struct line *to) {
  static const char *const sizes[] = {"movb", "movw", "movl", "movq", NULL};
  static const char *const any[] = {"mov", NULL};
  int size = -1;
  if (statement_is_one_of(l->word, l->word_len, sizes))
    for (int i = 0; i < 4; i++)
      size = strncasecmp(l->word, sizes[i], 4) ? size : 1 << i;
  else if (!statement_is_one_of(l->word, l->word_len, any))
    return 0;
  size_t comma = 0;
  for (int depth = 0; comma < l->rest_len; comma++) {
    depth += (l->rest[comma] == '(') - (l->rest[comma] == ')');
    if (l->rest[comma] == ',' && !depth)
      break;
  }
  if (comma == l->rest_len)
    return 0;
  *from = trimmed(l->rest, comma);
  *to = trimmed(l->rest + comma + 1, l->rest_len - comma - 1);
  return size;
}

int statement_address(const struct line *side, long *offset) {
  const char *open = memchr(side->rest, '(', side->rest_len);
  size_t before = open ? (size_t)(open - side->rest) : 0;
  if (!open || side->rest_len - before < 4 ||
      side->rest[side->rest_len - 1] != ')')
    return -1;
  char *end;
  *offset = before ? strtol(side->rest, &end, 0) : 0;
  return before && end != open
             ? -1
             : statement_number(open + 1, side->rest_len - before - 2);
}

bool statement_clobbers_memory(LLVMValueRef assembly) {
  size_t len;
  const char *s = LLVMGetInlineAsmConstraintString(assembly, &len);
  return s && strstr(s, "~{memory}");
}
