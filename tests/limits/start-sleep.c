/* What another library does when it is loaded takes long: it is no step of
 * anybody.  The shell that builds it makes that library (run).
 * library
 * names: before the first execution */
int slow_answer(void);

int main(void) { return slow_answer(); }
