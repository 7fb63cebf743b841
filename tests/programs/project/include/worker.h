void *worker(void *argument);
int extra(int x);
extern _Atomic int answer;
