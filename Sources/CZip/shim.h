#pragma once
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <string.h>

/* Begins a file of an archive; its name is UTF-8. At level 0 it is stored as it is, else packed by zlib at that level. Its
   time is what date says, in local time with the month from 0. */
static inline int zib_zip_begin(zipFile archive, const char *name, const tm_zip *date, int level, int is_large) {
  zip_fileinfo info;
  memset(&info, 0, sizeof info);
  info.tmz_date = *date;
  info.external_fa = 0100644ul << 16;
  /* Made by: version 2.0 on Unix, as unzip reads a name in UTF-8 only from there. Bit 11: the name is UTF-8. */
  return zipOpenNewFileInZip4_64(
      archive, name, &info, NULL, 0, NULL, 0, NULL, level > 0 ? Z_DEFLATED : 0, level, 0, -MAX_WBITS, DEF_MEM_LEVEL,
      Z_DEFAULT_STRATEGY, NULL, 0, 3 << 8 | 20, 1u << 11, is_large);
}
