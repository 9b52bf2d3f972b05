#pragma once
#include <jansson.h>

/* json_decref is an inline function whose body needs what Swift does not import on every system. */
static inline void zib_json_free(json_t *value) { json_decref(value); }

/* What kind of value it is; json_typeof is a macro. */
static inline json_type zib_json_type(const json_t *value) { return json_typeof(value); }

/* The reason of a failure; it stands in the last byte of the text. */
static inline enum json_error_code zib_json_reason(const json_error_t *error) {
  return json_error_code(error);
}

/* What went wrong, in the library's words; Swift sees the array as a tuple. */
static inline const char *zib_json_words(const json_error_t *error) { return error->text; }
