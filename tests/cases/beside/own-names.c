/* The other file of the program. */
int getline(int a) { return a + 1; }
int index(int a, int b) { return a + b; }
int mount(int a) { return a; }
int sem_unlink(int a) { return a; }
int sem_down(int a) { return a - 1; }
