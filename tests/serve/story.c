/* The workbench in a real browser: each story as a person would go through
 * it.  This one is of models: from an empty folder to a deadlock found,
 * stepped to, and saved.
 *
 *     serve-story BROWSER FOLDER LINK */
#include "story.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct browser b;
static unsigned passed, failed;
static int patience = 1200; /* looks, 50 ms each; less after a failure */

static bool holds(const char *expression, struct text *got) {
  text_clear(got);
  return browser_ask(&b, expression, got) && !strcmp(text_str(got), "true");
}

void expect(const char *what, const char *expression) {
  struct text got = {0};
  bool ok = false;
  for (int i = 0; i < patience && !(ok = holds(expression, &got)); i++)
    usleep(50000);
  if (ok)
    passed++;
  else
    failed++,
        patience = 100,
        printf("failed: %s: %s is '%s'\n", what, expression, text_str(&got));
  fflush(stdout);
  text_free(&got);
}

void run(const char *expression) {
  struct text got = {0};
  browser_ask(&b, expression, &got);
  text_free(&got);
}

void create(const char *name) {
  struct text text = {0};
  text_printf(&text, "(document.getElementById('name').value = '%s', '')",
              name);
  run(text_str(&text));
  browser_click(&b, "#new button");
  text_clear(&text);
  text_printf(&text, TEXT("file") " === '%s'", name);
  expect("it is open", text_str(&text));
  text_free(&text);
}

static const char model[] =
    "(" EDITOR ".setValue(`channel P1 -> P2 [1]\nchannel P2 -> P1 [1]\n\n"
    "process P1 {\n  0: P2!m1 -> 1\n  1: P2?m2 -> 0\n}\n\n"
    "process P2 {\n  0: P1?m1 -> 1\n  1: P1?m3 -> 2\n  2: P1!m2 -> 0\n}\n`), "
    "'')";

static void opens(const char *link) {
  browser_visit(&b, link);
  expect("it is ready", "document.documentElement.dataset.ready === 'true'");
  expect("the token leaves the address", "location.search === '' && "
                                         "location.href.length < 40");
  expect("no file is open", TEXT("file") " === 'no file is open'");
  expect("there are none", "document.querySelectorAll('#files li').length === "
                           "0 && document.getElementById('check').disabled");
}

static void writes(void) {
  create("first.hed");
  expect("it is listed",
         "document.querySelector('#files [aria-current]')?.dataset.name === "
         "'first.hed'");
  run("(" EDITOR ".setValue('process P {\\n  0: Q!m -> 0\\n}\\n'), '')");
  expect("what is wrong stands under its line",
         "document.querySelector('.below.error')?.textContent.includes("
         "\"unknown process or port 'Q'\")");
  expect("and in the list",
         "document.querySelector('#messages .error')?.textContent.startsWith("
         "'2: error')");
  run(model);
  expect("the machines are drawn",
         "document.querySelectorAll('#machines .drawing svg').length === 2 && "
         "!document.querySelector('.below.error')");
  expect("with their styles",
         "getComputedStyle(document.querySelector('.drawing svg text'))"
         ".fontSize.endsWith('px')");
  expect("a warning is left", "document.querySelectorAll('#messages .warning')"
                              ".length === 1");
  expect("it is not saved", TEXT("file") ".endsWith('(changed)')");
}

/* Ctrl-Space behind "un" in an empty line: the words of the language, and of
 * this file. */
static void completes(void) {
  run("(" EDITOR ".focus(), " EDITOR ".setCursor(2, 0), " EDITOR
      ".replaceSelection('process P3 { 0: un'), '')");
  browser_key(&b, "Ctrl- ");
  expect("what may follow",
         "[...document.querySelectorAll('.CodeMirror-hint')].map(e => "
         "e.textContent).join() === 'unbounded,unlock,until'");
  run("(" EDITOR ".closeHint(), " EDITOR ".undo(), '')");
  run(model);
}

