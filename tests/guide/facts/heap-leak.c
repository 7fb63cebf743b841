/* expect: 0 no failure */
/* Memory that is never freed is no finding. */
#include <stdlib.h>

int main(void) { return malloc(100) == NULL; }
