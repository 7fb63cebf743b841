#include "job/cc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/vec.h"
#include "job/compiler_word.h"
#include "job/host.h"
#include "job/object.h"
#include "job/property.h"
#include "job/scratch.h"
#include "job/undefined.h"

#define CLANG "clang-19"
#define CLANGXX "clang++-19"
#define PACKAGES "clang-19 llvm-19-dev"
#define PACKAGES_CXX "clang-19 llvm-19-dev g++"

typedef VEC(char *) strings;

struct build {
  const struct host *host;
  strings inputs;  /* C files and, at their place, what only the linker uses */
  strings compile; /* options for every compilation */
  strings link;    /* options for the linker */
  strings properties; /* of the first file (job/property.h) */
  const char *output, *depend_file;
  bool only_compile, depends, named_target, pic, shared, verbose, coverage,
      symbolic, volatile_atomic;
  bool assembles; /* -x assembler, or -x assembler-with-cpp */
  enum cc_language language; /* the compiler that this one stands for */
  const char *given; /* -x: the language, whatever the names are; or NULL */
  bool cxx;    /* the program has C++ in it */
  unsigned told; /* files that were compiled since there are properties */
  bool forgiving; /* functions that nobody defines may be missing */
  char *instrument, *runtime, *folder; /* the tools; temporary files */
  char *cxx_runtime; /* the library of C++, or NULL */
  char *include; /* where heddle/rt.h is, or NULL */
  unsigned files;
  double deadline; /* 0: none */
};

static char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static char *format(const char *fmt, ...) {
  struct text t = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&t, fmt, args);
  va_end(args);
  return t.at;
}

static void add(strings *s, const char *word) {
  vec_push(s, format("%s", word));
}

static void strings_free(strings *s) {
  vec_each(s, p) free(*p);
  vec_free(s);
}

/* Waits for a process, or ends it at the deadline or when a signal says so. */
static bool wait_until(const struct build *j, pid_t pid, int *status) {
  const struct timespec slice = {.tv_nsec = 5000000};
  for (;;) {
    pid_t got = waitpid(pid, status, WNOHANG);
    if (got == pid)
      return true;
    if (got < 0 && errno != EINTR)
      return false;
    if (host_stopped(j->host) ||
        (j->deadline > 0 && clock_wall() >= j->deadline))
      kill(pid, SIGKILL);
    nanosleep(&slice, NULL);
  }
}

/* Runs a command and waits; its exit code, or 127.  What it complains of goes
 * to the file `complaints`, if there is one. */
