/* The language: every diagnostic, with its place, length and hint. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "lang_show.h"
#include "test.h"
#include "valid.h"

static void says(const char *text, const char *expected) {
  struct heard h;
  struct model *m = hear(&h, text, NULL);
  CHECK_STR(text_str(&h.text), expected);
  CHECK((m != NULL) == (h.diag.errors == 0));
  model_free(m);
  heard_free(&h);
}

TEST(lang_diagnoses_an_unknown_process) {
  says("process p { a: q!m -> a }\n",
       "1:16+1 error: unknown process or port 'q'\n");
}

TEST(lang_diagnoses_misspelt_names_get_a_suggestion) {
  says("channel nod -> nodes [1]\n"
       "process node { a: nodes!m -> a }\n"
       "process nodes { a: node?m -> b\n"
       " bb: }\n",
       "1:9+3 error: unknown process 'nod' | did you mean 'node'?\n"
       "3:30+1 error: unknown state 'b' of process 'nodes' | did you mean "
       "'bb'?\n"
       "4:2+2 warning: state 'bb' is never entered\n");
}

TEST(lang_diagnoses_a_missing_brace_is_one_error) {
  says("process p { a: -> a\n"
       "thread t { skip }\n",
       "2:1+6 error: expected '}', found 'thread' | it closes the '{' of "
       "line 1\n");
}

TEST(lang_diagnoses_edges_recover_line_by_line) {
  says("process p {\n"
       "  a -> b\n"
       "  b: P2!m1\n"
       "     P2?m2 -> b\n"
       "  c: x = 1 -> b\n"
       "  d: -> c { x = 1 }\n"
       "  -> a b\n"
       "  e: !m -> e\n"
       "  f: (x) -> e\n"
       "}\n",
       "2:3+1 error: edge without a state to leave | begin with 'name:'\n"
       "3:11+1 error: expected '->', found the end of the line | an edge "
       "ends in '-> state'\n"
       "5:8+1 error: computation of an edge goes in braces | write { x = "
       "1 } -> state\n"
       "6:11+1 error: expected the end of the edge, found '{' | "
       "computation stands before '->'\n"
       "7:8+1 error: expected the end of the edge, found 'b' | "
       "computation stands before '->'\n"
       "8:6+1 error: expected a state or an edge, found '!' | state: "
       "action -> next state\n"
       "9:6+1 error: expected a state or an edge, found '(' | state: "
       "action -> next state\n"
       "4:6+2 error: unknown process or port 'P2'\n");
}

TEST(lang_diagnoses_unknown_declarations_and_machines) {
  says("procss p { a: -> a }\n"
       "}\n"
       "machine m { idle: put / frame -> idle }\n",
       "1:1+6 error: expected a declaration, found 'procss' | did you "
       "mean 'process'?\n"
       "2:1+1 error: expected a declaration, found '}'\n"
       "3:1+7 error: networks of machines are for heddle derive | 'heddle "
       "check' takes processes and threads\n");
}

TEST(lang_diagnoses_constants_must_make_sense) {
  says("param N\n"
       "const A = B, B = A\n"
       "const C = 1 / 0, D = 99999999999, E = 2147483647 + 1\n"
       "process p[i: 3..1] { a: -> a }\n"
       "process q[i: 0..1] { a: -> a }\n",
       "3:22+11 error: number too large | numbers have 32 bits: at most "
       "2147483647\n"
       "1:7+1 error: 'N' has no value | write name = value\n"
       "2:7+1 error: 'A' is defined by itself\n"
       "3:13+1 error: division by zero\n"
       "3:35+1 error: 2147483648 is too large a number | numbers have 32 "
       "bits\n"
       "4:14+1 error: empty range 3..1 | a range is lowest..highest\n");
}

TEST(lang_diagnoses_shapes_of_variables) {
  says("thread t { var x: 0..3 = 7\n"
       " var y[0]: bool\n"
       " var z[2]: 5..4\n"
       " var t: bool\n"
       " x = 9; z[5] = 1; x = y; x[1] = 2; t = 1 }\n",
       "1:26+1 error: initial value 7 is outside 0..3\n"
       "2:8+1 error: an array of 0 elements (1 to 1000000 are possible)\n"
       "3:12+1 error: empty range 5..4 | a range is lowest..highest\n"
       "4:6+1 error: 't' is already a thread, declared in line 1\n"
       "5:36+1 error: 't' is a thread and cannot be assigned\n");
}

TEST(lang_diagnoses_statements_of_the_wrong_kind) {
  says("shared s: 0..3, a[2]: bool\n"
       "lock l\n"
       "sem m: 0..1 = 2\n"
       "sem k: 1..2 = 1\n"
       "lock v = 3\n"
       "thread t { var n: 0..3\n"
       " lock m; P l; V s; lock a[0]; lock l[0]; a = 1; s[0] = 1; n = l; "
       "n = t\n"
       " n = 4; s = 9; l = 1; a[2] = 1; a[3] = true; n = u; x = 1; break; "
       "n = 1 < 2 < 3\n"
       " n = input; n = input + 1; atomic { lock l }; atomic { n = input }\n"
       " n == 1\n"
       " n = (1 + 2\n"
       " n = 3) }\n"
       "process p { var q: bool\n"
       " a: { s = 1 } -> a\n"
       "  { q = s; return } -> a\n"
       "  { lock l } -> a }\n",
       "8:77+1 error: comparisons cannot be chained | write a < b && b < c\n"
       "9:23+1 error: expected the end of the statement, found '+' | a "
       "new line or ';' between statements\n"
       "10:4+2 error: expected '=', '!' or '?', found '==' | a statement "
       "assigns, sends or receives\n"
       "12:2+1 error: expected ')', found 'n'\n"
       "3:15+1 error: initial value 2 is outside 0..1\n"
       "4:5+1 error: a semaphore counts from 0, not from 1 | write 0..n\n"
       "5:6+1 error: a lock has no initial value\n"
       "7:12+1 error: 'l' is a lock, not a semaphore\n"
       "7:17+1 error: 's' is a shared variable, not a semaphore\n"
       "7:25+1 error: 'a' is a shared variable, not a lock\n"
       "7:36+1 error: 'l' is no array\n"
       "7:42+1 error: 'a' is an array: which element?\n"
       "7:49+1 error: 's' is no array\n"
       "7:63+1 error: 'l' is a lock and has no value here\n"
       "7:70+1 error: 't' is a thread and has no value here\n"
       "8:2+1 error: value 4 is outside 0..3 of 'n'\n"
       "8:9+1 error: value 9 is outside 0..3 of 's'\n"
       "8:16+1 error: 'l' is a lock and cannot be assigned\n"
       "8:25+1 error: index 2 is outside a[0..1]\n"
       "8:35+1 error: index 3 is outside a[0..1]\n"
       "8:50+1 error: unknown name 'u'\n"
       "8:53+1 error: unknown name 'x'\n"
       "8:60+5 error: 'break' outside of a loop\n"
       "9:2+1 warning: this is never reached\n"
       "9:37+4 error: no action can stand inside 'atomic' | atomic is one "
       "step over variables; 'await' may come first in it\n"
       "9:56+1 error: 'input' is for threads, outside of atomic\n"
       "14:7+1 error: shared variables are for threads | processes "
       "communicate by messages\n"
       "15:9+1 error: shared variables are for threads | processes "
       "communicate by messages\n"
       "15:12+6 error: 'return' is for threads\n"
       "16:5+4 error: this statement is for threads | the computation of "
       "an edge only assigns\n");
}

TEST(lang_diagnoses_ports_and_payloads) {
  says("process p { port in [0]: m\n"
       " port out: m(0..3)\n"
       " port big [70000]: k\n"
       " a: in?m(x) -> a\n"
       " out?m(y) when y = 1 -> a\n"
       " p.out!m(4) -> a\n"
       " p.ut!m(1) -> a\n"
       " out?m(z, z) -> a\n"
       " out?n -> a\n"
       " in!m(1) -> a\n"
       " in?m(3) -> a\n"
       "}\n",
       "5:18+1 error: assignment inside an expression | did you mean '=='?\n"
       "11:7+1 error: a reception names the values it takes | receive "
       "into a new name and test it with 'when'\n"
       "1:22+1 error: capacity 0: at least 1\n"
       "2:7+3 warning: port 'out' has no capacity and is unbounded | "
       "write [capacity] or the word 'unbounded'\n"
       "2:12+1 error: message 'm' is declared with another payload in "
       "line 1 | one name, one payload\n"
       "3:12+5 error: capacity of more than 65535\n"
       "4:8+1 error: message 'm' has 0 values, not 1 (line 1)\n"
       "6:8+1 error: message 'm' has 0 values, not 1 (line 1)\n"
       "7:4+2 error: process 'p' has no port 'ut' | did you mean 'out'?\n"
       "7:7+1 error: message 'm' has 0 values, not 1 (line 1)\n"
       "8:6+1 error: message 'm' has 0 values, not 2 (line 1)\n"
       "8:11+1 error: 'z' is already a name of a value | receive into a "
       "new name\n"
       "9:6+1 error: 'p.out' does not carry 'n' (declared in line 2)\n"
       "10:5+1 error: message 'm' has 0 values, not 1 (line 1)\n");
}

TEST(lang_diagnoses_channels_and_messages) {
  says("channel a -> b [1]: x, y(0..1)\n"
       "channel a -> b [1]\n"
       "channel a -> a [1]\n"
       "channel a -> t [1]\n"
       "channel a -> c [1]\n"
       "channel a -> c[9] [1]\n"
       "channel a -> b [0]\n"
       "process a { s: b!x -> s\n"
       " b!yy(1) -> s\n"
       " b!y(2) -> s\n"
       " b!x(1) -> s\n"
       " b?x -> s\n"
       " t!x -> s\n"
       " t.in!x -> s }\n"
       "process b { port in [1]: y(0..7)\n"
       " s: a?x -> s }\n"
       "process c[i: 0..2] { s: -> s }\n"
       "thread t { a!x }\n",
       "2:9+1 error: a second channel from a to b (line 1 has one)\n"
       "3:9+1 error: a channel from a to itself\n"
       "4:14+1 error: 't' is a thread; channels join processes | give the "
       "thread a port\n"
       "5:14+1 error: 'c' is an array: write c[...] | name[i: lo..hi] is "
       "all of them\n"
       "6:14+1 error: there is no c[9]: it goes from 0 to 2\n"
       "7:17+1 error: capacity 0: at least 1\n"
       "15:26+1 error: message 'y' is declared with another payload in "
       "line 1 | one name, one payload\n"
       "9:4+2 error: message 'yy' is not declared with values | declare "
       "them: 'channel P -> Q [2]: m(0..3)'\n"
       "10:6+1 error: value 2 is outside 0..1 of message 'y'\n"
       "11:4+1 error: message 'x' has 0 values, not 1 (line 1)\n"
       "13:2+1 error: 't' is a thread and has no channels | send to a "
       "port: thread.port!message\n"
       "14:4+2 error: thread 't' has no port 'in'\n"
       "18:12+1 error: channels are for processes | send to a port: "
       "thread.port!message\n");
}

TEST(lang_diagnoses_names_are_declared_once) {
  says("process p { a: -> a\n"
       " a: -> b\n"
       " b: }\n"
       "process p { c: -> c }\n"
       "shared p\n"
       "enum e { a, b, a }\n"
       "thread x[x: 0..1] { skip }\n",
       "2:2+1 error: state 'a' is there already\n"
       "4:9+1 error: 'p' is already a process, declared in line 1\n"
       "5:8+1 error: 'p' is already a process, declared in line 1\n"
       "6:16+1 error: 'a' is already a constant, declared in line 6\n"
       "7:10+1 error: 'x' is already a thread, declared in line 7\n");
}

TEST(lang_diagnoses_warnings_come_with_a_model) {
  says("process p { var v: 0..3\n"
       " lost: -> lost\n"
       " other: -> p\n"
       " p: -> lost }\n",
       "3:2+5 warning: state 'other' is never entered\n"
       "4:2+1 warning: state 'p' is never entered\n"
       "1:17+1 warning: variable 'v' is never read\n");
}

TEST(lang_diagnoses_words_schemes_and_properties) {
  says("scheme lifo\n"
       "scheme fifo\n"
       "scheme async\n"
       "process if { a: -> a }\n"
       "process p { var when: bool\n"
       " a: -> a }\n"
       "always p at\n"
       "never p at b\n"
       "never q.v\n"
       "never p.v\n"
       "never len(p)\n"
       "never len(p -> p)\n"
       "never ended(p) + \n"
       "always x\n"
       "always forall i: 0..2 p at a\n"
       "never (1 +\n"
       "2\n",
       "4:9+2 error: 'if' is a word of the language | choose another name\n"
       "5:17+4 error: 'when' is a word of the language | choose another "
       "name\n"
       "7:12+1 error: expected a state, found the end of the line\n"
       "15:23+1 error: expected ':', found 'p' | forall i: 0..2: e\n"
       "18:1+1 error: expected ')', found the end of the file\n"
       "1:8+4 error: unknown scheme 'lifo' | async, fifo, causal or "
       "mailbox\n"
       "2:1+6 error: a second scheme (line 1 has one)\n"
       "3:1+6 error: a second scheme (line 2 has one)\n"
       "8:12+1 error: 'p' has no state 'b'\n"
       "9:7+1 error: unknown process 'q'\n"
       "10:9+1 error: 'p' has no 'v'\n"
       "11:7+3 error: len takes a channel 'P -> Q' or a port 'P.port'\n"
       "12:7+3 error: no channel from p to p\n"
       "14:1+6 error: 'always' is about runs: it has no value | it goes with "
       "!, &&, ||, =>, forall and exists\n");
}

TEST(lang_diagnoses_a_block_without_end) {
  says("thread t { while true { } \n",
       "2:1+1 error: expected '}', found the end of the file | it closes "
       "the '{' of line 1\n");
}

TEST(lang_diagnoses_dead_code_and_stray_characters) {
  says("thread t { return\n"
       " skip }\n"
       "thread u { while true { break\n"
       " continue } \n"
       " repeat -1 { skip } \n"
       " for k: 0..2 { k = 1 }\n"
       " if 0 { unknown = 1 }\n"
       " if x & 1 { } \n"
       " \xc3\xa9"
       " = 1\n"
       " a @ b }\n"
       "/* no end\n",
       "8:7+1 error: stray '&' | did you mean '&&'?\n"
       "9:2+2 error: character that is not ASCII outside a comment | "
       "names are letters a to z, digits and '_'\n"
       "10:4+1 error: stray '@'\n"
       "11:1+2 error: comment without an end | it ends with '*/'\n"
       "2:2+4 warning: this is never reached\n"
       "4:2+8 warning: this is never reached\n"
       "5:9+1 error: repeat -1 times\n"
       "6:16+1 error: 'k' is a name of a value and cannot be assigned\n"
       "7:9+7 error: unknown name 'unknown'\n");
}

