/* THREADS threads create a file each: an inode of their own, and the first
 * free block from a place that depends on it (Flanagan and Godefroid 2005). */
#include <pthread.h>
#include <stdint.h>

enum { INODES = 32, BLOCKS = 26 };

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void take_block(int i) {
  for (int b = i * 2 % BLOCKS;; b = (b + 1) % BLOCKS) {
    pthread_mutex_lock(&block_locks[b]);
    if (!busy[b]) {
      busy[b] = 1;
      inode[i] = b + 1;
      pthread_mutex_unlock(&block_locks[b]);
      return;
    }
    pthread_mutex_unlock(&block_locks[b]);
  }
}

static void *create_file(void *argument) {
  int i = (int)(intptr_t)argument % INODES;
  pthread_mutex_lock(&inode_locks[i]);
  if (inode[i] == 0)
    take_block(i);
  pthread_mutex_unlock(&inode_locks[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int k = 0; k < INODES; k++)
    pthread_mutex_init(&inode_locks[k], NULL);
  for (int k = 0; k < BLOCKS; k++)
    pthread_mutex_init(&block_locks[k], NULL);
  for (intptr_t k = 0; k < THREADS; k++)
    pthread_create(&threads[k], NULL, create_file, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