static int run_to(const struct build *j, strings *command,
                  const char *complaints) {
  if (j->verbose) {
    struct text line = {0};
    vec_each(command, p) text_printf(&line, "%s ", *p);
    host_say(j->host, "%s", text_str(&line));
    text_free(&line);
  }
  vec_push(command, NULL);
  extern char **environ;
  pid_t pid;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (complaints)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaints,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int error = posix_spawnp(&pid, command->at[0], &actions, NULL, command->at,
                           environ);
  posix_spawn_file_actions_destroy(&actions);
  command->len--;
  if (error == ENOENT) {
    host_say(j->host, "cannot run '%s'; please install: clang-19%s",
             command->at[0], j->cxx ? " g++" : "");
    return 127;
  }
  if (error) {
    host_say(j->host, "cannot run '%s': %s", command->at[0], strerror(error));
    return 127;
  }
  int status;
  scratch_child(j->host->scratch, pid);
  bool known = wait_until(j, pid, &status);
  scratch_child(j->host->scratch, 0);
  if (!known)
    return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(const struct build *j, strings *command) {
  return run_to(j, command, NULL);
}

/* --- the tools ---------------------------------------------------------- */

static bool readable(const char *path) { return !access(path, R_OK); }

static bool try_tools(struct build *j, const char *folder, const char *cc,
                      const char *rt) {
  char *instrument = format("%s%s/heddle-instrument", folder, cc);
  char *runtime = format("%s%s/libheddle-rt.a", folder, rt);
  bool found = readable(instrument) && readable(runtime);
  if (found) {
    char *library = format("%s%s/libheddle-c++.a", folder, rt);
    j->instrument = instrument;
    j->runtime = runtime;
    if (readable(library))
      j->cxx_runtime = library;
    else
      free(library);
  } else {
    free(instrument);
    free(runtime);
  }
  return found;
}

/* The folder this binary is in. */
static char *own_folder(void) {
  char self[4096];
  ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
  self[len < 0 ? 0 : len] = 0;
  char *slash = strrchr(self, '/');
  if (slash)
    *slash = 0;
  return format("%s", self);
}

/* heddle/rt.h: in the tree, or in ../include when installed. */
static void find_header(struct build *j) {
  static const char *const places[] = {"/include", "/../../include",
                                       "/../include"};
  char *self = own_folder();
  for (size_t i = 0; i < sizeof places / sizeof *places && !j->include; i++) {
    char *header = format("%s%s/heddle/rt.h", self, places[i]);
    if (readable(header))
      j->include = format("%s%s", self, places[i]);
    free(header);
  }
  free(self);
}

static void add_header(const struct build *j, strings *command, bool cxx) {
  add(command, "-D__HEDDLE__=1");
  if (j->include) {
    add(command, "-idirafter");
    add(command, j->include);
    add(command, "-idirafter"); /* headers of tools that ours stand in for */
    vec_push(command, format("%s/heddle/others", j->include));
  }
  if (j->include) { /* mpi.h of ours, before one that is installed */
    add(command, "-isystem");
    vec_push(command, format("%s/heddle/mpi", j->include));
  }
  if (j->include && cxx) {
    add(command, "-isystem");
    vec_push(command, format("%s/heddle/c++", j->include));
  }
}

/* Beside this binary in a build, in ../lib/heddle when installed. */
static bool find_tools(struct build *j) {
  const char *given = getenv("HEDDLE_LIB");
  if (given && try_tools(j, given, "", ""))
    return true;
  char *self = own_folder();
  bool found = try_tools(j, self, "/cc", "/rt") ||
               try_tools(j, self, "/build/release/cc", "/build/release/rt") ||
               try_tools(j, self, "/../lib/heddle", "/../lib/heddle");
  free(self);
  if (!found)
    host_say(j->host, "'cc' was left out of this build; please install: " PACKAGES
                 ", and make again");
  return found;
}

/* --- the command line --------------------------------------------------- */

bool cc_is_source(const char *file) {
  return word_ends(file, ".c") || word_is_cxx(file);
}

static bool is_source(const struct build *j, const char *word) {
  return cc_is_source(word) || word_ends(word, ".i") ||
         (j->given && (!strcmp(word, "-") ||
                       (word[0] != '-' && !word_is_object(word))));
}

/* By its name, because -x says so, or because the compiler is c++. */
static bool is_cxx(const struct build *j, const char *word) {
  if (j->given)
    return strcmp(j->given, "c") != 0;
  return word_is_cxx(word) || (j->language == CC_CXX && word_ends(word, ".c"));
}

/* It goes through the assembler as it is: what it does to memory is not seen, and
 * a call of it is named. */
static bool is_assembly(const struct build *j, const char *word) {
  const char *language = word[0] == '-' ? NULL : word_other_language(word);
  return j->assembles ? word[0] != '-' && !word_is_object(word)
                      : language && !strcmp(language, "assembly");
}

static void tell_other(const struct build *j, const char *word) {
  const char *language = word_other_language(word);
  if (language)
    host_say(j->host, "'%s' is %s, and only C and C++ can be instrumented: compile it with "
                 "its own compiler and give the object to the linker; what it "
                 "does to shared memory is then not seen",
                 word, language);
  else
    host_say(j->host, "'%s' is no C source by its name: -x c, or -x c++, says that it is",
                 word);
}

/* What clang does not know, and is never told. */
static bool *switch_of(struct build *j, const char *word) {
  const struct {
    const char *word;
    bool *is;
  } ours[] = {{"--heddle-coverage", &j->coverage},
              {"--heddle-symbolic", &j->symbolic},
              {"--heddle-forgiving", &j->forgiving},
              {"--heddle-verbose", &j->verbose},
              {"--volatile=atomic", &j->volatile_atomic}};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (!strcmp(word, ours[i].word))
      return ours[i].is;
  return NULL;
}

static void option(struct build *j, const char *word, const char *value) {
  if (!strcmp(word, "-o") || (!strncmp(word, "-o", 2) && !value)) {
    j->output = value ? value : word + 2;
    return;
  }
  if (!strcmp(word, "-c")) {
    j->only_compile = true;
    return;
  }
  bool *ours = switch_of(j, word);
  if (ours) {
    *ours = true;
    return;
  }
  if (property_is(word)) {
    add(&j->properties, word);
    return;
  }
  j->depends |= !strcmp(word, "-MD") || !strcmp(word, "-MMD");
  j->named_target |= !strcmp(word, "-MT") || !strcmp(word, "-MQ");
  j->pic |= !strcmp(word, "-fPIC") || !strcmp(word, "-fpic");
  j->shared |= !strcmp(word, "-shared");
  if (!strncmp(word, "-x", 2)) {
    const char *language = value ? value : word + 2;
    bool known = !strcmp(language, "c") || !strcmp(language, "c++");
    j->given = known ? language : NULL;
    j->assembles = word_starts(language, "assembler");
  }
  if (!strcmp(word, "-MF"))
    j->depend_file = value;
  if (word_is_dropped(word))
    return;
  strings *to = word_is_link(word) ? &j->link : &j->compile;
  /* the place of a library among the objects matters */
  if (to == &j->link && (word_starts(word, "-l") || word_starts(word, "-Wl,")))
    to = &j->inputs;
  add(to, word);
  if (value)
    add(to, value);
}

static void parse(struct build *j, int argc, char *const *argv) {
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    if (word[0] != '-' || !word[1]) {
      add(&j->inputs, word);
      j->files++;
    } else if (word_takes_next(word) && i + 1 < argc) {
      option(j, word, argv[++i]);
    } else {
      option(j, word, NULL);
    }
  }
}