TEST(lang_diagnoses_a_declaration_inside_a_thread) {
  says("thread t { \n"
       " shared x = 1\n"
       " var y = 0\n"
       " process { \n",
       "2:2+6 error: expected '}', found 'shared' | it closes the '{' of "
       "line 1\n"
       "3:2+3 error: expected a declaration, found 'var' | 'shared' declares "
       "a variable of threads, 'var' in a process or thread its own\n"
       "4:10+1 error: expected a process, found '{'\n");
}

TEST(lang_diagnoses_an_empty_file) {
  says("", "0:0+0 error: no process in this file | a model has at least one "
           "process or thread\n");
}

TEST(lang_diagnoses_a_file_of_comments) {
  says("// nothing\n",
       "0:0+0 error: no process in this file | a model has at least one "
       "process or thread\n");
}

TEST(lang_diagnoses_braces_too_many) {
  says("thread t { x = 1 ; ; } }\n"
       "thread u { in?m(x) }\n",
       "1:24+1 error: expected the end of the line, found '}'\n"
       "1:12+1 error: unknown name 'x'\n"
       "2:12+2 error: unknown process or port 'in'\n"
       "2:15+1 error: message 'm' is not declared with values | declare "
       "them: 'channel P -> Q [2]: m(0..3)'\n");
}

