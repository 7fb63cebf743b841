/* From a C file to a bug, to the same run in another order, to its fix. */
#include "story.h"

static const char program[] =
    "(" EDITOR ".setValue(`#include <pthread.h>\n"
    "static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;\n"
    "static void *there(void *x) {\n"
    "  pthread_mutex_lock(&first);\n"
    "  pthread_mutex_lock(&second);\n"
    "  pthread_mutex_unlock(&second);\n"
    "  pthread_mutex_unlock(&first);\n"
    "  return x;\n"
    "}\n"
    "static void *back(void *x) {\n"
    "  pthread_mutex_lock(&second);\n"
    "  pthread_mutex_lock(&first);\n"
    "  pthread_mutex_unlock(&first);\n"
    "  pthread_mutex_unlock(&second);\n"
    "  return x;\n"
    "}\n"
    "int main(void) {\n"
    "  pthread_t a, b;\n"
    "  pthread_create(&a, 0, there, 0);\n"
    "  pthread_create(&b, 0, back, 0);\n"
    "  pthread_join(a, 0);\n"
    "  pthread_join(b, 0);\n"
    "}\n`), '')";

#define VERDICT(where, kind)                                                   \
  "document.querySelector('" where " .verdict." kind "') !== null"
#define STEP(text)                                                             \
  "[...document.querySelectorAll('#program .step')].find(e => "                \
  "e.textContent.includes('" text "'))"

static void finds(void) {
  create("dead.c");
  run("(" EDITOR ".setValue('int main(void) {\\n  return nothing;\\n}\\n'), "
      "'')");
  expect("it is a program", TEXT("check") " === 'Test'");
  browser_click(&b, "#check");
  expect("what the compiler says stands under its line",
         "document.querySelector('.below.error')?.textContent.includes("
         "\"undeclared identifier 'nothing'\") && "
         "document.querySelector('#messages .error').textContent"
         ".startsWith('2: error')");
  run(program);
  expect("it is a program", TEXT("check") " === 'Test'");
  browser_click(&b, "#check");
  expect("it fails", VERDICT("#program", "violated"));
  expect("by a deadlock",
         "document.querySelector('#program .findings').textContent"
         ".startsWith('deadlock at dead.c:')");
  expect("so many executions",
         "/^[0-9]+ executions, [0-9,]+ a second/.test("
         "document.querySelector('#program .figures').textContent)");
  expect("and what was covered",
         "/lines [0-9]+ of [0-9]+/.test(document.querySelector("
         "'#program .searched').textContent)");
  expect("its page is in a frame of its own",
         "document.querySelector('#program iframe')?.src.includes('/view/')");
}

/* The deadlock: each thread has its first lock.  If `there` takes its second
 * before `back` begins, nothing happens. */
static void reorders(void) {
  browser_click(&b, "#program .bar button");
  expect("the run is there", STEP("waits: lock second") " !== undefined");
  run("(" STEP("waits: lock second") ".classList.add('from'), " STEP(
      "lock second") ".classList.add('to'), '')");
  browser_drag(&b, ".step.from .cell", ".step.to .cell");
  expect("in the other order it does not fail",
         VERDICT(".order-result", "holds"));
  run("(document.querySelector('#program .run-view').focus(), '')");
  run("(document.querySelector('.order-result').replaceChildren(), " STEP(
      "lock second") ".click(), '')");
  browser_key(&b, "m");
  run("(" STEP("lock first") ".click(), "
                             "document.querySelector('#program "
                             ".run-view').focus(), '')");
  browser_key(&b, "Enter");
  expect("with keys: the two first locks the other way round fail, too",
         VERDICT(".order-result", "violated"));
}

static void fixes(void) {
  run("(" EDITOR ".setValue(" EDITOR ".getValue()"
      ".replace('lock(&second);\\n  pthread_mutex_lock(&first);', "
      "'lock(&first);\\n  pthread_mutex_lock(&second);')), '')");
  browser_click(&b, "#program .bar button:nth-child(2)");
  expect("the old schedule does not fail any more",
         "document.querySelector('#program .verdict.holds')?.textContent"
         ".startsWith('it no longer fails')");
  browser_click(&b, "#check");
  expect("and no other does",
         "document.querySelector('#program .verdict')?.textContent "
         "=== 'holds'");
}

void program_story(void) {
  finds();
  reorders();
  fixes();
}