/* While one types: what may follow is offered; Tab takes it, Enter does not.
 * (Behind a key CodeMirror takes the next one when it has drawn the list anew;
 * somebody who reads it is slower than that.) */
#define READS_KEYS EDITOR ".state.completionActive?.widget?.keyMap.Tab"
static void offers(void) {
  run("(" EDITOR ".setValue('channel P1 -> P2 [1]\\n'), " EDITOR
      ".focus(), " EDITOR ".setCursor(1, 0), '')");
  browser_type(&b, "chan");
  expect("it is offered",
         EDITOR ".getLine(1) === 'chan' && " READS_KEYS
                " !== undefined && "
                "[...document.querySelectorAll('.CodeMirror-hint')].map(e => "
                "e.textContent).join() === 'channel'");
  browser_key(&b, "Tab");
  expect("and taken", EDITOR ".getLine(1) === 'channel'");
  browser_type(&b, " cha");
  expect("again",
         EDITOR ".getLine(1) === 'channel cha' && " READS_KEYS " !== undefined "
                "&& document.querySelector('.CodeMirror-hint') !== null");
  browser_key(&b, "Enter");
  expect("a line ends where it does", EDITOR
         ".getLine(1) === 'channel cha' && " EDITOR ".lineCount() === 3 && "
         "document.querySelector('.CodeMirror-hint') === null");
  browser_type(&b, "// chan");
  expect("in a comment nothing is", EDITOR ".getLine(2) === '// chan' && "
                                           "document.querySelector('"
                                           ".CodeMirror-hint') === null");
  run(model);
}

static void checks(void) {
  run("(" EDITOR ".focus(), '')");
  browser_key(&b, "Ctrl-Enter");
  expect("it is violated",
         "document.querySelector('.verdict.violated') !== null");
  expect("it was saved", TEXT("file") " === 'first.hed'");
  expect("a deadlock",
         "document.querySelector('.finding')?.textContent.startsWith("
         "'deadlock: P1 at 1, P2 at 1')");
  expect("its run: a row for each step",
         "document.querySelectorAll('.run .step').length === 2");
  expect("its message is an arrow",
         "document.querySelectorAll('.run .arrow').length === 1");
  run("(document.querySelector('.run-view').focus(), '')");
  browser_key(&b, "ArrowDown");
  expect("keys go through it",
         "document.querySelector('.run-note').textContent.startsWith("
         "'step 1 of 2: P1: P2!m1')");
  browser_key(&b, "ArrowDown");
  expect("forward", "document.querySelector('.step[aria-selected=true]').id "
                    "=== 'step-1'");
  expect("and its line is lit", EDITOR ".lineInfo(9).bgClass === 'lit'");
}

static void steps(void) {
  browser_click(&b, "#begin");
  expect("it begins",
         "document.querySelector('#step .here')?.textContent === "
         "'after 0 steps' && "
         "document.querySelectorAll('#step .moves button').length === 1");
  browser_click(&b, "#step .moves button");
  expect("a move was taken", "document.querySelector('#step .here')"
                             ".textContent === 'after 1 step'");
  expect("what it has changed is marked",
         "[...document.querySelectorAll('#step .state .changed')].map(e => "
         "e.textContent).join() === 'P1 at 1,P1->P2 holds m1'");
  browser_click(&b, "#step .moves button");
  expect("to the deadlock", "document.querySelector('#step .here.bad')"
                            "?.textContent === 'after 2 steps: deadlock'");
  expect("its run is drawn",
         "document.querySelectorAll('#step .run .arrow').length === 1");
  browser_click(&b, "#step .bar button");
  expect("back", "document.querySelector('#step .here').textContent === "
                 "'after 1 step'");
  browser_click(&b, "#step .bar button:nth-child(2)");
  expect("forward", "document.querySelector('#step .here').textContent === "
                    "'after 2 steps: deadlock'");
  browser_click(&b, "#step form button");
  expect("the run is saved",
         "document.querySelector('#files [data-name=\\'first.rec\\']') !== "
         "null");
}