TEST(lang_diagnoses_receptions_of_threads) {
  says("shared s\n"
       "thread t { port in [1]: m(0..1)\n"
       " var v: 0..1\n"
       " in?m(v)\n"
       " in?m(s)\n"
       " in?m(a); in?m(a)\n"
       " u.in?m(b)\n"
       " select { }\n"
       " select { when s > 0 in?m(b) { v = b } }\n"
       " select { in?m(c) { v = c } lock }\n"
       " await in\n"
       " atomic { in?m(d) } }\n",
       "8:11+1 error: empty select | select { in?m(x) { } ... }\n"
       "10:29+4 error: unexpected 'lock' | names cannot be words of the "
       "language\n"
       "4:7+1 error: 'v' is already a variable | receive into a new name "
       "and assign it in { }\n"
       "5:7+1 error: 's' is already a shared variable | receive into a "
       "new name\n"
       "6:16+1 error: 'a' is already a name of a value | receive into a "
       "new name\n"
       "7:2+1 error: unknown process 'u'\n"
       "9:27+1 error: 'b' is already a name of a value | receive into a "
       "new name\n"
       "9:16+1 error: a choice reads no shared variables | read it into a "
       "variable first\n"
       "11:8+2 error: 'in' is a port and has no value here\n"
       "12:11+2 error: no action can stand inside 'atomic' | atomic is "
       "one step over variables; 'await' may come first in it\n");
}

