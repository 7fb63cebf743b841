#include "browser.h"

#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/json.h"

/* --- the process -------------------------------------------------------- */

/* The browser reads commands from descriptor 3 and writes answers to 4. */
static void become(const char *program, const char *folder, int in, int out) {
  struct text data = {0};
  text_printf(&data, "--user-data-dir=%s/browser", folder);
  int null = open("/dev/null", O_RDWR);
  int a = fcntl(in, F_DUPFD, 10), b = fcntl(out, F_DUPFD, 10);
  dup2(null, 0);
  dup2(null, 1);
  dup2(null, 2);
  dup2(a, 3);
  dup2(b, 4);
  close(a);
  close(b);
  setenv("HOME", folder, 1);
  setpgid(0, 0);
  execl(program, program, "--headless=new", "--no-sandbox", "--disable-gpu",
        "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
        "--disable-background-networking", "--disable-component-update",
        "--disable-dev-shm-usage", "--window-size=1300,900", text_str(&data),
        "about:blank", (char *)NULL);
  _exit(127);
}

/* --- messages: JSON, each ended by a NUL -------------------------------- */

static bool send(struct browser *b, const char *method, const char *params) {
  struct text m = {0};
  text_printf(&m, "{\"id\":%u,\"method\":\"%s\",\"params\":%s", ++b->last,
              method, params);
  if (b->session.len)
    text_printf(&m, ",\"sessionId\":\"%s\"", text_str(&b->session));
  text_char(&m, '}');
  text_char(&m, 0);
  bool ok = true;
  for (size_t at = 0; ok && at < m.len;) {
    ssize_t n = write(b->to, m.at + at, m.len - at);
    ok = n > 0;
    at += n > 0 ? (size_t)n : 0;
  }
  text_free(&m);
  return ok;
}

/* The next message; false when the browser is gone. */
static bool next(struct browser *b, struct text *out) {
  char chunk[4096];
  for (;;) {
    char *end = b->input.len ? memchr(b->input.at, 0, b->input.len) : NULL;
    if (end) {
      size_t len = (size_t)(end - b->input.at);
      text_clear(out);
      text_add_n(out, b->input.at, len);
      memmove(b->input.at, end + 1, b->input.len - len - 1);
      b->input.len -= len + 1;
      return true;
    }
    ssize_t n = read(b->from, chunk, sizeof chunk);
    if (n <= 0)
      return false;
    text_add_n(&b->input, chunk, (size_t)n);
  }
}

static void count_events(struct browser *b, const char *message) {
  b->exceptions += strstr(message, "\"Runtime.exceptionThrown\"") != NULL;
  if (strstr(message, "\"Network.requestWillBeSent\"") &&
      (strstr(message, "\"url\":\"http") || strstr(message, "\"url\":\"ws")))
    b->requests++;
}

/* Sends, and waits for the answer. */
static bool call(struct browser *b, const char *method, const char *params,
                 struct text *answer) {
  char id[32];
  if (!send(b, method, params))
    return false;
  snprintf(id, sizeof id, "{\"id\":%u,", b->last);
  while (next(b, answer)) {
    count_events(b, text_str(answer));
    if (!strncmp(text_str(answer), id, strlen(id)))
      return !strstr(text_str(answer), "\"error\":{");
  }
  return false;
}

static bool tell(struct browser *b, const char *method, const char *params) {
  struct text answer = {0};
  bool ok = call(b, method, params, &answer);
  text_free(&answer);
  return ok;
}

/* The string behind "key":" with its escapes undone, as far as they occur. */
static bool find_string(const char *message, const char *key,
                        struct text *out) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
  const char *at = strstr(message, quoted);
  if (!at)
    return false;
  for (at += strlen(quoted); *at && *at != '"'; at++) {
    if (*at == '\\' && at[1] == 'u') {
      char digits[5] = {0};
      memcpy(digits, at + 2, 4);
      text_char(out, (char)strtoul(digits, NULL, 16));
      at += 5;
    } else if (*at == '\\') {
      at++;
      text_char(out, *at == 'n' ? '\n' : *at);
    } else {
      text_char(out, *at);
    }
  }
  return true;
}

