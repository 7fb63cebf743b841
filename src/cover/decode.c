#include "cover/decode.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/sound.h"

static void add_code(struct text *out, uint32_t code) {
  EXPECTS(code <= 0x10ffff);
  if (code < 0x80) {
    text_char(out, (char)code);
  } else if (code < 0x800) {
    text_char(out, (char)(0xc0 | code >> 6));
    text_char(out, (char)(0x80 | (code & 0x3f)));
  } else if (code < 0x10000) {
    text_char(out, (char)(0xe0 | code >> 12));
    text_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
    text_char(out, (char)(0x80 | (code & 0x3f)));
  } else {
    text_char(out, (char)(0xf0 | code >> 18));
    text_char(out, (char)(0x80 | (code >> 12 & 0x3f)));
    text_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
    text_char(out, (char)(0x80 | (code & 0x3f)));
  }
}

static uint32_t unit(const unsigned char *b, bool big) {
  return big ? (uint32_t)b[0] << 8 | b[1] : (uint32_t)b[1] << 8 | b[0];
}

static void from_utf16(const unsigned char *b, size_t len, bool big,
                       struct text *out) {
  for (size_t i = 0; i + 1 < len; i += 2) {
    uint32_t code = unit(b + i, big);
    if (code >= 0xd800 && code < 0xdc00 && i + 3 < len) {
      uint32_t low = unit(b + i + 2, big);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        i += 2;
      }
    }
    add_code(out, code);
  }
}

void decode_text(const char *bytes, size_t len, struct text *out) {
  const unsigned char *b = (const unsigned char *)bytes;
  text_clear(out);
  if (len >= 2 &&
      ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)))
    from_utf16(b + 2, len - 2, b[0] == 0xfe, out);
  else if (len >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
    text_add_n(out, bytes + 3, len - 3);
  else
    text_add_n(out, bytes, len);
  for (size_t i = 0; i < out->len; i++)
    if (out->at[i] == '\r' && (i + 1 == out->len || out->at[i + 1] != '\n'))
      out->at[i] = '\n';
}
