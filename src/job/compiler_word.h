/* compiler_word: what the words of a compiler's command line are, as gcc and
 * clang have them. */
#ifndef JOB_COMPILER_WORD_H
#define JOB_COMPILER_WORD_H

#include <stdbool.h>

bool word_starts(const char *word, const char *with);
bool word_ends(const char *word, const char *with); /* and has more */

/* An option whose argument may be the next word. */
bool word_takes_next(const char *word);

/* For the linker only: an option, or by its name an object or a library. */
bool word_is_link(const char *word);
bool word_is_object(const char *word);

/* A source in C++, by its name. */
bool word_is_cxx(const char *word);

/* The language of a source that is neither C nor C++, by its name; or NULL. */
const char *word_other_language(const char *word);

/* Ours to decide: optimisation, sanitizers, profiles, position. */
bool word_is_dropped(const char *word);

/* Nothing to instrument: preprocessing, assembly, questions. */
bool words_are_clangs(int count, char *const *words);

#endif
