/* Each function is here and not in the header, which includes nothing: a header of the system that two modules include
 * leaves Swift to guess which of them has `struct stat`.
 */
#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <copyfile.h>
#else
#include <sys/syscall.h>
#endif

int zib_exchange(int folder, const char *one, const char *other) {
#if defined(__APPLE__)
  return renameatx_np(folder, one, folder, other, RENAME_SWAP);
#elif defined(SYS_renameat2)
  return (int)syscall(SYS_renameat2, folder, one, folder, other, 2 /* RENAME_EXCHANGE */);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int zib_rename_new(int folder, const char *from, const char *to) {
#if defined(__APPLE__)
  return renameatx_np(folder, from, folder, to, RENAME_EXCL);
#elif defined(SYS_renameat2)
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 1 /* RENAME_NOREPLACE */);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int zib_open_below(int folder, const char *path, int flags) {
#if defined(O_NOFOLLOW_ANY)
  return openat(folder, path, flags | O_NOFOLLOW_ANY);
#elif defined(SYS_openat2)
  // As in <linux/openat2.h>, which not every system has.
  enum { RESOLVE_NO_SYMLINKS = 0x04, RESOLVE_BENEATH = 0x08 };
  unsigned long long how[3] = {(unsigned)flags, 0, RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH};
  return (int)syscall(SYS_openat2, folder, path, how, sizeof how);
#else
  (void)folder, (void)path, (void)flags;
  errno = ENOSYS;
  return -1;
#endif
}

void zib_begin_writing(int file) {
#if defined(__linux__) && defined(SYNC_FILE_RANGE_WRITE)
  sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)file;
#endif
}

void zib_copy_attributes(int from, int to) {
#if defined(__APPLE__)
  fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL);
#else
  char names[4096];
  ssize_t length = flistxattr(from, names, sizeof names);
  for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
    const char *name = names + at;
    if (strncmp(name, "user.", 5) != 0 && strcmp(name, "system.posix_acl_access") != 0) continue;
    ssize_t size = fgetxattr(from, name, NULL, 0);
    if (size < 0) continue;
    char *value = malloc((size_t)size + 1);
    if (value == NULL) continue;
    size = fgetxattr(from, name, value, (size_t)size);
    if (size >= 0) fsetxattr(to, name, value, (size_t)size, 0);
    free(value);
  }
#endif
}

int zib_fork_and_run(const char *path, char *const *arguments, char *const *environment, const int *pairs,
                     int pair_count, const int *closed, int closed_count, const int *default_signals,
                     int signal_count) {
  sigset_t every, before, none;
  sigfillset(&every);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &every, &before);
  pid_t process = fork();
  if (process != 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    return process;
  }
  // Only async-signal-safe calls from here. A handler of ours must not run in the child.
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    if (action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL) signal(number, SIG_DFL);
  }
  for (int i = 0; i < signal_count; i++) signal(default_signals[i], SIG_DFL);
  for (int i = 0; i < pair_count; i++) {
    if (dup2(pairs[2 * i], pairs[2 * i + 1]) < 0) _exit(127);
  }
  for (int i = 0; i < closed_count; i++) close(closed[i]);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, arguments, environment);
  _exit(127);
}
