/* The page of a story, and that of coverage, used in a real browser.
 *
 *     page-test BROWSER FOLDER PAGE.html STEPS BUSY.html
 *     page-test BROWSER FOLDER COVERAGE.html
 *
 * STEPS is how many steps the same story has as JSON; BUSY.html is the page of
 * a story in two files. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "browser.h"

static struct browser b;
static unsigned passed, failed;

static void check(bool ok, const char *what, const char *got) {
  if (ok)
    passed++;
  else
    failed++, printf("failed: %s: '%s'\n", what, got);
}

/* The expression gives this string. */
static void expect(const char *expression, const char *wanted) {
  struct text got = {0};
  bool ok = browser_ask(&b, expression, &got);
  check(ok && !strcmp(text_str(&got), wanted), expression, text_str(&got));
  text_free(&got);
}

static void expect_step(unsigned step, unsigned steps) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "step %u of %u", step, steps);
  expect("document.getElementById('count').textContent", wanted);
  snprintf(wanted, sizeof wanted, "s%u", step);
  expect("[...document.querySelectorAll('[aria-current]')].map(e => e.id)",
         step ? wanted : "");
}

/* The line of the step is the newest in the source, and in view. */
static void expect_line_shown(void) {
  expect("document.querySelector('.source tr.newest').id === "
         "document.querySelector('tr.here .l a').getAttribute('href').slice(1)",
         "true");
  expect("(() => { const box = document.querySelector('.source-box')"
         ".getBoundingClientRect(), row = "
         "document.querySelector('.source tr.newest').getBoundingClientRect();"
         " return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; })()",
         "true");
}

static void opens(unsigned steps) {
  expect("document.title.endsWith('hostile.c')", "true");
  expect("document.querySelectorAll('.steps tbody tr[id]').length == "
         "JSON.parse(document.getElementById('data').textContent)"
         ".steps.length",
         "true");
  expect_step(steps, steps);
  expect("scrollY", "0");
  expect("getComputedStyle(document.querySelector('.bar')).display", "flex");
  expect("document.querySelector('tr.fails.here .cell').textContent",
         "assertion failed");
  expect("document.querySelectorAll('img, i, b').length", "0");
  expect("[...document.querySelectorAll('.source td')].some(e => "
         "e.textContent.includes('</script><img src=x'))",
         "true");
  expect("[...document.querySelectorAll('.steps th')].slice(2).map(e => "
         "e.textContent)",
         "main,worker 1,worker 2");
}

static void steps_by_keys(unsigned steps) {
  browser_key(&b, "Home");
  expect_step(0, steps);
  expect("document.getElementById('values').children.length", "0");
  expect("document.getElementById('back').disabled", "true");
  for (unsigned i = 1; i <= steps; i++) {
    browser_key(&b, "ArrowRight");
    expect_step(i, steps);
    expect_line_shown();
    expect("document.querySelectorAll('.steps tr.later').length == "
           "document.querySelectorAll('.steps tbody tr[id]').length - "
           "document.getElementById('slider').value",
           "true");
  }
  browser_key(&b, "ArrowRight"); /* nothing after the end */
  expect_step(steps, steps);
  browser_key(&b, "ArrowLeft");
  expect_step(steps - 1, steps);
}

/* Both workers read 0 and write 1: whatever the order, this is how it ends,
 * and the values are those of the step, also on the way back. */
static void values_follow(unsigned steps) {
  const char *value = "document.getElementById('values').textContent";
  browser_key(&b, "End");
  expect("document.querySelector('#values td:nth-child(2)').textContent", "1");
  expect("document.getElementById('values').textContent"
         ".startsWith('total1by worker')",
         "true");
  for (unsigned i = steps; i > 0; i--)
    browser_key(&b, "ArrowLeft");
  expect(value, "");
  expect("(() => { document.getElementById('slider').value = 3; "
         "document.getElementById('slider').dispatchEvent(new Event('input'));"
         " return document.getElementById('values').textContent; })()",
         "total0read by worker 1");
}

static void buttons_work(unsigned steps) {
  browser_click(&b, "#first");
  expect_step(0, steps);
  browser_click(&b, "#forward");
  browser_click(&b, "#forward");
  expect_step(2, steps);
  browser_click(&b, "#back");
  expect_step(1, steps);
  browser_click(&b, "#last");
  expect_step(steps, steps);
  browser_click(&b, "#s3 .cell");
  expect_step(3, steps);
}

static void links_lead_to_the_source_and_back(unsigned steps) {
  browser_click(&b, "#s3 .cell");
  browser_click(&b, "#s1 .l a");
  expect("document.querySelector('.source tr.flash').id", "L0-13");
  expect("document.querySelector('.source tr.flash td:nth-child(3)')"
         ".textContent.trim()",
         "pthread_create(&a, NULL, worker, NULL);");
  expect_step(3, steps); /* looking at the source is no step */
  browser_click(&b, "#L0-13 .to a");
  expect_step(1, steps);
  browser_click(&b, "#threads a");
  expect("document.querySelector('.source tr.flash').id", "L0-13");
}

static void addresses_lead_to_steps(const char *url, unsigned steps) {
  struct text at = {0};
  text_printf(&at, "%s#s2", url);
  browser_visit(&b, "about:blank");
  check(browser_visit(&b, text_str(&at)), "visit", text_str(&at));
  expect_step(2, steps);
  text_free(&at);
}

