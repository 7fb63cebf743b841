/* A library that no heddle cc has seen; it never frees anything. */
#include <stdlib.h>
#include <string.h>

int *library_numbers(int len) {
  int *old = calloc(1, sizeof *old);
  int *numbers = realloc(old, (size_t)len * sizeof *numbers);
  free(strdup("freed at once"));
  memset(numbers, 0, (size_t)len * sizeof *numbers);
  return numbers;
}