/* --- what tests do ------------------------------------------------------ */

static bool attach(struct browser *b) {
  struct text answer = {0}, target = {0}, params = {0};
  bool ok =
      call(b, "Target.createTarget", "{\"url\":\"about:blank\"}", &answer) &&
      find_string(text_str(&answer), "targetId", &target);
  text_printf(&params, "{\"targetId\":\"%s\",\"flatten\":true}",
              text_str(&target));
  struct text session = {0};
  ok = ok && call(b, "Target.attachToTarget", text_str(&params), &answer) &&
       find_string(text_str(&answer), "sessionId", &session);
  b->session = session;
  text_free(&answer);
  text_free(&target);
  text_free(&params);
  return ok && tell(b, "Runtime.enable", "{}") &&
         tell(b, "Page.enable", "{}") && tell(b, "Network.enable", "{}") &&
         tell(b, "Emulation.setDeviceMetricsOverride",
              "{\"width\":1300,\"height\":900,\"deviceScaleFactor\":1,"
              "\"mobile\":false}");
}

bool browser_open(struct browser *b, const char *program, const char *folder) {
  int there[2], back[2];
  *b = (struct browser){0};
  if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
    return false;
  b->process = fork();
  if (!b->process)
    become(program, folder, there[0], back[1]);
  close(there[0]);
  close(back[1]);
  b->to = there[1];
  b->from = back[0];
  return b->process > 0 && attach(b);
}

static void quote(struct text *out, const char *s) {
  struct json j = {.out = out};
  json_string(&j, s);
}

bool browser_ask(struct browser *b, const char *expression, struct text *out) {
  struct text params = {0}, answer = {0}, whole = {0};
  text_printf(&whole, "String(%s)", expression);
  text_add(&params, "{\"returnByValue\":true,\"expression\":");
  quote(&params, text_str(&whole));
  text_char(&params, '}');
  text_clear(out);
  bool ok = call(b, "Runtime.evaluate", text_str(&params), &answer) &&
            !strstr(text_str(&answer), "\"exceptionDetails\"") &&
            find_string(text_str(&answer), "value", out);
  text_free(&params);
  text_free(&answer);
  text_free(&whole);
  return ok;
}

bool browser_visit(struct browser *b, const char *url) {
  struct text params = {0}, state = {0};
  text_add(&params, "{\"url\":");
  quote(&params, url);
  text_char(&params, '}');
  bool ok = tell(b, "Page.navigate", text_str(&params));
  for (int i = 0; ok && i < 500; i++) { /* at most ten seconds */
    if (browser_ask(b, "location.protocol !== 'about:' && document.readyState",
                    &state) &&
        !strcmp(text_str(&state), "complete"))
      break;
    usleep(20000);
  }
  ok = ok && !strcmp(text_str(&state), "complete");
  text_free(&params);
  text_free(&state);
  return ok;
}

/* What CodeMirror goes by; other keys have none here. */
static unsigned code_of(const char *key) {
  return !strcmp(key, " ")       ? 32
         : !strcmp(key, "Enter") ? 13
         : !strcmp(key, "Tab")   ? 9
         : key[0] && !key[1]     ? (unsigned)toupper((unsigned char)key[0])
                                 : 0;
}