static void follows_the_colours_of_the_system(void) {
  const char *paper = "getComputedStyle(document.body).backgroundColor";
  browser_dark(&b, false);
  expect(paper, "rgb(255, 255, 255)");
  browser_dark(&b, true);
  expect(paper, "rgb(21, 23, 27)");
}

/* tests/page/covered.c: what its comments say of its lines, and links that
 * lead from one of a pair to the other. */
static void covers(void) {
  expect("document.title.endsWith('covered.c')", "true");
  expect("document.querySelectorAll('b, script').length", "0");
  expect("[...document.querySelectorAll('.listing tr')].filter(r => "
         "r.children[1].textContent.includes('/* never')).map(r => "
         "r.className + ':' + r.children[2].textContent)",
         "bad:never run,bad:never run");
  expect("[...document.querySelectorAll('.listing tr')].filter(r => "
         "r.children[1].textContent.includes('/* run')).every(r => "
         "r.className == 'good' && !r.children[2].textContent)",
         "true");
  expect("[...document.querySelectorAll('.listing tr')].filter(r => "
         "r.children[1].textContent.includes('/* false')).map(r => "
         "r.className + ':' + r.children[2].textContent)",
         "warn:always false,warn:always false");
  expect("[...document.querySelectorAll('.listing tr')].filter(r => "
         "r.children[1].textContent.includes('/* first')).map(r => "
         "r.children[2].textContent.startsWith('always before line '))",
         "true");
  browser_click(&b, "#pairs ~ * td:nth-child(2) a, #pairs td:nth-child(2) a");
  expect("document.querySelector('tr:target').children[1].textContent"
         ".includes('/* second')",
         "true");
  browser_click(&b, "tr:target a");
  expect("document.querySelector('tr:target').children[1].textContent"
         ".includes('/* first')",
         "true");
}

/* What a step stands for is there, and shown when somebody asks. */
static void folds_open(void) {
  static const char click[] =
      "(() => { document.querySelector('button.unfold').click(); return "
      "getComputedStyle(document.querySelector('tr.inner')).display; })()";
  expect("getComputedStyle(document.querySelector('tr.inner')).display",
         "none");
  expect(click, "table-row");
  expect("document.querySelector('tr.inner').previousElementSibling"
         ".querySelector('button.unfold').getAttribute('aria-expanded')",
         "true");
  expect(click, "none");
}

/* Steps of two files: each leads to its line, and says of which file. */
static void shows_several_files(const char *url) {
  check(browser_visit(&b, url), "the page opens", url);
  expect("document.querySelectorAll('.source-box .file').length", "2");
  expect("document.querySelector('.source-box .file').textContent",
         "queue-early-free.c");
  expect("document.querySelector('tr.here').classList.contains('fails')",
         "true");
  folds_open();
  browser_key(&b, "End");
  expect_line_shown();
  browser_key(&b, "Home");
  browser_key(&b, "ArrowRight");
  expect_line_shown();
  expect("/^busy.c:[0-9]+$/.test("
         "document.querySelector('tr.here .l').textContent)",
         "true");
  expect("/^busy.c:[0-9]+$/.test("
         "document.querySelector('#threads a').textContent)",
         "true");
}

/* On a telephone nothing is wider than the screen but the source, and the page
 * opens with its head in view and with the list at the failing step. */
static void fits_a_telephone(const char *url) {
  browser_size(&b, 390, 800);
  check(browser_visit(&b, url), "the page opens", url);
  expect("scrollY", "0");
  expect("document.querySelector('tr.here').classList.contains('fails')",
         "true");
  expect("(() => { const box = document.querySelector('section.scroll')"
         ".getBoundingClientRect(), row = "
         "document.querySelector('tr.here').getBoundingClientRect();"
         " return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; })()",
         "true");
  expect_line_shown();
  expect("document.documentElement.scrollWidth <= 390", "true");
  expect("(() => { const box = document.querySelector('section.scroll');"
         " return box.scrollWidth <= box.clientWidth; })()",
         "true");
  expect("getComputedStyle(document.querySelector('.cell'), '::before')"
         ".content",
         "\"main\"");
}

static void give_up(int signal_) {
  (void)signal_;
  static const char said[] =
      "the browser does not answer\n0 passed, 1 failed\n";
  if (write(1, said, sizeof said - 1) < 0)
    _exit(2);
  if (b.process > 0)
    kill(-b.process, SIGKILL);
  _exit(1);
}

int main(int argc, char **argv) {
  struct text url = {0}, other = {0};
  if (argc != 4 && argc != 6)
    return 2;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGALRM, give_up);
  alarm(90);
  unsigned steps = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
  text_printf(&url, "file://%s", argv[3]);
  check(browser_open(&b, argv[1], argv[2]), "the browser starts", argv[1]);
  check(browser_visit(&b, text_str(&url)), "the page opens", text_str(&url));
  if (argc > 4) {
    opens(steps);
    steps_by_keys(steps);
    values_follow(steps);
    buttons_work(steps);
    links_lead_to_the_source_and_back(steps);
    addresses_lead_to_steps(text_str(&url), steps);
  } else {
    covers();
  }
  follows_the_colours_of_the_system();
  if (argc > 4) {
    text_printf(&other, "file://%s", argv[5]);
    shows_several_files(text_str(&other));
    fits_a_telephone(text_str(&other));
  }
  check(!b.exceptions, "no script fails", "it does");
  check(!b.requests, "nothing is fetched", "something is");
  browser_close(&b);
  text_free(&url);
  text_free(&other);
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
