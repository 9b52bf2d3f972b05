/* Reads HTML with libxml2, whose events it passes on.
 *
 * On Linux the library is loaded by the first page that is read, as libgit2 is (see CGit2Loader): it brings ICU with
 * it, which costs more than most commands need for all else. Only five functions are called, so each has a pointer.
 *
 * libxml2 looks through the open elements at each end tag, and through the attributes of a tag at each of them. Its
 * input is therefore given out in pieces, and ends early where nesting or attributes would make that quadratic.
 */
#include "CHTML.h"

#include <libxml/HTMLparser.h>
#include <libxml/xmlversion.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <stdlib.h>
#endif

static struct {
  htmlParserCtxtPtr (*create)(void);
  htmlDocPtr (*read)(
      htmlParserCtxtPtr, xmlInputReadCallback, xmlInputCloseCallback, void *, const char *, const char *, int);
  void (*release)(htmlParserCtxtPtr);
} library;

static const char *failure;

#if defined(__linux__)

/* The number is that of the headers: a library of another number has other structures. */
#if LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif

/* The text of dlerror is gone with the thread's next call of that library. */
static const char *reason(void) {
  const char *text = dlerror();
  const char *copy = text ? strdup(text) : NULL;
  return copy ? copy : "it cannot be loaded";
}

static void load(void) {
  void *file = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    failure = reason();
    return;
  }
  *(void **)&library.create = dlsym(file, "htmlNewParserCtxt");
  *(void **)&library.read = dlsym(file, "htmlCtxtReadIO");
  *(void **)&library.release = dlsym(file, "htmlFreeParserCtxt");
  if (!library.create || !library.read || !library.release) failure = reason();
}

#else

static void load(void) {
  library.create = htmlNewParserCtxt;
  library.read = htmlCtxtReadIO;
  library.release = htmlFreeParserCtxt;
}

#endif

const char *zib_html_failure(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

const char *zib_html_version(void) { return LIBXML_DOTTED_VERSION; }

/* The most tags, times elements that are open, that are looked through for a page: some seconds. A page of 100,000 tags
 * in 100 elements has a tenth of it. */
static const uint64_t most_work = 1u << 27;
/* The most attributes of a tag: it has as many equals signs or blanks at least, outside of quotation marks. */
static const size_t most_attributes = 1000;

typedef struct {
  zib_html_events events;
  const char *bytes;
  size_t count, place;
  uint64_t work, depth;
  /* In the tag that is being given out. */
  size_t parts;
  char quote;
  bool is_tag, is_cut;
} reading;

/* Counts what a byte adds to the work; false if it is too much. */
static bool pass(reading *page, size_t index) {
  const char byte = page->bytes[index];
  if (!page->is_tag) {
    if (byte != '<') return true;
    const char next = index + 1 < page->count ? page->bytes[index + 1] : ' ';
    page->is_tag = (next | 0x20) >= 'a' && (next | 0x20) <= 'z';
    page->parts = 0;
    page->quote = 0;
    page->work += page->depth + 1;
    return page->work <= most_work;
  }
  if (page->quote) {
    if (byte == page->quote) page->quote = 0;
    return true;
  }
  switch (byte) {
  case '>': page->is_tag = false; return true;
  /* A mark within a value without marks of its own begins none. */
  case '"':
  case '\'':
    if (index > 0 && page->bytes[index - 1] == '=') page->quote = byte;
    return true;
  case ' ': case '\t': case '\n': case '\r': case '\f': case '/': case '=':
    return ++page->parts <= 2 * most_attributes;
  default: return true;
  }
}

static int give(void *context, char *room, int length) {
  reading *page = context;
  int given = 0;
  while (given < length && page->place < page->count && !page->is_cut) {
    if (!pass(page, page->place)) {
      page->is_cut = true;
      break;
    }
    room[given++] = page->bytes[page->place++];
  }
  return given;
}

static int done(void *context) {
  (void)context;
  return 0;
}

static void start(void *context, const xmlChar *name, const xmlChar **attributes) {
  reading *page = context;
  page->depth++;
  static const char *const none[] = {NULL};
  page->events.start(
      page->events.context, (const char *)name, attributes ? (const char *const *)attributes : none);
}

static void end(void *context, const xmlChar *name) {
  reading *page = context;
  if (page->depth) page->depth--;
  page->events.end(page->events.context, (const char *)name);
}

static void text(void *context, const xmlChar *bytes, int count) {
  reading *page = context;
  if (count > 0) page->events.text(page->events.context, (const char *)bytes, (size_t)count);
}

zib_html_result zib_html_read(const char *bytes, size_t count, zib_html_events events) {
  if (zib_html_failure()) return ZIB_HTML_NO_LIBRARY;
  htmlParserCtxtPtr parser = library.create();
  if (!parser) return ZIB_HTML_NO_MEMORY;
  reading page = {.events = events, .bytes = bytes, .count = count};
  memset(parser->sax, 0, sizeof *parser->sax);
  parser->sax->startElement = start;
  parser->sax->endElement = end;
  parser->sax->characters = text;
  parser->sax->ignorableWhitespace = text;
  parser->sax->cdataBlock = text;
  parser->sax->initialized = 1;
  parser->userData = &page;
  const int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                      HTML_PARSE_IGNORE_ENC | HTML_PARSE_NODEFDTD;
  library.read(parser, give, done, &page, NULL, "UTF-8", options);
  const bool is_short_of_memory = parser->errNo == XML_ERR_NO_MEMORY;
  library.release(parser);
  if (is_short_of_memory) return ZIB_HTML_NO_MEMORY;
  return page.is_cut ? ZIB_HTML_CUT : ZIB_HTML_READ;
}