bool browser_key(struct browser *b, const char *key) {
  static const char control[] = "Ctrl-";
  enum { CONTROL = 2 };
  struct text params = {0};
  bool ok = true, held = !strncmp(key, control, sizeof control - 1);
  key += held ? sizeof control - 1 : 0;
  for (int up = 0; up < 2 && ok; up++) {
    text_clear(&params);
    text_printf(&params,
                "{\"type\":\"%s\",\"key\":\"%s\",\"code\":\"%s\","
                "\"modifiers\":%d,\"windowsVirtualKeyCode\":%u}",
                up ? "keyUp" : "rawKeyDown", key, key, held ? CONTROL : 0,
                held || key[1] ? code_of(key) : 0);
    ok = tell(b, "Input.dispatchKeyEvent", text_str(&params));
  }
  text_free(&params);
  return ok;
}

bool browser_type(struct browser *b, const char *text) {
  struct text params = {0};
  bool ok = true;
  for (; *text && ok; text++) {
    const char one[] = {*text, 0};
    text_clear(&params);
    text_add(&params, "{\"type\":\"char\",\"text\":");
    quote(&params, one);
    text_char(&params, '}');
    ok = tell(b, "Input.dispatchKeyEvent", text_str(&params));
  }
  text_free(&params);
  return ok;
}

/* The middle of an element that is in view then: "x":1,"y":2. */
static bool middle(struct browser *b, const char *selector, struct text *at) {
  struct text ask = {0};
  text_printf(&ask,
              "(() => { const e = document.querySelector(\"%s\"); "
              "e.scrollIntoView({block: 'nearest'}); "
              "const r = e.getBoundingClientRect(); "
              "return `\"x\":${r.x + r.width / 2},\"y\":${r.y + r.height / "
              "2}`; })()",
              selector);
  bool ok = browser_ask(b, text_str(&ask), at);
  text_free(&ask);
  return ok;
}

static bool mouse(struct browser *b, const char *type, const struct text *at) {
  struct text params = {0};
  text_printf(&params,
              "{\"type\":\"%s\",%s,\"button\":\"left\",\"clickCount\":1}", type,
              text_str(at));
  bool ok = tell(b, "Input.dispatchMouseEvent", text_str(&params));
  text_free(&params);
  return ok;
}

bool browser_click(struct browser *b, const char *selector) {
  struct text at = {0};
  bool ok = middle(b, selector, &at) && mouse(b, "mousePressed", &at) &&
            mouse(b, "mouseReleased", &at);
  text_free(&at);
  return ok;
}

bool browser_drag(struct browser *b, const char *from, const char *to) {
  struct text at = {0}, end = {0};
  bool ok = middle(b, from, &at) && middle(b, to, &end) &&
            mouse(b, "mousePressed", &at) && mouse(b, "mouseMoved", &end) &&
            mouse(b, "mouseReleased", &end);
  text_free(&at);
  text_free(&end);
  return ok;
}

bool browser_dark(struct browser *b, bool dark) {
  struct text params = {0};
  text_printf(&params,
              "{\"features\":[{\"name\":\"prefers-color-scheme\","
              "\"value\":\"%s\"}]}",
              dark ? "dark" : "light");
  bool ok = tell(b, "Emulation.setEmulatedMedia", text_str(&params));
  text_free(&params);
  return ok;
}

bool browser_size(struct browser *b, unsigned width, unsigned height) {
  struct text params = {0};
  text_printf(&params,
              "{\"width\":%u,\"height\":%u,\"deviceScaleFactor\":1,"
              "\"mobile\":true}",
              width, height);
  bool ok = tell(b, "Emulation.setDeviceMetricsOverride", text_str(&params));
  text_free(&params);
  return ok;
}

void browser_close(struct browser *b) {
  text_clear(&b->session);
  if (b->process > 0) {
    send(b, "Browser.close", "{}");
    close(b->to);
    for (int i = 0; i < 100; i++) { /* then not so politely */
      if (waitpid(b->process, NULL, WNOHANG) == b->process) {
        b->process = 0;
        break;
      }
      usleep(20000);
    }
    if (b->process) {
      kill(-b->process, SIGKILL);
      waitpid(b->process, NULL, 0);
    }
    close(b->from);
  }
  text_free(&b->session);
  text_free(&b->input);
}