/* From a finding to its last state, from a recording to the same, the graph
 * of all states, and strategies side by side. */
static void goes_on(void) {
  browser_click(&b, "#tab-result");
  run("([...document.querySelectorAll('#result button')].find(e => "
      "e.textContent === 'Step from here').click(), '')");
  expect("the end of the finding is stepped to",
         "document.querySelector('#step .here.bad')?.textContent === "
         "'after 2 steps: deadlock'");
  browser_click(&b, "#tab-result");
  run("([...document.querySelectorAll('#result button')].find(e => "
      "e.textContent === 'State graph').click(), '')");
  expect("all states are drawn",
         "document.querySelectorAll('#result .drawing svg g title, #result "
         ".drawing svg rect').length >= 3");
  browser_click(&b, "#tab-study");
  browser_click(&b, "#study form button");
  expect("strategies are compared",
         "document.querySelector('#study iframe')?.src.includes('/view/')");
  browser_click(&b, "#files [data-name='first.rec']");
  expect("a recording is open", TEXT("check") " === 'Show'");
  browser_click(&b, "#begin");
  expect("it is stepped through, too",
         "document.querySelector('#step .here.bad')?.textContent === "
         "'after 2 steps: deadlock' && " TEXT("file") " === 'first.rec'");
  browser_click(&b, "#files [data-name='first.hed']");
  expect("the model again",
         TEXT("file") " === 'first.hed' && " TEXT("check") " === 'Check'");
}

static void draws(void) {
  create("draw.hed");
  run(model);
  expect("it can be added to",
         "document.querySelector('#machines form') !== null");
  run("((f, does) => (f.elements.from.value = '1', f.elements.to.value = '0', "
      "f.elements.does.value = 'P2?m5', f.requestSubmit(), ''))"
      "(document.querySelector('#machines form'))");
  expect("a transition of a process",
         EDITOR ".getLine(6) === '     P2?m5 -> 0'");
  run("([...document.querySelectorAll('#machines button')].find(e => "
      "e.textContent === 'Add a process').click(), '')");
  expect("a process",
         "document.querySelectorAll('#machines article').length === 3");
  expect("nothing is wrong with it",
         "document.querySelector('#messages .error') === null");
  run("(document.querySelector('#machines details').open = true, '')");
  expect("its states have names to be changed",
         "document.querySelector('[aria-label=\\'name of state 1 of P1\\']') "
         "!== null");
  run("(e => (e.value = 'sent', e.dispatchEvent(new Event('change')), ''))("
      "document.querySelector('[aria-label=\\'name of state 1 of P1\\']'))");
  expect("everywhere", EDITOR ".getLine(5) === '  0: P2!m1 -> sent' && " EDITOR
                              ".getLine(6) === '  sent: P2?m2 -> 0' && "
                              "document.querySelector('#messages .error') "
                              "=== null");
  run("([...document.querySelectorAll('#machines details')].at(-1).open = "
      "true, '')");
  expect("the new process can be removed",
         "[...document.querySelectorAll('#machines button')].some(e => "
         "e.textContent === 'Remove P3')");
  run("([...document.querySelectorAll('#machines button')].find(e => "
      "e.textContent === 'Remove P3').click(), '')");
  expect("with its channel",
         "!" EDITOR ".getValue().includes('P3') && "
         "document.querySelectorAll('#machines article').length === 2 && "
         "document.querySelector('#messages .error') === null");
  browser_click(&b, "#save");
  expect("it is saved", TEXT("file") " === 'draw.hed'");
  run("(document.querySelector('nav details').open = true, '')");
  browser_click(&b, "#synth button");
  expect("a protocol by options", TEXT("file") " === 'protocol-1.hed' && "
                                               "document.querySelectorAll('"
                                               "#machines article').length "
                                               "=== 3");
  browser_click(&b, "#files [data-name='first.hed']");
  expect("the first again", TEXT("file") " === 'first.hed'");
}

