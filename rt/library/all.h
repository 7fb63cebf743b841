/* Every function that libc and libm export, and what is decided about it.
 *
 * With rt/names.h, which has those that the runtime models, this is one table;
 * cc/row.c reads it, and tests/library/run fails when the installed libraries
 * export a name that is not in it.  To add a function is to add a row:
 *
 *   CALL(atof, "reads text 0")     libc's own is called; what it does to what
 *                                  threads share are steps before or after it
 *   PURE(abs)         touches nothing that threads share
 *   ALONE(setlocale)  no model; nothing is missed as long as there is one
 *                     thread, later on the verdict is incomplete, by name
 *   NONE(fork)        no model: it is called, and the verdict incomplete
 *   DENY(clock_settime) no model, and libc's must not be called: the run ends
 *   DATA(optarg)      a variable; accesses to it are accesses
 *   SAME(index, strchr)  as that one (arguments in the same places)
 *   MATH(sin)         PURE, for all types of numbers
 *
 * A name may be a pattern (xdr_*); exact ones go first.
 *
 * The words of a CALL say what it does with its arguments, numbered from 0; a
 * pointer that is NULL stands for nothing.
 *
 *   reads, writes, updates (both), appends (from the end of what is there)
 *     text 0             bytes up to and with the first 0
 *     text 0 max 2       at most as many as argument 2 says, or "max #26"
 *     text 0 until 1     as far as is needed (rt/need.h): up to the first that
 *                        is argument 1; among 1, without 1: that is not in that
 *                        text, or is; like 1, alike 1: another than there, small
 *                        and capital being the same; each also "max 2"; to 1, to
 *                        folded 1: where that text is
 *     wide 0, wides 0 of 2   the same of wchar_t
 *     text 0 as number, as whole 1     up to where a number ends; a whole one, to
 *                        the base argument 1
 *     text 1 coded 2     characters, at most so many, and as wide ones argument 0
 *                        has room for; without it (NULL) all
 *     text result, text result@8    what was returned; what the pointer is at
 *                        that many bytes of what was returned
 *     bytes 0 of 2       as many as argument 2 says; of 1*2; of 2*#8; of #16;
 *                        of text 1: as many as that text has
 *     bytes 0 until 1 max 2     up to the first that is argument 1
 *     bytes 0 of result max 2   known when it returns; result+1: with a 0;
 *                        result*1 max 1*2: so many elements
 *     bytes 0 to result max 3   up to where the result points
 *     int 0, long 0, pointer 0, tm 0, stat 0 ...   one of that type
 *     "writes text 0" is what is there when it returns
 *   if zero, if result, if done, if returned, if changed, if null 2
 *     only when the result is 0; is not 0; is not negative; is that argument;
 *     when other bytes are there than before; when argument 2 is NULL
 *   races strtok()       has state of its own, and is not safe: two uses are a
 *                        data race (attributes(7): MT-Unsafe race)
 *   looks drand48()      only reads it
 *   environment          looks there (attributes(7): env)
 *   stream 0, unlocked 0; folder 0, file 0, name 0, looks name 0, names,
 *   creates 0, changes 0, removes 0, leaves
 *                        as stdio.h and files.h here say
 *   iostream 0, through libc   as cxx.h here says
 *   apart                what is read at argument 1 must not overlap where it
 *                        goes at argument 0
 *   allocates            what it allocates belongs to the run
 *   calls back           functions of the program, so that it is no one step
 *   keeps 0              the pointer outlives the call, or the program's function
 *                        gets it
 *
 * Each effect is one step, atomic; what is read is read at its step, what is
 * written is there from its step on (rt/call.c). */
#include "rt/library/text.h"
#include "rt/library/wide.h"
#include "rt/library/numbers.h"
#include "rt/library/time.h"
#include "rt/library/stdio.h"
#include "rt/library/files.h"
#include "rt/library/process.h"
#include "rt/library/memory.h"
#include "rt/library/locale.h"
#include "rt/library/network.h"
#include "rt/library/threads.h"
#include "rt/library/math.h"
#include "rt/library/internal.h"
#include "rt/library/cxx.h"

#undef CALL
#undef PURE
#undef ALONE
#undef NONE
#undef DENY
#undef DATA
#undef MATH
#undef SAME