TEST(lang_diagnoses_too_many_processes) {
  says("param N = 5\n"
       "shared big[N*1000000]: bool\n"
       "thread t[i: 0..1000000] { big[0] = 1 }\n",
       "3:8+1 error: the model is too large: more than 100000 processes\n");
}

TEST(lang_diagnoses_numbers_are_not_names) {
  says("thread 12 { }\n"
       "thread t { 12 = 3 ; x + 1; 3x = 1 }\n",
       "2:28+2 error: a number cannot end in letters | a name begins with "
       "a letter\n"
       "1:8+2 error: expected a thread, found '12'\n"
       "2:12+2 error: expected a statement, found '12'\n"
       "2:23+1 error: expected '=', '!' or '?', found '+' | a statement "
       "assigns, sends or receives\n"
       "2:28+2 error: expected a statement, found '3x'\n");
}

TEST(lang_diagnoses_messages_that_go_nowhere) {
  says("channel a -> b [1]\n"
       "process a { s: b!m -> s }\n"
       "process b { s: a?n -> s\n"
       " t: }\n",
       "4:2+1 warning: state 't' is never entered\n"
       "2:18+1 warning: 'm' is sent to b, which never receives it\n"
       "3:18+1 warning: 'n' is received by b, but nobody sends it\n");
}

