/* model: processes with guarded edges, and the objects they share.
 *
 * This is the waist of the house: whatever the notation, a model is this,
 * and every explorer, the plain interpreter, the model executor and the
 * encoders know only this.  It is made once (lang/ does it), lives in one
 * arena and is never changed afterwards; arrays of processes are already
 * expanded, parameters are constants, names are for people only.
 *
 * Meaning, in short (doc/semantics.md is the law; N 2.1 and
 * L 2.2 are where it comes from):
 *
 * A process is at a location and has local variables ("slots").  Each edge
 * that leaves its location and whose guard holds is a candidate; its action
 * says what else it needs:
 *
 *   ACT_NONE     nothing
 *   ACT_SEND     room in the channel or port; the arguments are its payload
 *   ACT_RECEIVE  a message: see struct edge
 *   ACT_READ     nothing; the value read is bound value 0
 *   ACT_WRITE    nothing; writes args[0]
 *   ACT_LOCK     the lock is free
 *   ACT_UNLOCK   the process holds it; otherwise the run fails there
 *   ACT_P        the semaphore is above 0
 *   ACT_V        nothing; leaving the semaphore's range fails the run
 *   ACT_INPUT    nothing; bound value 0 is any value of input_range
 *   ACT_ATOMIC   the guard may read shared variables, the code may read and
 *                write them; `touched` lists every object it can touch
 *
 * When the step is taken, the action happens, then the code of the edge
 * runs to its end, which names the location where the process is then.
 * Guards and arguments are evaluated before the action, in the state the
 * step leaves.  Code sees the bound values.
 *
 * What can go wrong inside a step ends the run there (no state follows): a
 * failed assertion, a value outside its range, an index outside its array,
 * division by zero, computation that does not end (CODE_STEPS_MAX).  The
 * step still counts as executable.  Arithmetic is 64-bit and exact; leaving
 * 64 bits is a range failure.  Guards that fail so are failures of the edge
 * at the state where they are evaluated. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef uint32_t process_id;
typedef uint32_t location_id; /* within its process */
typedef uint32_t edge_id;     /* within its process */
typedef uint32_t slot_id;     /* within its process */
typedef uint32_t object_id;
typedef uint32_t message_id;
typedef uint32_t expr_id;
typedef uint32_t code_id;
typedef uint32_t source_id;

#define NONE UINT32_MAX

struct range {
  int32_t lo, hi;
};
#define RANGE_INT ((struct range){INT32_MIN, INT32_MAX})

/* Where in the source something stands. */
struct place {
  uint32_t line, col;
};

/* --- expressions ---------------------------------------------------------- */

enum expr_op {
  EXPR_CONST,     /* value */
  EXPR_LOCAL,     /* slot a of the process that evaluates */
  EXPR_LOCAL_AT,  /* slot a + index b, 0 <= index < count (value) */
  EXPR_BOUND,     /* bound value number a of this step */
  EXPR_SHARED,    /* shared variable a (an object); ACT_ATOMIC, properties */
  EXPR_SHARED_AT, /* object a + index b, 0 <= index < count (value) */
  /* in properties only */
  EXPR_PEER,    /* slot b of process a */
  EXPR_PEER_AT, /* slot b + index c of process a, index < count (value) */
  EXPR_AT,      /* process a is at location b: 0 or 1 */
  EXPR_ENDED,   /* process a is at a final location: 0 or 1 */
  EXPR_LENGTH,  /* number of messages in channel or port a */
  /* operators on a, b, c; truth is 0 or 1, any value but 0 is true */
  EXPR_NEG, EXPR_NOT,
  EXPR_ADD, EXPR_SUB, EXPR_MUL,
  EXPR_DIV, EXPR_MOD, /* as in C; by zero is a failure */
  EXPR_EQ, EXPR_NE, EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE,
  EXPR_AND, EXPR_OR, /* b only when it matters */
  EXPR_COND,         /* a ? b : c */
};

struct expr {
  enum expr_op op;
  uint32_t a, b, c; /* expressions, or as said above */
  int64_t value;
  struct place place;
};

/* --- code: the computation of an edge ------------------------------------- */

