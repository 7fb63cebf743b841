/* resolve: from the tree to the model; the words its files share.
 *
 * resolve.c    the order of things: names, constants, processes, objects,
 *              then edges and statements, then properties, then warnings
 * declare.c    names, constants, the scheme, elements of processes
 * object.c     objects and slots
 * scope.c      names and what they stand for, diagnostics
 * message.c    channels, ports, messages and who uses them
 * value.c      expressions; peer.c those of properties; const.c constants
 * flow.c       code of a process: labels, locations, temporaries
 * statement.c  computation and statements of threads
 * action.c     sends and receptions
 * edge.c       states and edges of processes
 * property.c   what holds in every state, and who is treated fairly
 * temporal.c   what holds of runs
 * thread.c     the statements that are steps
 * live.c       temporaries are zeroed where they die
 *
 * An array of processes is lowered once for each element, with its index a
 * constant.  An error inside is then found once for each element and
 * reported once (resolve_error).  Whatever grows with the sizes of the model
 * is counted against a limit (resolve_full), so that a slip in a parameter
 * gives an error and not a machine that swaps. */
#ifndef LANG_RESOLVE_H
#define LANG_RESOLVE_H

#include "lang/ast.h"
#include "lang/lang.h"

/* A fuzzer is quicker against small limits. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define LIMITED(normal) ((normal) / 1000 + 2)
#else
#define LIMITED(normal) (normal)
#endif

enum {
  ELEMENTS_MAX = LIMITED(100000), /* processes */
  OBJECTS_MAX = LIMITED(1000000),
  SLOTS_MAX = LIMITED(1000000), /* variables of all processes */
  EDGES_MAX = LIMITED(10000000),
  EXPRS_MAX = LIMITED(20000000),
  TABLES_MAX = LIMITED(20000000), /* candidates of computed targets */
  TEMPORALS_MAX = LIMITED(10000), /* properties of runs */
  MESSAGES_MAX = 65535,
  CAPACITY_MAX = 65535,
  ARITY_MAX = 64,
  INPUTS_MAX = 1000000,   /* values of one input */
  TEMPORARIES_MAX = 1000, /* of one process, at once */
  CONSTANTS_DEEP = 1000,  /* constants that need constants */
};

/* --- what names stand for ------------------------------------------------- */

enum entity_kind {
  ENTITY_CONST, /* param, const, constant of an enum, index: value */
  ENTITY_ENUM,  /* a type: 0..value */
  ENTITY_PROCESS,
  ENTITY_SHARED,
  ENTITY_LOCK,
  ENTITY_SEM,
  ENTITY_VAR,   /* slots first.. of the process at hand */
  ENTITY_PORT,  /* number of the port */
  ENTITY_SLOT,  /* a temporary: counter or received value of a thread */
  ENTITY_BOUND, /* received value number `first` of the edge */
};

struct entity {
  enum entity_kind kind;
  token_id token; /* where it is declared */
  bool bad;       /* its declaration has errors: be silent about uses */
  bool array;
  enum { ENTITY_NEW, ENTITY_BUSY, ENTITY_DONE } state; /* of constants */
  int64_t value;
  uint32_t first, count; /* objects or slots */
  struct range range;
  struct ast_var *var;
  struct process_info *process;
};

/* Where a variable or port of an element lives. */
struct cells {
  uint32_t first, count;
  int64_t lo; /* the first index */
  struct range range;
  bool array;
};

struct process_info {
  struct ast_process *ast;
  int64_t lo;     /* the first index */
  uint32_t count; /* of elements */
  process_id first;
  struct cells *vars;  /* [element * var_count + number] */
  struct cells *ports; /* [element * port_count + number] */
  uint32_t *carriers;  /* of its ports, by number */
  bool twice;          /* a state is declared twice */
  struct map states;   /* state_key -> location */
  struct map members;  /* name -> 2 * number, + 1 for ports */
};

/* A channel or port as declared (one for all elements of an array): its
 * alphabet, and what it was seen to carry. */
struct carrier {
  token_id token;
  bool has_messages;
  const char *to; /* who receives, for people */
};

