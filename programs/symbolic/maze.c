/* The maze of KLEE's tutorials, smaller: which steps lead to the goal?  One of
 * its walls can be walked through.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

enum { WIDTH = 7, HEIGHT = 5, STEPS = 8 };

static const char maze[HEIGHT][WIDTH + 1] = {"+-+---+",
                                             "| |   #", /* the goal */
                                             "|   | |", "| +-+ |", "+-----+"};

int main(void) {
  int x = 1, y = 1;
  char way[STEPS];
  heddle_bytes("way", way, sizeof way);
  for (int i = 0; i < STEPS; i++) {
    int to_x = x, to_y = y;
    switch (way[i]) {
    case 'w':
      to_y--;
      break;
    case 's':
      to_y++;
      break;
    case 'a':
      to_x--;
      break;
    case 'd':
      to_x++;
      break;
    default:
      return 0;
    }
    if (maze[to_y][to_x] == '#')
      assert(!"the goal");
    if (maze[to_y][to_x] != ' ')
#ifdef FIXED
      return 0;
#else
      if (to_y != 2 || to_x != 4)
        return 0;
#endif
    if (to_x == 3 && to_y == 1)
      return 0; /* a trap on the open way */
    x = to_x;
    y = to_y;
  }
  return 0;
}