enum code_op {
  CODE_SET,           /* slot = value */
  CODE_SET_AT,        /* slot[index] = value, index below count */
  CODE_SET_SHARED,    /* object = value; ACT_ATOMIC only */
  CODE_SET_SHARED_AT, /* object + index = value, index below count */
  CODE_JUMP,          /* go on at `to` */
  CODE_UNLESS,        /* go on at `to` when value is 0 */
  CODE_ASSERT,        /* fail when value is 0 */
  CODE_PROGRESS,      /* the step passes a progress label */
  CODE_STOP,          /* the end: the process is at location `to` */
};

/* An assignment checks the range of the variable it assigns; index and
 * value are evaluated first, index before value. */
struct code {
  enum code_op op;
  uint32_t target;      /* slot or object */
  uint32_t count;       /* of the array, for the _AT forms */
  expr_id index, value; /* NONE where unused */
  uint32_t to;          /* code_id, or location_id for CODE_STOP */
  struct place place;
};

enum { CODE_STEPS_MAX = 1000000 };

/* --- objects -------------------------------------------------------------- */

enum object_kind {
  OBJECT_SHARED,    /* a variable; an array is consecutive objects */
  OBJECT_LOCK,      /* free, or held by one process */
  OBJECT_SEMAPHORE, /* a count within range */
  OBJECT_CHANNEL,   /* from one process to one process, in order */
  OBJECT_PORT,      /* owned by one process, fed by anyone; see scheme */
};

#define UNBOUNDED UINT32_MAX

struct object {
  enum object_kind kind;
  const char *name; /* "fork[2]", "P1->P2", "node[1].in" */
  struct range range;
  int32_t init;        /* shared variables and semaphores */
  process_id from, to; /* of a channel; `to` is the owner of a port */
  uint32_t capacity;   /* messages, or UNBOUNDED (ports only) */
  struct place place;
};

struct message {
  const char *name;
  uint32_t arity;
  const struct range *payload; /* one range for each value */
};

/* In which order a port hands out its messages (L 2.3; causal as corrected
 * in doc/papers.md).  The frontier of a port is the set of messages
 * that can be received next:
 *   async    any; equal messages are one
 *   fifo     the oldest of each sender
 *   causal   those with no other message to this port in their causal past
 *   mailbox  the oldest
 * Channels are always in order. */
enum scheme { SCHEME_ASYNC, SCHEME_FIFO, SCHEME_CAUSAL, SCHEME_MAILBOX };
extern const char *const scheme_names[]; /* NULL-terminated */

/* --- processes ------------------------------------------------------------ */

struct variable {
  const char *name; /* "left", "buf[2]" */
  struct range range;
  int32_t init;
  /* A temporary of a lowered thread: never shown, 0 whenever it is dead. */
  bool temporary;
};

struct location {
  const char *name;
  bool final; /* declared final; of a thread: it has ended */
  edge_id first_edge;
  uint32_t edge_count; /* edges that leave it, in the order of the file */
  struct place place;
};

/* What a run that goes on for ever owes a process or an edge: a step again and
 * again, weakly if from some point on there always is one to be taken,
 * strongly if there is one again and again. */
enum fairness { FAIR_NOT, FAIR_WEAK, FAIR_STRONG };

enum action {
  ACT_NONE, ACT_SEND, ACT_RECEIVE, ACT_READ, ACT_WRITE, ACT_LOCK,
  ACT_UNLOCK, ACT_P, ACT_V, ACT_INPUT, ACT_ATOMIC,
};

/* An edge of a process.
 *
 * The object of the action is table[0] when index is NONE; otherwise
 * table[value of index], where an index that is not in 0..count-1, or an
 * entry NONE (no such channel), fails the run.  Index reads local variables
 * only.
 *
 * Receptions.  On a channel an edge is executable when the guard and `fits`
 * hold and the head of the channel is `message`; a head for which the
 * location has no edge with that channel and message is an unspecified
 * reception, and stays.  On a port all ACT_RECEIVE edges of one location
 * that have the same object form one receive: it is executable when the
 * guard (which reads local variables only) of at least one of them holds and
 * the frontier is not empty; a message of the frontier is received by each
 * edge with that message whose guard and `fits` (which may read the payload
 * as bound values) hold; when there is none the run fails there, as an
 * unspecified reception. */
