/* A folder that is not empty gets another name. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
  rename("full", "elsewhere");
  return 0;
}
