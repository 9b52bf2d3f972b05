/* Loads libgit2 when its first function is called.
 *
 * libgit2 brings fourteen more libraries with it (TLS, ssh, Kerberos). To load and relocate them takes longer than most
 * commands need for all else, and most commands call none of its functions. ELF has no delayed loading, so this file
 * defines the functions itself: each jumps through its slot of a table. At first each slot leads to `load_first`, which
 * loads the library, fills the table and calls the function again with the arguments as they were.
 *
 * A function that is called and missing from FUNCTIONS is an error of the linker. On macOS, whose linker keeps libraries
 * prepared, zib is linked to libgit2 as to any other library.
 */
#include "CGit2Loader.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <git2/version.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS \
  F(git_attr_get_many) F(git_attr_value) F(git_branch_upstream_name) F(git_buf_dispose) \
  F(git_config_add_file_ondisk) F(git_config_free) F(git_config_get_bool) F(git_config_get_int64) \
  F(git_config_get_string_buf) F(git_config_iterator_free) F(git_config_iterator_new) \
  F(git_config_next) F(git_config_open_default) F(git_config_open_level) F(git_config_open_ondisk) \
  F(git_config_parse_path) F(git_config_set_string) F(git_error_last) F(git_error_set_str) \
  F(git_fetch_options_init) F(git_ignore_path_is_ignored) F(git_indexer_append) \
  F(git_indexer_commit) F(git_indexer_free) F(git_indexer_new) F(git_indexer_options_init) \
  F(git_libgit2_init) F(git_libgit2_opts) F(git_libgit2_version) F(git_mempack_new) \
  F(git_mempack_reset) F(git_object_free) F(git_object_id) F(git_object_lookup) \
  F(git_object_peel) F(git_object_string2type) F(git_object_type2string) F(git_odb_add_backend) \
  F(git_odb_backend_data_alloc) F(git_odb_backend_data_free) F(git_odb_backend_loose) \
  F(git_odb_exists) F(git_odb_exists_ext) F(git_odb_free) F(git_odb_hash) \
  F(git_odb_init_backend) F(git_odb_new) F(git_odb_object_data) F(git_odb_object_free) \
  F(git_odb_object_size) F(git_odb_object_type) F(git_odb_read) F(git_odb_read_header) \
  F(git_odb_refresh) F(git_odb_write) F(git_push_options_init) F(git_reference_free) \
  F(git_reference_iterator_free) F(git_reference_iterator_new) F(git_reference_lookup) \
  F(git_reference_name_is_valid) F(git_reference_next_name) F(git_reference_symbolic_target) \
  F(git_reference_target) F(git_remote_fetch) F(git_remote_free) \
  F(git_remote_get_fetch_refspecs) F(git_remote_lookup) F(git_remote_push) \
  F(git_remote_pushurl) F(git_remote_set_instance_url) F(git_remote_url) \
  F(git_repository_commondir) F(git_repository_config) F(git_repository_config_snapshot) \
  F(git_repository_free) F(git_repository_init_ext) F(git_repository_init_options_init) \
  F(git_repository_discover) F(git_repository_odb) F(git_repository_open_ext) F(git_repository_path) \
  F(git_repository_state) F(git_repository_workdir) F(git_revparse_single) \
  F(git_signature_default) F(git_signature_free) F(git_signature_now) F(git_strarray_dispose) \
  F(git_transaction_commit) F(git_transaction_free) F(git_transaction_lock_ref) \
  F(git_transaction_new) F(git_transaction_remove) F(git_transaction_set_target)

/* Hidden, so that libgit2's own calls do not come here. */
#define BEGIN(name)                                                              \
  ".text\n.balign 16\n.globl " #name "\n.hidden " #name "\n.type " #name ",%function\n" #name ":\n"
#define SLOT(name)                                                               \
  ".data\n.balign 8\n.globl zib_slot_" #name "\n.hidden zib_slot_" #name "\n"     \
  "zib_slot_" #name ": .quad zib_first_" #name "\n.text\n"

#if defined(__x86_64__)