/* --- the steps ---------------------------------------------------------- */

/* a/b.c -> b.o */
static char *object_name(const char *source) {
  const char *slash = strrchr(source, '/');
  const char *base = slash ? slash + 1 : source;
  const char *dot = strrchr(base, '.');
  return format("%.*s.o", (int)(dot ? dot - base : (int)strlen(base)), base);
}

static void add_depends(struct build *j, strings *command, const char *object) {
  if (!j->depends)
    return;
  if (!j->depend_file) {
    const char *dot = strrchr(object, '.');
    size_t len = dot && !strchr(dot, '/') ? (size_t)(dot - object)
                                          : strlen(object);
    add(command, "-MF");
    vec_push(command, format("%.*s.d", (int)len, object));
  }
  if (!j->named_target) {
    add(command, "-MT");
    add(command, object);
  }
}

/* How the front end is asked.  Without optimisation clang leaves out inline
 * functions that C expects to be defined elsewhere; with it, and without its
 * passes, they are there, and what makes the rest look optimised is taken back
 * (cc/spare.c). */
static void add_front_end(strings *command, bool inlines) {
  static const char *const plain[] = {"-O0", "-Xclang", "-disable-O0-optnone"};
  static const char *const whole[] = {
      "-O1", "-Xclang", "-disable-llvm-passes", "-Xclang",
      "-disable-lifetime-markers", "-fno-strict-aliasing", "-U__OPTIMIZE__",
      "-D__NO_INLINE__=1", "-w"};
  size_t count = inlines ? sizeof whole / sizeof *whole
                         : sizeof plain / sizeof *plain;
  for (size_t i = 0; i < count; i++)
    add(command, inlines ? whole[i] : plain[i]);
}

/* What gcc has made of its headers has words in it that clang takes for nothing:
 * macros, of which there are no others any more, take them away. */