TEST(lang_diagnoses_edges_that_reach_too_far) {
  says("process a { var v: 0..3\n"
       " s: b!m -> s\n"
       " c[v]!m -> s\n"
       " c!m -> s\n"
       " b.in?m -> s\n"
       " v!m -> s\n"
       " s v -> s\n"
       " { b.x = 1 } -> s\n"
       " { v = b.x } -> s\n"
       " { v = a at s } -> s }\n"
       "process b { s: -> s }\n"
       "process c[i: 0..1] { s: -> s }\n"
       "process d { }\n"
       "process e { _: -> _\n"
       " var _: bool }\n",
       "7:4+1 error: expected '!' or '?', found 'v' | an action sends X!m "
       "or receives X?m\n"
       "2:5+1 error: no channel from a to b | declare it: 'channel P -> Q "
       "[capacity]'\n"
       "3:2+1 error: no channel from a to c | declare it: 'channel P -> Q "
       "[capacity]'\n"
       "4:2+1 error: 'c' is an array: which one?\n"
       "5:2+1 error: only its owner receives from a port | a process "
       "receives from its own port\n"
       "6:2+1 error: 'v' is a variable, not a process or port\n"
       "8:4+1 error: a process changes only its own variables | send it a "
       "message\n"
       "9:8+1 error: only properties look into processes | send it in a "
       "message\n"
       "10:8+1 error: this can stand only in 'always' and 'never'\n"
       "15:6+1 error: '_' cannot be declared\n");
}

