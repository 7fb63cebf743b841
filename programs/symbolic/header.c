/* The header of a file of pictures: width times height is checked as a number of
 * 16 bits, and used as one of 32.
 * finds: out-of-bounds
 * arguments: --sym-file picture 8 */
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 64 };

int main(void) {
  unsigned char head[8], pixels[ROOM];
  int file = open("picture", O_RDONLY);
  if (file < 0 || read(file, head, sizeof head) != sizeof head)
    return 0;
  close(file);
  if (memcmp(head, "PX1", 3))
    return 0;
  uint32_t width = head[4] | (uint32_t)head[5] << 8;
  uint32_t height = head[6] | (uint32_t)head[7] << 8;
#ifdef FIXED
  if (width > 8 || height > 8)
    return 0;
#else
  if ((uint16_t)(width * height) > ROOM)
    return 0;
#endif
  if (width && height)
    pixels[(height - 1) * width + (width - 1)] = 1;
  return 0;
}
