#pragma once
#include <zlib.h>
#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif

/* git_libgit2_opts is variadic, which Swift cannot call. */

/* Forces refs, loose objects, packs and the folders that hold them to the disk. */
static inline int zib_git_enable_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/* Where packs stand among the places that objects are read from; those with higher numbers come first. */
static inline int zib_git_set_pack_priority(int priority) {
  return git_libgit2_opts(GIT_OPT_SET_ODB_PACKED_PRIORITY, priority);
}

/* Format extensions that are understood beyond those that the library knows. */
static inline int zib_git_set_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/* Checks the owner of a repository when it is opened. */
static inline int zib_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/* From 1.8 on the last error is never absent and of another constness. */
static inline const char *zib_git_error_message(int *klass) {
  const git_error *error = git_error_last();
  *klass = error ? error->klass : 0;
  return error ? error->message : NULL;
}

/* The most room that bytes take when they are deflated. */
static inline size_t zib_deflated_limit(size_t count) { return compressBound((uLong)count); }

/* Deflates bytes as git deflates loose objects: quickly. How many bytes they became, 0 where memory was short. */
static inline size_t zib_deflate(const void *bytes, size_t count, void *room, size_t limit) {
  uLongf length = (uLongf)limit;
  int code = compress2((Bytef *)room, &length, (const Bytef *)bytes, (uLong)count, Z_BEST_SPEED);
  return code == Z_OK ? (size_t)length : 0;
}
