#pragma once

/// Loads libgit2, if it is not loaded yet.
///
/// Any call of libgit2 loads it; this one says why it cannot be loaded instead of ending the process.
///
/// \returns NULL, or the message of the dynamic linker, which stays valid.
const char *zib_git_load(void);