TEST(lang_diagnoses_types_and_declarations) {
  says("enum e { x }\n"
       "param N = 1\n"
       "shared s: N, t: y, u: 0..s\n"
       "shared m: 1 = 1\n"
       "shared k 3\n"
       "shared w[2]: , z\n"
       "const B = 9223372036854775807\n"
       "const C = 2147483647 * 2147483647 * 2147483647\n"
       "lock l, 3\n"
       "thread t { port in: m(0..1)\n"
       " port q [1] m\n"
       " var v: bool\n"
       " lock l.x\n"
       " v = 1 + input\n"
       " if v { var z: bool }\n"
       " select { v { skip } }\n"
       " v = forall i: 0..2: s > i\n"
       " v = forall i: 0..s: true\n"
       " final s }\n",
       "7:11+19 error: number too large | numbers have 32 bits: at most "
       "2147483647\n"
       "4:13+1 error: expected '..', found '=' | a range is "
       "lowest..highest\n"
       "5:10+1 error: expected ',' or the end of the line, found '3' | "
       "name: 0..7 = 0\n"
       "6:14+1 error: expected an expression, found ','\n"
       "9:9+1 error: expected a lock, found '3'\n"
       "11:13+1 error: expected the end of the port, found 'm' | port "
       "name [capacity]: message(0..3), ...\n"
       "14:10+5 error: 'input' stands alone behind '=' | write x = input\n"
       "15:9+3 error: declaration inside a block | declare it at the top "
       "of the thread or process\n"
       "16:13+1 error: expected '?' or '!', found '{' | each choice is an "
       "action\n"
       "19:2+5 error: unexpected 'final' | names cannot be words of the "
       "language\n"
       "10:8+1 error: 't' is already a shared variable, declared in line 3\n"
       "8:35+1 error: arithmetic beyond 64 bits\n"
       "3:11+1 error: 'N' is a constant, not a type | int, bool, an enum "
       "or lowest..highest\n"
       "3:17+1 error: unknown name 'y'\n"
       "10:17+2 warning: port 'in' has no capacity and is unbounded | "
       "write [capacity] or the word 'unbounded'\n"
       "13:9+1 error: 'l' has no members\n"
       "17:6+6 error: 'forall' over shared variables is not one read | "
       "use await, atomic or a loop\n");
}

TEST(lang_diagnoses_properties_that_cannot_be) {
  says("thread t { skip }\n"
       "process p[i: 0..1] { var x[2]: bool\n"
       " port in[0..1] [1]: m\n"
       " s: in[0]?m -> s\n"
       " p[0].in[1]!m -> s\n"
       " when x[0] -> s\n"
       " final s, t u }\n"
       "shared k: 0..1\n"
       "never t at s\n"
       "never p[k] at s\n"
       "never p at s\n"
       "never p[0] at q\n"
       "never p[0].in\n"
       "never p[0].x\n"
       "never p[0].y\n"
       "never len(p[0].x)\n"
       "never len(p[0].in)\n"
       "never len(p[0].in[k])\n"
       "never len(p[0].in[2])\n"
       "always p[1].x[k]\n"
       "always ended(k)\n"
       "scheme 3\n"
       "channel p[0] -> p[1]\n"
       "channel p[i: 0..1] -> p[1-i]\n"
       "\n",
       "7:13+1 error: expected ',' or the end of the line, found 'u'\n"
       "22:8+1 error: expected a scheme, found '3' | async, fifo, causal "
       "or mailbox\n"
       "23:17+1 error: 'p' is an array: write p[...] | name[i: lo..hi] is "
       "all of them\n"
       "24:23+1 error: 'p' is an array: write p[...] | name[i: lo..hi] is "
       "all of them\n"
       "24:27+1 error: unknown name 'i'\n"
       "9:7+1 error: 't' is a thread and has no states | use a variable, "
       "or ended(thread)\n"
       "10:7+1 error: the index of a process must be a constant here\n"
       "11:7+1 error: 'p' is an array: write p[...]\n"
       "12:15+1 error: 'p' has no state 'q'\n"
       "13:12+2 error: 'in' is a port | len(process.port) is its length\n"
       "14:12+1 error: 'x' is an array: write x[...]\n"
       "15:12+1 error: 'p' has no 'y'\n"
       "16:16+1 error: 'x' is no port\n"
       "17:16+2 error: 'in' is an array: write in[...]\n"
       "18:7+3 error: the index must be a constant here\n"
       "19:19+1 error: index 2 is outside in[0..1]\n"
       "21:14+1 error: 'k' is a shared variable, not a process\n");
}