struct edge {
  location_id from, to; /* to: where its code normally ends */
  enum action action;
  const object_id *table;
  uint32_t count;
  expr_id index;
  message_id message;      /* ACT_SEND, ACT_RECEIVE */
  uint32_t arg_count;
  const expr_id *args;     /* payload of a send; the value of a write */
  struct range input_range;
  expr_id guard, fits;     /* NONE: true */
  code_id code;            /* never NONE: at least CODE_STOP */
  uint32_t touched_count;  /* ACT_ATOMIC */
  const object_id *touched;
  source_id source;
  enum fairness fair;
};

/* An edge as it stands in the file.  An edge of an array of processes is
 * one source with an edge in every element; "never taken" is said of it when
 * none of them is ever taken. */
struct source {
  const char *process; /* "node", without the index */
  const char *from;    /* the state's name, or the line of a thread */
  const char *text;    /* "P2!m1 -> 1", "lock fork[p]" */
  struct place place;
};

struct process {
  const char *name;     /* "node[1]" */
  const char *base;     /* "node" */
  bool thread;
  uint32_t slot_count;
  const struct variable *slots;
  uint32_t location_count;
  const struct location *locations;
  uint32_t edge_count;
  const struct edge *edges; /* grouped by location, in file order */
  /* Runs before the initial state is entered; its CODE_STOP is the initial
   * location.  Slots have their init before it. */
  code_id start;
  struct place place;
  enum fairness fair;
};

/* --- the model ------------------------------------------------------------ */

enum property_kind { PROPERTY_ALWAYS, PROPERTY_NEVER };

struct property {
  enum property_kind kind;
  expr_id expr;     /* always: violated when 0; never: when not 0 */
  const char *text; /* "never i > 144" */
  struct place place; /* line 0: a claim from outside the text */
};

/* A formula of linear temporal logic, about runs that go on for ever; a run
 * that comes to a state where nothing can move stays in it.  A step that fails
 * is no such end: it is a finding of its own. */
typedef uint32_t formula_id;
enum formula_op {
  FORMULA_STATE, /* expr holds in the first state; one that fails does not */
  FORMULA_NOT,
  FORMULA_AND,
  FORMULA_OR,
  FORMULA_NEXT,       /* a, after the first step */
  FORMULA_EVENTUALLY, /* a, from some state on the way */
  FORMULA_ALWAYS,     /* a, from every state on the way */
  FORMULA_UNTIL,      /* b, from some state on, and a from all before it */
};
struct formula {
  enum formula_op op;
  formula_id a, b;
  expr_id expr; /* FORMULA_STATE */
};
enum { FORMULA_ATOMS_MAX = 64 }; /* different expressions in one property */

/* An automaton that reads a run, one state after the other, and must never
 * match it.  From a state of its own it takes an edge whose literals hold of
 * the state of the run.  It matches when some way of reading the run takes an
 * edge that ends it, or passes accepting states again and again; a state
 * accepts if it is said to, or if `accept`, an atom, holds of the state that
 * is read there. */
#define NEVER_ENDS UINT32_MAX
struct never_edge {
  uint32_t to;      /* NEVER_ENDS: it has matched, whatever follows */
  uint64_t yes, no; /* atoms that must hold, must not */
};
struct never {
  uint32_t atom_count; /* at most FORMULA_ATOMS_MAX */
  const expr_id *atoms;
  uint64_t accept; /* the bit of the atom; 0: none */
  uint32_t state_count; /* the first is the initial one */
  const bool *accepts;  /* by state */
  const uint32_t *first; /* by state and one more: in edges */
  const struct never_edge *edges;
};

/* What must hold of every fair run; or, `possibly`, in every state: that some
 * run leads on to one where expr holds; or `never`: what must not match any. */
struct temporal {
  bool possibly;
  bool circle; /* a finding is a circle without progress */
  bool moves;  /* of runs that do not stop: those that do violate nothing */
  formula_id formula;
  expr_id expr;
  const struct never *never; /* NULL, or instead of the formula */
  const char *text;
  struct place place;
};