/* What is opened and not changed is not changed. */
static void keeps(void) {
  run("(async () => { const api = await import('/page/api.js');"
      "await api.save('ends.hed', '// x\\r\\n// y\\r\\n', null);"
      "await api.save('latin.hed', new Uint8Array([47, 47, 228, 10]), null);"
      "dispatchEvent(new Event('heddle-files')) })()");
  expect("they are there",
         "document.querySelector('#files [data-name=\\'latin.hed\\']') "
         "!== null");
  browser_click(&b, "#files [data-name='ends.hed']");
  expect("lines end as they did", TEXT("file") " === 'ends.hed'");
  browser_click(&b, "#files [data-name='latin.hed']");
  expect("what cannot be saved as it was is not opened",
         TEXT("status") ".endsWith('is no text in UTF-8')");
  browser_click(&b, "#files [data-name='first.hed']");
  expect("the first again", TEXT("file") " === 'first.hed'");
}

/* What happens to a lock in one thread comes before what happens to it in
 * another. */
static void causes(void) {
  run("(" EDITOR ".setValue(`lock m\nshared n: 0..3\nthread a {\n  lock m; n = "
      "1; unlock m\n}\nthread b {\n  lock m; n = 2; unlock m; assert n == 2\n"
      "}\n`), '')");
  expect("it is read",
         "[...document.querySelectorAll('#machines h3')].map(e => "
         "e.textContent).join() === 'a,b'");
  browser_click(&b, "#check");
  expect("its run has causes",
         "document.querySelectorAll('#result .arrow.cause').length >= 2 && "
         "document.querySelectorAll('#result .arrow:not(.cause)').length === "
         "0");
  browser_click(&b, "#save");
}

/* Two who edit one file: what one has saved the other sees, unless it has
 * changes of its own, which are not lost. */
static void shares(void) {
  static const char other[] =
      "(async () => { const api = await import('/page/api.js');"
      "const { tag } = await api.open('first.hed');"
      "await api.save('first.hed', '// by another %d\\n', tag);"
      "dispatchEvent(new Event('focus')) })()";
  struct text text = {0};
  run("(" EDITOR ".setValue('// mine\\n'), '')");
  browser_click(&b, "#save");
  expect("it is saved", TEXT("file") " === 'first.hed'");
  text_printf(&text, other, 1);
  run(text_str(&text));
  expect("what another has saved is shown",
         EDITOR ".getValue() === '// by another 1\\n'");
  run("(" EDITOR ".setValue('// mine again\\n'), '')");
  text_clear(&text);
  text_printf(&text, other, 2);
  run(text_str(&text));
  expect("what is not saved stays, and it is said",
         EDITOR ".getValue() === '// mine again\\n' && " TEXT(
             "status") " === 'first.hed was changed on the disk, and here'");
  run("(window.confirm = () => false, '')");
  browser_key(&b, "Ctrl-s");
  expect("it does not replace what is newer",
         TEXT("status") ".includes('has changed on the disk')");
  run("(window.confirm = () => true, '')");
  browser_key(&b, "Ctrl-s");
  expect("but if that is wanted", TEXT("file") " === 'first.hed'");
  text_free(&text);
}

/* Whoever loads the page again is where they were. */
static void returns(void) {
  run("(location.reload(), '')");
  expect("it is ready", "document.documentElement.dataset.ready === 'true' && "
                        "!window.lines");
  expect("with its file", TEXT("file") " === 'first.hed'");
}