struct traffic {
  uint32_t carrier;
  message_id message;
  token_id sent, received; /* first use, or 0 */
};

struct message_info {
  token_id token; /* declared or first used there */
  bool declared;
};

struct resolver {
  struct tokens *tokens;
  struct ast *ast;
  const struct lang_options *options;
  struct diag *diag;
  struct arena *arena; /* of the model */
  struct arena scratch;
  struct model *model;
  VEC(struct expr) exprs;
  VEC(struct code) code;
  VEC(struct object) objects;
  VEC(struct message) messages;
  VEC(struct source) sources;
  VEC(struct process) processes;
  VEC(struct property) properties;
  VEC(struct formula) formulas;
  VEC(struct temporal) temporals;
  VEC(struct parameter) parameters;
  VEC(struct process_info *) infos;
  VEC(uint32_t) object_carriers; /* by object; NONE */
  VEC(struct carrier) carriers;
  VEC(struct traffic) traffic;
  VEC(struct message_info) message_infos;
  struct entity **globals, **locals; /* by name */
  uint32_t *message_of;              /* by name: id + 1 */
  VEC(uint32_t) local_names;         /* to undo */
  struct map channels;               /* from, to -> object + 1 */
  struct map alphabets;              /* carrier, message -> declared */
  struct map traffic_of;             /* carrier, message -> traffic */
  struct map source_of;              /* token, role -> source */
  struct map seen;                   /* diagnostics already given */
  uint64_t edges, slots, tables;
  bool full;         /* a limit was reached: expand nothing any more */
  bool channels_bad; /* some channel is not understood */
  unsigned dead;     /* inside what can never run: no errors about values */
  unsigned deep;     /* constants being evaluated */
  unsigned suggestions;
};

/* --- scope.c -------------------------------------------------------------- */

