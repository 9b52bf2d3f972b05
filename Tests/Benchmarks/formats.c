/* libgit2 at what Sources/Git does by hand; formats.py compares the two.
 *
 *   formats read REPOSITORY RUNS            opens the repository and reads all entries of its index
 *   formats write REPOSITORY RUNS           opens it, sets one entry and writes the index
 *   formats objects REPOSITORY COUNT RUNS   writes COUNT blobs of 2 kB in one pack, flushed to the disk
 *
 * Each run prints its seconds. Build: cc -O2 formats.c -lgit2 -o formats
 */
#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/repository.h>
#include <git2/odb_backend.h>
#include <git2/sys/odb_backend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void check(int code) {
  if (code >= 0) return;
  fprintf(stderr, "%s\n", git_error_last() ? git_error_last()->message : "failed");
  exit(1);
}

static void use_index(const char *path, int writes, int run) {
  git_repository *repository;
  git_index *index;
  check(git_repository_open(&repository, path));
  check(git_repository_index(&index, repository));
  size_t sum = 0, count = git_index_entrycount(index);
  for (size_t i = 0; i < count; i++) sum += git_index_get_byindex(index, i)->file_size;
  if (writes) {
    git_index_entry entry;
    memset(&entry, 0, sizeof entry);
    entry.path = "zzz.md";
    entry.mode = 0100644;
    entry.file_size = run;
    entry.id = git_index_get_byindex(index, 0)->id;
    check(git_index_add(index, &entry));
    check(git_index_write(index));
  }
  if (sum == 1) puts("");
  git_index_free(index);
  git_repository_free(repository);
}

static void write_objects(const char *path, int count, int run) {
  git_repository *repository;
  git_odb *objects;
  git_odb_backend *memory;
  git_packbuilder *pack;
  check(git_repository_open(&repository, path));
  check(git_repository_odb(&objects, repository));
  check(git_mempack_new(&memory));
  check(git_odb_add_backend(objects, memory, 999));
  char text[2048];
  check(git_packbuilder_new(&pack, repository));
  for (int i = 0; i < count; i++) {
    /* Words that differ from note to note and from process to process. */
    unsigned seed = (unsigned)((getpid() + run) * 1000003 + i);
    for (size_t j = 0; j < sizeof text; j++) {
      seed = seed * 1664525u + 1013904223u;
      text[j] = j % 6 == 5 ? ' ' : (char)('a' + (seed >> 24) % 26);
    }
    git_oid id;
    check(git_odb_write(&id, objects, text, sizeof text, GIT_OBJECT_BLOB));
    check(git_packbuilder_insert(pack, &id, NULL));
  }
  check(git_packbuilder_write(pack, NULL, 0, NULL, NULL));
  git_packbuilder_free(pack);
  git_odb_free(objects);
  git_repository_free(repository);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int objects = !strcmp(argv[1], "objects");
  int runs = atoi(argv[objects ? 4 : 3]);
  git_libgit2_init();
  git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
  for (int run = 0; run < runs; run++) {
    double start = now();
    if (objects) write_objects(argv[2], atoi(argv[3]), run);
    else use_index(argv[2], !strcmp(argv[1], "write"), run);
    printf("%.6f\n", now() - start);
  }
}