/* --- sizes ---------------------------------------------------------------- */

static void fill(struct text *t, const char *s, size_t times) {
  while (times--)
    text_add(t, s);
}

/* Reads a text that is built by repetition; what it says must begin so. */
static void says_first(struct text *t, const char *expected) {
  struct heard h;
  struct model *m = hear(&h, text_str(t), NULL);
  CHECK((m != NULL) == (h.diag.errors == 0));
  char *line = strchr(text_str(&h.text), '\n');
  if (line)
    line[1] = 0;
  CHECK_STR(text_str(&h.text), expected);
  model_free(m);
  heard_free(&h);
  text_clear(t);
}

TEST(lang_nesting_has_a_limit) {
  struct text t = {0};
  fill(&t, "never ", 1);
  fill(&t, "(", 100000);
  says_first(&t, "1:207+1 error: nested more than 200 levels deep\n");
  fill(&t, "never ", 1);
  fill(&t, "!", 100000);
  says_first(&t, "1:206+1 error: nested more than 200 levels deep\n");
  fill(&t, "never 1", 1);
  fill(&t, " + 1", 100000);
  says_first(&t, "1:8009+1 error: expression of more than 2000 operators in a "
                 "row | split it, or use forall or count\n");
  fill(&t, "thread t {", 1);
  fill(&t, " while true {", 100000);
  says_first(&t, "1:2618+4 error: nested more than 200 levels deep\n");
  fill(&t, "never ", 1);
  fill(&t, "a[", 100000);
  says_first(&t, "1:407+1 error: nested more than 200 levels deep\n");
  fill(&t, "thread t { skip }\nnever ", 1);
  fill(&t, "true ? 0 : ", 198);
  fill(&t, "0", 1);
  says_first(&t, "");
  text_free(&t);
}

TEST(lang_long_names_and_binary_junk) {
  struct text t = {0};
  fill(&t, "thread ", 1);
  fill(&t, "x", 1000);
  fill(&t, " { skip }", 1);
  says_first(&t, "1:8+1000 error: name of more than 200 letters\n");
  struct heard h = {0};
  struct diag d = {0};
  const char junk[] = "thread t\0{ skip }\x01\x02\x7f\xff";
  CHECK(!lang_read("junk", junk, sizeof junk - 1, NULL, &d));
  CHECK_EQ(d.errors, 2);
  heard_free(&h);
  text_free(&t);
}

TEST(lang_counts_ten_thousand_errors) {
  struct text t = {0};
  struct diag d = {0};
  fill(&t, "process p {\n a: -> a\n", 1);
  fill(&t, "  q!m -> a\n", 5000);
  fill(&t, "  x ? -> a\n", 5000);
  fill(&t, "}\n", 1);
  CHECK(!lang_read("test", text_str(&t), t.len, NULL, &d));
  CHECK_EQ(d.errors, 10000);
  text_free(&t);
}

SLOW_TEST(lang_reads_a_model_of_ten_megabytes) {
  struct text t = {0};
  struct diag d = {0};
  fill(&t, "process p {\n", 1);
  for (int i = 0; t.len < (10 << 20); i++)
    text_printf(&t, "  s%d: when %d < 3 -> s%d\n -> s%d\n", i, i, i + 1, i);
  text_add(&t, "}\n");
  CHECK(!lang_read("test", text_str(&t), t.len, NULL, &d));
  CHECK_EQ(d.errors, 1); /* the last target does not exist */
  text_free(&t);
}

TEST(lang_too_many_of_anything_is_an_error) {
  struct text t = {0};
  fill(&t, "shared a[1000000]: bool, b: bool\nthread t { a[0] = b }", 1);
  says_first(&t, "1:26+1 error: the model is too large: more than 1000000 "
                 "objects\n");
  fill(&t, "thread t { var a[1000000]: bool; var b: bool; a[0] = b }", 1);
  says_first(&t, "1:38+1 error: the model is too large: more than 1000000 "
                 "variables\n");
  fill(&t,
       "channel p[i: 0..4999] -> p[j: 0..4999] [1]\n"
       "process p[i: 0..4999] { a: -> a }",
       1);
  says_first(&t, "1:9+1 error: a channel from p[0] to itself\n");
  fill(&t, "thread t { var x: int\n x = input\n assert x }", 1);
  says_first(&t, "2:2+1 error: an input of more than 1000000 values | give "
                 "the variable a range\n");
  text_free(&t);
}

