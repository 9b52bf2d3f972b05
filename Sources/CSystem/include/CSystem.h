#pragma once

/// Exchanges two names of one folder in one step.
///
/// \returns 0, or -1 and `errno`.
int zib_exchange(int folder, const char *one, const char *other);

/// Gives a file another name in its folder unless something has that name.
///
/// \returns 0, or -1 and `errno`: `EEXIST` for a name that is taken.
int zib_rename_new(int folder, const char *from, const char *to);

/// Opens a file or folder below a folder by a path of which no name is a link, in one step.
///
/// \param flags Those of `open`, without `O_CREAT` and `O_NOFOLLOW`.
/// \returns The descriptor, or -1 and `errno`: `ENOSYS` where the system has no such call.
int zib_open_below(int folder, const char *path, int flags);

/// Lets the disk begin to write a file's bytes, without waiting; a hint that may come to nothing.
void zib_begin_writing(int file);

/// Gives a file the extended attributes of another that belong to the person: labels, access lists.
///
/// Attributes that the file system or the system's policy refuses are skipped.
void zib_copy_attributes(int from, int to);

/// Starts a program by fork and exec, with no signal blocked.
///
/// \param pairs Descriptors of this process, each followed by its number in the program.
/// \returns The process; 0 or less is a failure to fork (`errno`). A program that cannot be run ends with 127.
int zib_fork_and_run(const char *path, char *const *arguments, char *const *environment, const int *pairs,
                     int pair_count, const int *closed, int closed_count, const int *default_signals,
                     int signal_count);