struct parameter {
  const char *name;
  int64_t value;
};

struct machine;
struct sketch;

struct model {
  struct arena arena; /* everything below lives here */
  const char *file;   /* as the user named it */
  uint64_t digest;    /* of the source text, parameters and scheme */
  enum scheme scheme;
  bool has_channels;  /* any channel or port: see "Ends" in doc/semantics.md */
  uint32_t process_count;
  const struct process *processes;
  uint32_t object_count;
  const struct object *objects;
  uint32_t message_count;
  const struct message *messages;
  uint32_t expr_count;
  const struct expr *exprs;
  uint32_t code_count;
  const struct code *code;
  uint32_t source_count;
  const struct source *sources;
  uint32_t property_count;
  const struct property *properties;
  uint32_t formula_count;
  const struct formula *formulas;
  uint32_t temporal_count;
  const struct temporal *temporals;
  uint32_t parameter_count;
  const struct parameter *parameters;
  /* NULL, or what computes its steps (machine.h).  Then processes are the
   * slots that a process may have, all with the same edges and locations,
   * which are there for names and places only; there are no objects. */
  const struct machine *machine;
  /* What it is drawn as, where its processes will not do (sketch.h). */
  uint32_t sketch_count;
  const struct sketch *sketches;
};

/* Some step passes a progress label. */
bool model_has_progress(const struct model *m);
/* Some temporal property is no matter of progress. */
bool model_has_liveness(const struct model *m);

void model_free(struct model *m); /* NULL is fine */

/* --- steps and findings, the words all engines share ---------------------- */

/* One way to take an edge.  choice tells apart what one edge can do in one
 * state: the value of an input; of a reception from a port the number of the
 * message in the frontier (async: by its place in ascending order of message
 * id and payload; fifo and causal: the sender's process_id); 0 otherwise.
 * edge NONE is the reception that no edge fits.
 *
 * The order of steps of a state is that of processes, then edges, then
 * choices; edge NONE comes last within its process, ordered by object and
 * choice. */
struct model_step {
  process_id process;
  edge_id edge;
  int32_t choice;
  object_id object; /* of the action; NONE where there is none */
};

enum finding_kind {
  FINDING_DEADLOCK,
  FINDING_BLOCKING,
  FINDING_UNSPECIFIED,
  FINDING_OVERFLOW,
  FINDING_PROPERTY,
  FINDING_ASSERTION,
  FINDING_RANGE,
  FINDING_ENDLESS,
  FINDING_LIVENESS, /* a temporal property is violated */
  FINDING_CIRCLE,   /* a circle without progress */
  FINDING_UNEXECUTABLE,
  FINDING_KINDS
};
extern const char *const finding_kind_names[]; /* NULL-terminated */

/* Why a step fails (or an evaluation). */
enum fail_reason {
  FAIL_NONE,
  FAIL_ASSERT,      /* assertion; place: the assert */
  FAIL_RANGE,       /* value outside the range of what is assigned or sent */
  FAIL_INDEX,       /* index outside its array, or no such channel */
  FAIL_DIVISION,    /* by zero */
  FAIL_OVERFLOW,    /* beyond 64 bits */
  FAIL_ENDLESS,     /* computation that does not end */
  FAIL_NOT_HELD,    /* unlock of a lock the process does not hold */
  FAIL_UNSPECIFIED, /* reception from a port that no edge fits */
  FAIL_BLOCKED,     /* a d_step cannot go on */
  FAIL_TRACE,       /* a message that is not as the trace has it */
  FAIL_FIELDS,      /* sent or received with another number of fields */
  FAIL_TOO_MANY,    /* processes or channels */
  FAIL_OWN_TURN,    /* enabled() of the process that asks */
  FAILURES
};
extern const char *const failure_texts[]; /* by enum fail_reason, for people */
/* FAIL_ASSERT, FAIL_NOT_HELD, FAIL_BLOCKED and FAIL_TRACE are assertions,
 * FAIL_UNSPECIFIED is unspecified, the others are range. */
enum finding_kind failure_kind(enum fail_reason f);

#endif