/* --- mutations ------------------------------------------------------------ */

static const char *const seeds[] = {
    "channel A -> B [2]: m(0..3), n\nchannel B -> A [N]\nparam N = 2\n"
    "process A { var k: 0..3 = 1\n 0: B!m(k) { k = (k + 1) % 4 } -> 1\n"
    " 1: B?a when k > 2 -> 0\n when k == 0 -> 1\n final 1 }\n"
    "process B { s: A?m(x) when x != 2 -> t\n A?m(x) { skip } -> s\n"
    " t: A!a -> s\n A?n -> s }\nnever len(A -> B) > 1 && A at 1\n",
    "param N = 3\nscheme causal\nprocess node[i: 0..N-1] {\n"
    " port in [4]: one(0..N-1), two(0..N-1)\n var max: 0..N-1 = i\n"
    " var b[2]: bool\n start: node[(i+1)%N].in!one(max) -> go\n"
    " go: in?one(x) when x != max { for k: 0..1 { b[k] = x > k } } -> two\n"
    " in?one(x) when x == max -> done\n two: node[max].in!two(0) -> go\n"
    " done:\n final done }\nalways forall i: 0..N-1: node[i].max == i\n",
    "enum c { red, green }\nshared x: 0..3, a[2]: c = green\nlock l[2]\n"
    "sem s: 0..2 = 1\nthread t[p: 0..1] { var v: 0..3\n port box [1]: m(c)\n"
    " repeat 2 { lock l[p]; x = x + a[x % 2]; unlock l[p] }\n"
    " while x > 1 && a[0] == red { P s; V s\n if v == 2 { break } else "
    "{ continue } }\n v = input; atomic { await x == v; x++ }\n"
    " t[1-p].box!m(red)\n select { box?m(y) when y == red { v = y } }\n"
    " assert x ? v : a[1] }\nnever (count p: 0..1: ended(t[p])) > 1\n",
};

static void mutate(struct rng *rng, struct text *t, const char *other) {
  static const char bits[] = "{}()[]:;,.!?->=+*/%<&|\n 0129aNx_\0\"";
  size_t at = t->len ? rng_below(rng, (uint32_t)t->len) : 0;
  size_t len = rng_below(rng, 12), from, n = strlen(other);
  if (len > t->len - at)
    len = t->len - at;
  switch (rng_below(rng, 4)) {
  case 0: /* change */
    if (t->len)
      t->at[at] = bits[rng_below(rng, sizeof bits - 1)];
    break;
  case 1: /* remove */
    memmove(t->at + at, t->at + at + len, t->len - at - len);
    t->len -= len;
    break;
  case 2: /* double */
    text_add_n(t, t->at + at, len);
    break;
  default: /* a piece of another */
    from = rng_below(rng, (uint32_t)n);
    if (len > n - from)
      len = n - from;
    if (len > t->len - at)
      len = t->len - at;
    memcpy(t->at + at, other + from, len);
  }
}

TEST(lang_survives_thousands_of_mutations) {
  struct rng rng = rng_seed(20260101);
  int models = 0, broken = 0;
  for (int i = 0; i < 6000; i++) {
    struct text t = {0};
    struct diag d = {0};
    text_add(&t, seeds[rng_below(&rng, 3)]);
    text_add(&t, " ");
    for (uint32_t n = rng_below(&rng, 3) + 1; n--;)
      mutate(&rng, &t, seeds[rng_below(&rng, 3)]);
    struct model *m = lang_read("mutant", text_str(&t), t.len, NULL, &d);
    CHECK((m != NULL) == (d.errors == 0));
    if (m) {
      const char *bad = model_invalid(m);
      CHECK_STR(bad ? bad : "", "");
      models++;
    } else {
      broken++;
    }
    model_free(m);
    text_free(&t);
  }
  CHECK(models > 100 && broken > 2000);
}
