#ifndef BOXWALK_CLIBZIP_H
#define BOXWALK_CLIBZIP_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// libzip, found at run time. The functions that are used are the same in versions
/// 1.7 to 1.11.
typedef struct boxwalk_zip_library boxwalk_zip_library;

/// Opens libzip by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process. NULL, with the reason in `message`, if it is not there.
const boxwalk_zip_library *boxwalk_zip_load(const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// `1.7.3`
const char *boxwalk_zip_version(const boxwalk_zip_library *library);

// MARK: Reading

/// An archive that is read from a descriptor, which stays the caller's.
typedef struct boxwalk_zip_reader boxwalk_zip_reader;

/// Returns NULL, with the reason in `message`, if the file is not an archive.
boxwalk_zip_reader *boxwalk_zip_open(
  const boxwalk_zip_library *library, int descriptor, char message[BOXWALK_LIBRARY_MESSAGE]);
void boxwalk_zip_close(boxwalk_zip_reader *reader);

/// The number of entries.
uint64_t boxwalk_zip_count(const boxwalk_zip_reader *reader);

/// The comment of the archive, which exists as long as the reader; NULL if there is none.
const uint8_t *boxwalk_zip_comment(const boxwalk_zip_reader *reader, size_t *count);

/// The central directory's properties of an entry.
typedef struct {
  /// UTF-8, up to the first zero. It exists as long as the reader.
  const char *name;
  uint64_t size, compressed_size;
  /// Seconds since the start of 1970, from a date of the local time zone.
  int64_t modified;
  uint32_t crc;
  uint16_t compression;
  /// 0 for none.
  uint16_t encryption;
  /// POSIX's `st_mode`; 0 if it is unknown.
  uint32_t mode;
} boxwalk_zip_entry;

/// 0, or -1 with a message.
int boxwalk_zip_stat(
  const boxwalk_zip_reader *reader, uint64_t index, boxwalk_zip_entry *entry,
  char message[BOXWALK_LIBRARY_MESSAGE]);

/// The first extra field of a kind that the central directory has for an entry. It exists as long as the
/// reader; NULL if there is none.
const uint8_t *boxwalk_zip_extra(
  const boxwalk_zip_reader *reader, uint64_t index, uint16_t kind, size_t *count);

/// The bytes of an entry, one after the other.
typedef struct boxwalk_zip_stream boxwalk_zip_stream;

/// NULL with a message, if it is encrypted, compressed by a method that is not known, or damaged.
boxwalk_zip_stream *boxwalk_zip_stream_open(
  const boxwalk_zip_reader *reader, uint64_t index, char message[BOXWALK_LIBRARY_MESSAGE]);

/// The number of read bytes: 0 at the end, if size and checksum are right; or -1 with a message.
int64_t boxwalk_zip_stream_read(
  boxwalk_zip_stream *stream, uint8_t *bytes, size_t count, char message[BOXWALK_LIBRARY_MESSAGE]);
void boxwalk_zip_stream_close(boxwalk_zip_stream *stream);

// MARK: Writing

/// An archive that is written to a descriptor, from its byte 0 on; the descriptor stays the caller's.
/// Nothing is written before boxwalk_zip_finish.
typedef struct boxwalk_zip_writer boxwalk_zip_writer;

boxwalk_zip_writer *boxwalk_zip_new(
  const boxwalk_zip_library *library, int descriptor, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Adds a file that is not compressed.
///
/// Returns its index, or -1 with a message.
///
/// \param name UTF-8.
/// \param file A descriptor to read it from, which has to stay open until the end of the writer.
/// \param modified Seconds since the start of 1970.
/// \param mode What POSIX calls `st_mode`.
int64_t boxwalk_zip_add(
  boxwalk_zip_writer *writer, const char *name, int file, uint64_t size, int64_t modified,
  uint32_t mode, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Adds an extra field to the central directory, and to the entry itself if `is_local`.
///
/// Returns 0, or -1 with a message.
int boxwalk_zip_add_extra(
  boxwalk_zip_writer *writer, uint64_t index, uint16_t kind, const uint8_t *bytes, size_t count,
  int is_local, char message[BOXWALK_LIBRARY_MESSAGE]);

/// 0, or -1 with a message.
int boxwalk_zip_set_comment(
  boxwalk_zip_writer *writer, const uint8_t *bytes, size_t count,
  char message[BOXWALK_LIBRARY_MESSAGE]);

/// Writes everything.
///
/// Returns 0, or -1 with a message. The writer is to be freed then.
int boxwalk_zip_finish(boxwalk_zip_writer *writer, char message[BOXWALK_LIBRARY_MESSAGE]);
void boxwalk_zip_free(boxwalk_zip_writer *writer);

#endif