static void promela(void) {
  create("two.pml");
  run("(" EDITOR ".setValue(`#define N 2\nbyte x;\nactive [N] proctype P() "
      "{\n  y++;\n  assert(x < N)\n}\n`), '')");
  expect("Promela, with directives, is read while one types",
         "document.querySelector('#messages .error')?.textContent === "
         "\"4: error: unknown name 'y'\" && "
         "document.querySelector('.below.error') !== null");
  run("(" EDITOR ".replaceRange('x', {line: 3, ch: 2}, {line: 3, ch: 3}), '')");
  expect("nothing is wrong any more",
         "document.querySelector('#messages .error') === null");
  expect("its proctypes are drawn, with their lines",
         "document.querySelector('#machines h3')?.textContent === 'P (2 "
         "alike)' && [...document.querySelectorAll('#machines .drawing "
         "title')].map(e => e.textContent).slice(1).sort().join('; ') === "
         "'end, line 6; end: -end- -> gone; gone; line 4, line 4; line 4: "
         "x++ -> line 5; line 5, line 5; line 5: assert(x < 2) -> "
         "end'");
  run("([...document.querySelectorAll('#machines g.goes')][1].dispatchEvent("
      "new MouseEvent('click', {bubbles: true})), '')");
  expect("pointing at a state lights its line",
         EDITOR ".lineInfo(4).bgClass === 'lit'");
  browser_click(&b, "#check");
  expect("an assertion fails",
         "document.querySelector('#result .finding')?.textContent"
         ".startsWith('assertion')");
  run("([...document.querySelectorAll('#result button')].find(e => "
      "e.textContent === 'Step from here').click(), '')");
  expect("it is stepped to",
         "document.querySelector('#step .here.bad')?.textContent"
         ".startsWith('after 3 steps')");
  browser_click(&b, "#step .bar button");
  expect("and back", "document.querySelectorAll('#step .moves button').length "
                     ">= 1");
  run("(" EDITOR ".setValue(`byte x;\nactive proctype P() {\n  do\n  :: x = "
      "1 - x\n  od\n}\nltl p { <> (x == 2) }\n`), '')");
  expect("another text", "document.querySelector('#machines h3')?.textContent "
                         "=== 'P' && " TEXT("file") ".endsWith('(changed)')");
  browser_click(&b, "#check");
  expect("what goes on for ever is marked",
         "document.querySelector('#result .finding')?.textContent"
         ".startsWith('liveness') && "
         "document.querySelectorAll('#result .step.round').length === 2 && "
         "document.querySelector('#result li .searched').textContent === "
         "'All of it goes on for ever.'");
  run("([...document.querySelectorAll('#result button')].find(e => "
      "e.textContent === 'State graph').click(), '')");
  expect("its states are drawn, too",
         "document.querySelectorAll('#result .state-graph rect').length >= 2");
  browser_click(&b, "#files [data-name='first.hed']");
  expect("the first again", TEXT("file") " === 'first.hed'");
}

/* A net is drawn as one, and a machine that is too large says so. */
static void nets(void) {
  create("net.pnml");
  run("(" EDITOR ".setValue(`<pnml><net id=\"n\" type=\"ptnet\">\n"
      "<place id=\"free\"><initialMarking><text>2</text></initialMarking>"
      "</place>\n<transition id=\"take\"/>\n<arc id=\"a\" source=\"free\" "
      "target=\"take\"/>\n</net></pnml>\n`), '')");
  expect("a net is drawn",
         "document.querySelector('#machines h3')?.textContent === 'the net' "
         "&& document.querySelectorAll('#machines .goes').length === 2 && "
         "document.querySelector('#machines summary').textContent === "
         "'2 places and transitions, 1 arc'");
  browser_click(&b, "#save");
  expect("it is saved", TEXT("file") " === 'net.pnml'");
  create("notes.md");
  expect("of a text it is said that there is nothing to draw",
         "document.querySelector('#machines')?.textContent.startsWith("
         "'Nothing of this is drawn')");
  create("large.hed");
  run("(" EDITOR ".setValue('channel P -> Q [1]\\nprocess P {\\n' + "
      "Array.from({length: 99}, (_, i) => `  ${i}: Q!m -> ${(i + 1) % 99}`)"
      ".join('\\n') + '\\n}\\nprocess Q {\\n  0: P?m -> 0\\n}\\n'), '')");
  expect("what is not drawn says so",
         "document.querySelector('#machines .searched')?.textContent === "
         "'Too large to be drawn: the table has it.' && "
         "document.querySelectorAll('#machines svg').length === 1");
  browser_click(&b, "#save");
  expect("it is saved", TEXT("file") " === 'large.hed'");
  browser_click(&b, "#files [data-name='first.hed']");
  expect("the first again", TEXT("file") " === 'first.hed'");
}

