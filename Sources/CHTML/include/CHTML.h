#pragma once

#include <stdbool.h>
#include <stddef.h>

/// The events of a page, in order. Each element that begins ends as well, whatever the page leaves out.
///
/// Names are in small letters; all text is valid UTF-8, and lives as long as the call.
typedef struct {
  void *context;
  /// An element begins. `attributes` has names and values by turns, and a NULL after the last; a value may be NULL.
  void (*start)(void *context, const char *name, const char *const *attributes);
  void (*end)(void *context, const char *name);
  /// Text with its character references read; scripts and styles come so as well.
  void (*text)(void *context, const char *bytes, size_t count);
} zib_html_events;

typedef enum {
  ZIB_HTML_READ,
  /// The rest of the page is left out, because its elements are nested so deeply that it would take too long.
  ZIB_HTML_CUT,
  ZIB_HTML_NO_MEMORY,
  /// libxml2 cannot be loaded; `zib_html_failure` says why.
  ZIB_HTML_NO_LIBRARY,
} zib_html_result;

/// Reads a page.
///
/// \param bytes valid UTF-8 without NUL.
zib_html_result zib_html_read(const char *bytes, size_t count, zib_html_events events);

/// The reason why libxml2 cannot be loaded, which stays valid; NULL if it is loaded.
const char *zib_html_failure(void);

/// The version of the libxml2 whose headers this was built with, such as `2.9.14`.
const char *zib_html_version(void);
