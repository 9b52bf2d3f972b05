// A bare look at a folder of notes: every name listed, every `.md` file's status read, two threads.
// The least that any tool can do that must notice edits. Usage: walk FOLDER [THREADS]
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct entry {
  unsigned long inode;
  long offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int folders[1 << 16], waiting, active;

static int is_note(const char *name) {
  size_t length = strlen(name);
  return length > 3 && !memcmp(name + length - 3, ".md", 3);
}

static void push(int folder) {
  pthread_mutex_lock(&lock);
  if (waiting < 1 << 16) folders[waiting++] = folder; else close(folder);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void *work(void *result) {
  char *buffer = malloc(1 << 16);
  unsigned long sum = 0;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!waiting && active) pthread_cond_wait(&changed, &lock);
    if (!waiting) {
      pthread_cond_broadcast(&changed);
      pthread_mutex_unlock(&lock);
      break;
    }
    int folder = folders[--waiting];
    active++;
    pthread_mutex_unlock(&lock);
    long count;
    while ((count = syscall(SYS_getdents64, folder, buffer, 1 << 16)) > 0)
      for (long at = 0; at < count;) {
        struct entry *entry = (void *)(buffer + at);
        at += entry->length;
        if (entry->name[0] == '.') continue;
        struct stat status;
        if (entry->type == DT_DIR) {
          int inner = openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
          if (inner >= 0) push(inner);
        } else if (is_note(entry->name) &&
                   !fstatat(folder, entry->name, &status, AT_SYMLINK_NOFOLLOW)) {
          sum += status.st_size + status.st_mtim.tv_nsec;
        }
      }
    close(folder);
    pthread_mutex_lock(&lock);
    active--;
    if (!waiting && !active) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  free(buffer);
  *(unsigned long *)result = sum;
  return NULL;
}

int main(int count, char **arguments) {
  int root = count > 1 ? open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (root < 0) return 2;
  int threads = count > 2 ? atoi(arguments[2]) : 2;
  pthread_t ids[16];
  unsigned long sums[16] = {0};
  push(root);
  for (int i = 0; i < threads && i < 16; i++) pthread_create(&ids[i], NULL, work, &sums[i]);
  for (int i = 0; i < threads && i < 16; i++) pthread_join(ids[i], NULL);
  printf("%lu\n", sums[0] + sums[1]);
  return 0;
}