static void parameters(void) {
  run("(" EDITOR ".setValue(`param N = 2\nlock l[N]\nthread t[i: 0..N-1] {\n"
      "  lock l[i]; unlock l[i]\n}\n`), "
      "document.getElementById('defines').value = 'N=3', '')");
  expect("it can be stepped through",
         "document.querySelectorAll('#machines h3').length === 1 && "
         "!document.getElementById('begin').disabled");
  browser_click(&b, "#begin");
  expect("parameters count in stepping, too",
         "document.querySelectorAll('#step .moves button').length === 3");
  run("(document.getElementById('defines').value = '', '')");
}

static const char long_model[] =
    "(" EDITOR ".setValue(`shared n[24]: 0..15\nthread t[i: 0..23] {\n"
    "  while true { n[i] = (n[i] + n[(i + 7) % 24] * n[(i + 11) % 24] + 1) % 16 "
    "}\n}\n`), '')";

static void stops(void) {
  run(long_model);
  expect("it is read", "document.querySelector('#machines h3')?.textContent "
                       "=== 't (24 alike)'");
  /* The first stream breaks off; it is opened again. */
  run("(f => { window.fetch = async (...a) => { if (window.broken || "
      "!String(a[0]).endsWith('/events')) return f(...a); window.broken = "
      "true; return new Response(': alive\\n\\n') }; return '' })(fetch)");
  browser_click(&b, "#check");
  expect("it runs, and says how far it is",
         "/[0-9,]+ states/.test(" TEXT("status") ")");
  browser_click(&b, "#stop");
  expect("it is stopped", TEXT("status") " === 'stopped' && window.broken");
  expect("and says what it has",
         "document.querySelector('.verdict.incomplete') !== null");
}

/* 10,000 steps: only those in view are there. */
static void long_run(void) {
  run("(async () => { const { drawRun } = await import('/page/run.js');"
      "const run = Array.from({length: 10000}, (_, i) => ({process: 'P' + i % "
      "3,"
      "step: i % 2 ? 'x?m' : 'x!m', object: 'c', line: 1}));"
      "document.getElementById('result').replaceChildren(drawRun({run}));"
      "})()");
  expect("few rows stand for many",
         "(n => n > 5 && n < 100)(document.querySelectorAll('.step').length)");
  run("(document.querySelector('.run-view').focus(), '')");
  browser_key(&b, "End");
  expect("the last is shown", "document.getElementById('step-9999') !== null");
}

static void fits(void) {
  browser_size(&b, 390, 800);
  expect("on a phone nothing is beside the screen",
         "document.documentElement.scrollWidth <= 390");
  browser_dark(&b, true);
  expect("dark", "getComputedStyle(document.body).backgroundColor === "
                 "'rgb(21, 23, 27)'");
  expect("everything has a name",
         "[...document.querySelectorAll('button, input, select')].every(e => "
         "e.textContent.trim() || e.labels?.length || "
         "e.getAttribute('aria-label') || e.closest('.CodeMirror'))");
}

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN);
  if (argc != 4 || !browser_open(&b, argv[1], argv[2])) {
    printf("failed: no browser\n0 passed, 1 failed\n");
    return 1;
  }
  opens(argv[3]);
  writes();
  completes();
  offers();
  checks();
  steps();
  goes_on();
  draws();
  keeps();
  causes();
  promela();
  nets();
  shares();
  returns();
  parameters();
  stops();
  long_run();
  browser_click(&b, "#save");
  expect("it is saved", TEXT("file") " === 'first.hed'");
  program_story();
  space_story();
  net_story();
  fits();
  if (b.exceptions)
    failed++, printf("failed: %u exceptions in scripts\n", b.exceptions);
  browser_close(&b);
  printf("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
