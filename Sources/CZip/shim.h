#pragma once
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <string.h>

/* Begins a file of an archive that is stored as it is; its name is UTF-8. Its time is 1980-01-01, the first that an
   archive can say, so that what is written depends on nothing but its content. */
static inline int zib_zip_begin(zipFile archive, const char *name, int is_large) {
  zip_fileinfo info;
  memset(&info, 0, sizeof info);
  info.tmz_date.tm_mday = 1;
  info.tmz_date.tm_year = 1980;
  /* Made by: version 2.0, no system in particular. Bit 11: the name is UTF-8. */
  return zipOpenNewFileInZip4_64(
      archive, name, &info, NULL, 0, NULL, 0, NULL, 0 /* stored */, 0, 0, -MAX_WBITS, DEF_MEM_LEVEL,
      Z_DEFAULT_STRATEGY, NULL, 0, 20, 1u << 11, is_large);
}