static void add_preprocessed(strings *command) {
  static const char *const words[] = {
      "-undef", "-D__malloc__(...)=__malloc__", "-D_Float128=__float128", "-x",
      "c"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    add(command, words[i]);
}

static int to_bitcode(struct build *j, const char *source, const char *object,
                      bool inlines, const char *bitcode) {
  strings command = {0};
  bool cxx = is_cxx(j, source);
  static const char *const fixed[] = {
      "-c", "-emit-llvm",
      "-g", "-fno-omit-frame-pointer", "-Wno-unused-command-line-argument",
      /* warnings of gcc that clang would end at: programs live with them */
      "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
      "-Wno-error=int-conversion", "-Wno-error=return-mismatch",
      "-Wno-error=incompatible-function-pointer-types",
      "-Wno-error=reserved-user-defined-literal",
      /* what a run leaves on the stack must not show in the next one */
      "-fsanitize=array-bounds", "-fno-sanitize-recover=array-bounds",
      "-ftrivial-auto-var-init=zero",
      "-ftrivial-auto-var-init-max-size=4096",
      /* else 16 bytes at once would be a call of a library */
      "-mcx16"};
  add(&command, cxx ? CLANGXX : CLANG);
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    add(&command, fixed[i]);
  add_front_end(&command, inlines);
  if (cxx) /* for cc/escape.c */
    add(&command, "-fno-discard-value-names");
  if (!j->pic)
    add(&command, "-fno-pie");
  vec_each(&j->compile, p) add(&command, *p);
  add(&command, "-U_FORTIFY_SOURCE");
  add_header(j, &command, cxx);
  add_depends(j, &command, object);
  if (j->properties.len)
    vec_push(&command, property_prefix());
  if (!j->given && word_ends(source, ".i"))
    add_preprocessed(&command);
  add(&command, source);
  add(&command, "-o");
  add(&command, bitcode);
  int status = run(j, &command);
  strings_free(&command);
  return status;
}

static int to_object(struct build *j, const char *object, const char *inlines,
                     const char *bitcode) {
  strings command = {0};
  add(&command, j->instrument);
  if (j->verbose)
    add(&command, "--verbose");
  if (j->pic)
    add(&command, "--pic");
  if (j->coverage)
    add(&command, "--coverage");
  if (j->symbolic)
    add(&command, "--symbolic");
  if (j->volatile_atomic)
    add(&command, "--volatile=atomic");
  if (inlines)
    add(&command, inlines);
  add(&command, "-o");
  add(&command, object);
  add(&command, bitcode);
  int status = run(j, &command);
  strings_free(&command);
  return status;
}

/* A unit that calls what it does not have is compiled once more, with the
 * inline functions that were left out.  In C++ none are. */
static int compile(struct build *j, const char *source, const char *object) {
  enum { LACKS = 3, IN_VAIN = 4 }; /* cc/main.c */
  char *bitcode = format("%s/unit.bc", j->folder);
  bool cxx = is_cxx(j, source), first = j->properties.len && !j->told++;
  char *instead = first ? property_write(j->host, j->folder, source, cxx,
                                         j->properties.at, j->properties.len)
                        : NULL;
  source = instead ? instead : source;
  int status = first && !instead
                   ? CC_CANNOT
                   : to_bitcode(j, source, object, false, bitcode);
  if (!status)
    status = to_object(j, object, cxx ? NULL : "--ask-inline", bitcode);
  if (status == LACKS) {
    status = to_bitcode(j, source, object, true, bitcode);
    if (!status)
      status = to_object(j, object, "--keep-inline", bitcode);
    if (status == IN_VAIN)
      status = 0;
  }
  unlink(bitcode);
  free(bitcode);
  free(instead);
  return status;
}

static int assemble(struct build *j, const char *source, const char *object) {
  strings command = {0};
  add(&command, CLANG);
  add(&command, "-c");
  add(&command, "-Wno-unused-command-line-argument");
  vec_each(&j->compile, p) add(&command, *p);
  add_depends(j, &command, object);
  add(&command, source);
  add(&command, "-o");
  add(&command, object);
  int status = run(j, &command);
  strings_free(&command);
  return status;
}

static int compile_only(struct build *j) {
  int status = 0;
  vec_each(&j->inputs, p) {
    bool assembly = is_assembly(j, *p);
    if (!is_source(j, *p) && !assembly && (*p)[0] != '-' &&
        !word_is_object(*p)) {
      tell_other(j, *p);
      status = CC_CANNOT;
    }
    if (!is_source(j, *p) && !assembly)
      continue;
    char *object = j->output ? format("%s", j->output) : object_name(*p);
    int result = assembly ? assemble(j, *p, object) : compile(j, *p, object);
    status = result ? result : status;
    free(object);
  }
  return status;
}

/* Other languages are clang's, uninstrumented. */
static int compile_all(struct build *j, strings *objects) {
  unsigned n = 0;
  vec_each(&j->inputs, p) {
    if (!is_source(j, *p)) {
      add(objects, *p);
      continue;
    }
    char *object = format("%s/%u.o", j->folder, n++);
    int status = compile(j, *p, object);
    vec_push(objects, object);
    if (status)
      return status;
  }
  return 0;
}

/* Whether a library may hold a main; those of the system do not. */
static bool may_bring_main(const char *word) {
  static const char *const none[] = {"-lm", "-lpthread", "-lrt", "-ldl",
                                     "-lc"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (!strcmp(word, none[i]))
      return false;
  return word_starts(word, "-l") || word_starts(word, "-Wl,") || word_starts(word, "@") ||
         word_starts(word, "-T");
}

/* Whether linking would end at a main that is missing: an object has it by
 * the name that the instrumentation gives it, or by the user's. */
static bool lacks_main(const struct build *j, const strings *objects) {
  bool may = false;
  vec_each(&j->link, p) may |= may_bring_main(*p) || !strcmp(*p, "-r") ||
                               word_starts(*p, "-nost");
  vec_each(objects, p) {
    if ((*p)[0] == '-')
      may |= may_bring_main(*p);
    else
      may |= object_may_define(*p, "heddle_user_main") ||
             object_may_define(*p, "main");
  }
  return !may;
}

static int tell_no_main(const struct build *j) {
  const char *first = NULL;
  vec_each(&j->inputs, p) first = first || !is_source(j, *p) ? first : *p;
  if (j->files > 1)
    host_say(j->host, "none of the %u files has a main: a program begins "
                      "there", j->files);
  else
    host_say(j->host, "'%s' has no main: a program begins there; name the "
                      "file that has it as well", first ? first : "it");
  return CC_CANNOT;
}

/* So many sources of this build have one. */
static unsigned count_mains(const struct build *j, const strings *objects) {
  unsigned mains = 0;
  vec_each(objects, p) mains += word_starts(*p, j->folder) &&
                                object_may_define(*p, "heddle_user_main");
  return mains;
}

/* The two libraries need each other. */
static void add_runtime(const struct build *j, strings *command) {
  if (j->cxx) {
    add(command, "-nostdlib++");
    add(command, "-Wl,--start-group");
    add(command, j->cxx_runtime);
  }
  add(command, j->runtime);
  if (j->cxx)
    add(command, "-Wl,--end-group");
  /* of a program that was given as its sources nobody said that it needs it */
  add(command, "-Wl,--as-needed");
  add(command, "-lm");
  add(command, "-Wl,--no-as-needed");
  add(command, "-lpthread");
}

static int link_to(struct build *j, strings *objects, const char *complaints) {
  strings command = {0};
  add(&command, j->cxx ? CLANGXX : CLANG);
  add(&command, "-g");
  add(&command, "-Wno-unused-command-line-argument");
  if (!j->shared)
    add(&command, "-no-pie");
  vec_each(&j->link, p) add(&command, *p);
  vec_each(objects, p) add(&command, *p);
  if (!j->shared)
    add_runtime(j, &command);
  add(&command, "-o");
  add(&command, j->output ? j->output : "a.out");
  int status = run_to(j, &command, complaints);
  strings_free(&command);
  return status;
}

/* A body for each of them that is called, and an object with the bodies. */
static int define(struct build *j, undefined_names *names, strings *objects) {
  char *source = format("%s/undefined.c", j->folder);
  char *object = format("%s/undefined.o", j->folder);
  strings command = {0};
  static const char *const fixed[] = {CLANG, "-c", "-w", "-O1", "-fno-pie"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    add(&command, fixed[i]);
  add(&command, source);
  add(&command, "-o");
  add(&command, object);
  int status = undefined_write(source, names) ? run(j, &command) : CC_CANNOT;
  strings_free(&command);
  vec_push(objects, object);
  free(source);
  return status;
}

static bool all_called(const strings *objects, const undefined_names *names) {
  vec_each(names, n) {
    bool called = false;
    vec_each(objects, o) called |= object_calls(*o, *n);
    if (!called)
      return false;
  }
  return true;
}

/* Once more, with what the linker did not find; false: that is not all it
 * complains of. */
static bool forgive(struct build *j, strings *objects, const char *complaints,
                    int *status) {
  undefined_names names = {0};
  bool can = undefined_read(complaints, &names) && all_called(objects, &names);
  bool again = false;
  if (can) {
    vec_each(&names, n) {
      char *option = undefined_option(*n);
      again |= option != NULL;
      if (option)
        vec_push(&j->compile, option);
    }
    *status = 0;
    if (again) {
      add(&j->compile, "-w"); /* it has been said */
      strings_free(objects);
      j->told = 0;
      *status = compile_all(j, objects);
    }
    if (!*status)
      *status = define(j, &names, objects);
    if (!*status)
      *status = link_to(j, objects, NULL);
  }
  vec_each(&names, n) free(*n);
  vec_free(&names);
  return can;
}

static int link_all(struct build *j, strings *objects) {
  if (!j->shared && lacks_main(j, objects))
    return tell_no_main(j);
  if (!j->forgiving || j->shared)
    return link_to(j, objects, NULL);
  char *path = format("%s/complaints", j->folder);
  int status = link_to(j, objects, path);
  struct text said = {0};
  unsigned mains = status ? count_mains(j, objects) : 0;
  if (mains > 1)
    host_say(j->host, "%u of the files have a main, and a program begins in "
                      "one: test them one by one", mains);
  else if (text_read_file(&said, path) && said.len &&
           (!status || !forgive(j, objects, text_str(&said), &status)))
    host_say(j->host, "%s", text_str(&said));
  text_free(&said);
  free(path);
  return status;
}

static int build(struct build *j) {
  const char *tmp = getenv("TMPDIR");
  char *prefix = format("%s/heddle-cc-", tmp && *tmp ? tmp : "/tmp");
  char *folder = scratch_make(j->host->scratch, prefix);
  if (!folder)
    host_fail(j->host, "cannot make a folder '%s...'", prefix);
  free(prefix);
  if (!folder)
    return CC_CANNOT;
  j->folder = folder;
  strings objects = {0};
  int status;
  if (j->only_compile) {
    status = compile_only(j);
  } else {
    status = compile_all(j, &objects);
    if (!status)
      status = link_all(j, &objects);
  }
  strings_free(&objects);
  scratch_drop(j->host->scratch, folder);
  return status;
}

/* Objects of C++ are known by the compiler that links them. */
static bool has_cxx(const struct build *j) {
  bool cxx = j->language == CC_CXX;
  vec_each(&j->inputs, p) cxx |= is_source(j, *p) && is_cxx(j, *p);
  return cxx;
}

static bool check_library(const struct build *j) {
  bool there = !j->cxx || j->shared || j->only_compile || j->cxx_runtime;
  if (!there)
    host_say(j->host, "C++ was left out of this build; please install: "
                 PACKAGES_CXX ", and make again");
  return there;
}

/* As it was asked, without what is ours. */
static int ask_clang(struct build *j, int argc, char *const *argv) {
  strings command = {0};
  add(&command, j->cxx ? CLANGXX : CLANG);
  add_header(j, &command, j->cxx);
  for (int i = 0; i < argc; i++)
    if (!switch_of(j, argv[i]) && !property_is(argv[i]))
      add(&command, argv[i]);
  int status = run(j, &command);
  strings_free(&command);
  return status;
}

int cc_run(const struct host *host, enum cc_language language, int argc,
           char *const *argv, double deadline) {
  struct build j = {.host = host, .language = language, .deadline = deadline};
  parse(&j, argc, argv);
  find_header(&j);
  j.cxx = has_cxx(&j);
  int status;
  if (words_are_clangs(argc, argv) || !j.files)
    status = ask_clang(&j, argc, argv);
  else
    status = find_tools(&j) && check_library(&j) ? build(&j) : CC_CANNOT;
  strings_free(&j.inputs);
  strings_free(&j.compile);
  strings_free(&j.link);
  strings_free(&j.properties);
  free(j.instrument);
  free(j.runtime);
  free(j.cxx_runtime);
  free(j.include);
  return status;
}