/* Reports once for each place and text; always false. */
bool resolve_error(struct resolver *r, token_id at, const char *hint,
                   const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void resolve_warning(struct resolver *r, token_id at, const char *hint,
                     const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* A limit: an error, and r->full. */
bool resolve_full(struct resolver *r, token_id at, const char *what,
                  unsigned limit);
struct place resolve_place(const struct resolver *r, token_id at);
const char *resolve_name(const struct resolver *r, token_id at);
/* The text of tokens, in the model's arena. */
const char *resolve_text(struct resolver *r, token_id first, token_id last);

/* What a name stands for here, or NULL. */
struct entity *scope_find(const struct resolver *r, token_id name);
/* The same, with an error (and a suggestion) when it is unknown. */
struct entity *scope_need(struct resolver *r, token_id name);
/* The process by that name (or own port), or NULL with an error. */
struct entity *scope_process(struct resolver *r, token_id name, bool port);
/* Declares in the file or in the process at hand; NULL, with an error, when
 * the name is taken. */
struct entity *scope_global(struct resolver *r, token_id name,
                            enum entity_kind kind);
struct entity *scope_local(struct resolver *r, token_id name,
                           enum entity_kind kind);
/* Locals declared since the mark are forgotten. */
size_t scope_mark(const struct resolver *r);
void scope_release(struct resolver *r, size_t mark);
/* "did you mean 'x'?" in the scratch arena, or NULL. */
const char *scope_suggest(struct resolver *r, token_id name,
                          const char *const *candidates, size_t count);
const char *entity_noun(const struct entity *e);

/* --- value.c -------------------------------------------------------------- */

struct flow;

/* Where an expression stands decides what it may read. */
enum mode {
  MODE_CONST,    /* constants */
  MODE_LOCAL,    /* variables of the process and received values */
  MODE_THREAD,   /* the same; reading a shared variable is a step */
  MODE_ATOMIC,   /* shared variables too, inside one step */
  MODE_PROPERTY, /* shared variables, and every process */
};

expr_id expr_push(struct resolver *r, struct expr e);
expr_id expr_const(struct resolver *r, int64_t value, token_id at);
expr_id expr_local(struct resolver *r, slot_id slot, token_id at);
/* Folds constants.  The operands may be NONE: then so is the result. */
expr_id expr_binary(struct resolver *r, enum expr_op op, expr_id a, expr_id b,
                    token_id at);
expr_id expr_not(struct resolver *r, expr_id a, token_id at);
bool expr_is_const(const struct resolver *r, expr_id e, int64_t *value);

/* The expression in the flow's mode; NONE after an error. */
expr_id value_lower(struct flow *f, const struct ast_expr *e);
/* The expression for its errors only: it is never evaluated. */
void value_dead(struct flow *f, const struct ast_expr *e);
/* A shared variable whose index is already lowered. */
expr_id value_shared(struct flow *f, const struct ast_ref *ref,
                     const struct entity *v, uint32_t fixed, expr_id index);
/* The atomic step at hand can touch these objects. */
void value_touch(struct flow *f, object_id first, uint32_t count);
/* What the value can be, as far as it is easy to see. */
struct range expr_range(const struct flow *f, expr_id e);
/* Does evaluating it read shared variables? */
bool value_reads(const struct resolver *r, const struct ast_expr *e);
/* Does it read values received on this edge? */
bool value_bound(const struct resolver *r, const struct ast_expr *e);

/* Has a name an index exactly when it is an array? */
bool value_index_used(struct resolver *r, const struct ast_ref *ref,
                      bool array);

/* peer.c: node[1].max, node[1] at told, ended(p), len(..) */
/* The element that node[1] or P1 names; the index is a constant. */
bool peer_element(struct flow *f, const struct ast_ref *ref,
                  const struct entity *x, uint32_t *element);
expr_id peer_value(struct flow *f, const struct ast_ref *ref);
expr_id peer_at(struct flow *f, const struct ast_expr *e);
expr_id peer_ended(struct flow *f, const struct ast_expr *e);
expr_id peer_length(struct flow *f, const struct ast_expr *e);

/* Constants; `what` completes "the X must be a constant". */
bool const_value(struct resolver *r, const struct ast_expr *e, const char *what,
                 int64_t *out);
/* lo..hi with lo <= hi, both 32 bits. */
bool const_range(struct resolver *r, const struct ast_expr *lo,
                 const struct ast_expr *hi, const char *what,
                 struct range *out);
bool const_type(struct resolver *r, const struct ast_type *t,
                struct range *out);
/* Evaluates the param, const or enum if that has not happened yet. */
bool const_entity(struct resolver *r, struct entity *e);

/* --- flow.c --------------------------------------------------------------- */

struct temporary {
  slot_id slot;
  bool busy;
};
struct loop {
  uint32_t break_to, continue_to; /* labels */
};

/* The code of one process while it is made.  Jumps go to labels, which
 * become indices when the flow is finished. */
struct flow {
  struct resolver *r;
  enum mode mode;
  struct process_info *info;
  uint32_t element;
  process_id process;
  VEC(struct variable) slots;
  VEC(struct location) locations;
  VEC(struct edge) edges;
  VEC(struct code) code;
  VEC(uint32_t) labels;
  VEC(struct temporary) temporaries;
  VEC(uint32_t) taken; /* temporaries in use, in order */
  VEC(struct loop) loops;
  VEC(object_id) touched; /* by the atomic step at hand */
  expr_id bound;          /* value of the last step, while it is not used up */
  struct range bound_range;
  uint32_t end; /* label of the end of a thread */
  uint32_t line, line_steps;
};

/* Nothing is emitted while r->dead. */
uint32_t flow_label(struct flow *f);
void flow_place(struct flow *f, uint32_t label);
void flow_jump(struct flow *f, uint32_t label, token_id at);
void flow_unless(struct flow *f, expr_id value, uint32_t label, token_id at);
void flow_emit(struct flow *f, struct code c);
/* Jumps to the label when the condition is (or is not) true, and goes on
 * here otherwise.  The value of the condition where it is a constant, else
 * -1. */
int flow_branch(struct flow *f, const struct ast_expr *e, uint32_t label,
                bool when);
void flow_set(struct flow *f, slot_id slot, expr_id value, token_id at);
slot_id flow_slot(struct flow *f, const char *name, struct range range,
                  int32_t init, bool temporary);
/* A temporary that can hold the range; all taken since a mark are given
 * back at once. */
slot_id flow_take(struct flow *f, struct range range, token_id at);
size_t flow_mark(const struct flow *f);
void flow_release(struct flow *f, size_t mark);
/* A new location of a thread; the process arrives there. */
location_id flow_stop(struct flow *f, token_id at);
/* An edge with nothing in it but its action, its code beginning here; and
 * what adds it to the location added last. */
struct edge flow_edge(const struct flow *f, enum action action);
void flow_add(struct flow *f, struct edge e, token_id at);
/* If the value of the last step is still needed, keep it in a temporary. */
void flow_spill(struct flow *f, token_id at);
/* One source for all elements, by token and role; its text is the verb and
 * the tokens first..last.  from NULL: the location added last. */
source_id flow_source(struct flow *f, token_id key, unsigned role,
                      const char *from, const char *verb, token_id first,
                      token_id last);
/* Hands the process to the model. */
void flow_finish(struct flow *f);
void flow_free(struct flow *f);

void live_zero(struct flow *f);

/* --- message.c ------------------------------------------------------------ */

bool channel_declare(struct resolver *r, struct ast_channel *c);
void port_declare(struct flow *f, struct ast_port *p);
/* The message by name, made when it is new; NONE after an error (arity). */
message_id message_use(struct resolver *r, token_id name, uint32_t arity);
/* Notes that the object carries it here; false when it must not. */
bool message_carry(struct resolver *r, object_id object, message_id m,
                   token_id at, bool send);
void message_warnings(struct resolver *r);
object_id object_add(struct resolver *r, struct object o, uint32_t carrier,
                     token_id at);

/* --- action.c ------------------------------------------------------------- */

/* Index into an array of `count` from `lo`: folded and checked when it is
 * known, otherwise *index is a 0-based expression. */
bool target_index(struct flow *f, const struct ast_expr *e, int64_t lo,
                  uint32_t count, const char *name, uint32_t *fixed,
                  expr_id *index);
/* The table of `count` objects from `first`. */
void target_cells(struct flow *f, object_id first, uint32_t count,
                  struct edge *e);
/* Locks and semaphores. */
bool target_object(struct flow *f, const struct ast_ref *ref,
                   enum entity_kind kind, struct edge *e);
/* Target, message and arguments, into the edge. */
bool action_lower(struct flow *f, const struct ast_action *a, struct edge *e);
/* The names of a reception become local: values of the edge, or temporaries
 * that are set from them. */
void action_names(struct flow *f, const struct ast_action *a,
                  enum entity_kind kind);
/* Splits the guards into what reads received values and what does not. */
bool action_guards(struct flow *f, const struct ast_expr *a,
                   const struct ast_expr *b, struct edge *e);

/* --- statement.c ---------------------------------------------------------- */

void statements_lower(struct flow *f, const struct ast_stmt *list);
/* thread.c: the statements that are steps */
void step_lower(struct flow *f, const struct ast_stmt *s);
void thread_lower(struct flow *f);

/* --- declare.c, object.c -------------------------------------------------- */

void declare_names(struct resolver *r);
void declare_constants(struct resolver *r);
void declare_scheme(struct resolver *r);
void declare_elements(struct resolver *r, struct process_info *p);
/* Shared variables, locks, semaphores, channels and ports, in file order. */
void declare_objects(struct resolver *r);
/* The flow of an element, still empty; its index as a constant; its
 * variables. */
struct flow flow_of(struct resolver *r, struct process_info *p,
                    uint32_t element);
void declare_index(struct flow *f);
void declare_slots(struct flow *f, struct ast_var *v);

/* --- edge.c, property.c --------------------------------------------------- */

uint64_t state_key(const struct resolver *r, token_id state);
void process_lower(struct flow *f);
void property_lower(struct resolver *r, const struct ast_decl *d);
/* Who is treated fairly, after all processes are there. */
void fair_lower(struct resolver *r, const struct ast_decl *d);
/* temporal.c: does it say more than a state can tell?  If so, as a formula. */
bool temporal_is(const struct ast_expr *e);
void temporal_lower(struct resolver *r, const struct ast_decl *d);

#endif
