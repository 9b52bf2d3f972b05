#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of a number to a function, which Swift does not import. Neither are variadic functions. */

/* Gives a statement's parameter a text, of which SQLite makes a copy. */
static inline int zib_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, (const char *)text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Gives a statement's parameter bytes, of which SQLite makes a copy. */
static inline int zib_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Makes a database of unknown origin one that runs nothing of what stands in its schema. */
static inline void zib_sqlite_distrust(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}