#define F(name)                                                                  \
  BEGIN(name)                                                                    \
  "  jmp *zib_slot_" #name "(%rip)\n"                                            \
  "zib_first_" #name ":\n"                                                       \
  "  leaq " #name "(%rip), %r11\n"                                               \
  "  jmp zib_load_first\n"                                                       \
  ".size " #name ", . - " #name "\n"                                             \
  SLOT(name)

/* The registers that hold arguments, and the function; no function of libgit2 takes a floating-point number. */
__asm__(".text\n"
        "zib_load_first:\n"
        "  pushq %rax\n  pushq %rdi\n  pushq %rsi\n  pushq %rdx\n"
        "  pushq %rcx\n  pushq %r8\n  pushq %r9\n  pushq %r11\n"
        "  subq $8, %rsp\n"
        "  call zib_git_load_or_exit\n"
        "  addq $8, %rsp\n"
        "  popq %r11\n  popq %r9\n  popq %r8\n  popq %rcx\n"
        "  popq %rdx\n  popq %rsi\n  popq %rdi\n  popq %rax\n"
        "  jmp *%r11\n"
        FUNCTIONS);

#elif defined(__aarch64__)

#define F(name)                                                                  \
  BEGIN(name)                                                                    \
  "  adrp x16, zib_slot_" #name "\n"                                             \
  "  ldr x16, [x16, :lo12:zib_slot_" #name "]\n"                                 \
  "  br x16\n"                                                                   \
  "zib_first_" #name ":\n"                                                       \
  "  adrp x17, " #name "\n"                                                      \
  "  add x17, x17, :lo12:" #name "\n"                                            \
  "  b zib_load_first\n"                                                         \
  ".size " #name ", . - " #name "\n"                                             \
  SLOT(name)

__asm__(".text\n"
        "zib_load_first:\n"
        "  stp x29, x30, [sp, #-96]!\n"
        "  mov x29, sp\n"
        "  stp x0, x1, [sp, #16]\n  stp x2, x3, [sp, #32]\n"
        "  stp x4, x5, [sp, #48]\n  stp x6, x7, [sp, #64]\n"
        "  stp x8, x17, [sp, #80]\n"
        "  bl zib_git_load_or_exit\n"
        "  ldp x0, x1, [sp, #16]\n  ldp x2, x3, [sp, #32]\n"
        "  ldp x4, x5, [sp, #48]\n  ldp x6, x7, [sp, #64]\n"
        "  ldp x8, x17, [sp, #80]\n"
        "  ldp x29, x30, [sp], #96\n"
        "  br x17\n"
        FUNCTIONS);

#else
#error "loader.c has no jump for this processor: write one, or link libgit2 as on macOS"
#endif

#undef F
#define F(name) extern void *zib_slot_##name __attribute__((visibility("hidden")));
FUNCTIONS
#undef F

static const char *failure;

/* The text of dlerror is gone with the thread's next call of that library. */
static const char *reason(void) {
  const char *text = dlerror();
  const char *copy = text ? strdup(text) : NULL;
  return copy ? copy : "it cannot be loaded";
}

static void load(void) {
  /* The number is that of the headers: a library of another number has other structures. */
  void *library = dlopen("libgit2.so." LIBGIT2_SOVERSION, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = reason();
    return;
  }
  static const struct {
    const char *name;
    void **slot;
  } functions[] = {
#define F(name) {#name, &zib_slot_##name},
      FUNCTIONS
#undef F
  };
  const size_t count = sizeof functions / sizeof *functions;
  void *found[sizeof functions / sizeof *functions];
  for (size_t index = 0; index < count; index++) {
    if (!(found[index] = dlsym(library, functions[index].name))) {
      failure = reason();
      return;
    }
  }
  for (size_t index = 0; index < count; index++)
    __atomic_store_n(functions[index].slot, found[index], __ATOMIC_RELEASE);
}

const char *zib_git_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

/* For a call that comes before anybody asked whether the library is there. */
__attribute__((visibility("hidden"), used)) void zib_git_load_or_exit(void) {
  if (!zib_git_load()) return;
  fprintf(stderr, "zib: libgit2 cannot be loaded: %s\n", failure);
  _Exit(3);
}

#else

const char *zib_git_load(void) { return 0; }

#endif
