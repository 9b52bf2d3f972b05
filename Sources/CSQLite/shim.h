#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of a number to a function, which Swift does not import. */

/* Gives a statement's parameter a text, of which SQLite makes a copy. */
static inline int zib_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, (const char *)text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
