#include "story/assets.h"

/* Copied by the assembler, so that they stay files of their own; room.mk
 * says that this one depends on them. */
#define ASSET(name, file)                                                      \
  __asm__(".section .rodata\n"                                                 \
          ".global " #name "\n" #name ":\n"                                    \
          ".incbin \"src/story/" file "\"\n"                                   \
          ".byte 0\n"                                                          \
          ".text\n")

ASSET(story_page_css, "page.css");
ASSET(story_page_js, "page.js");
