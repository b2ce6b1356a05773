#include "CLibZip.h"

#include "Library.h"

#if __has_include(<zip.h>)

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zip.h>

// MARK: The library

#define FUNCTIONS(X) \
  X(zip_libzip_version) \
  X(zip_error_init) \
  X(zip_error_fini) \
  X(zip_error_strerror) \
  X(zip_error_code_zip) \
  X(zip_source_function_create) \
  X(zip_source_free) \
  X(zip_open_from_source) \
  X(zip_discard) \
  X(zip_close) \
  X(zip_get_error) \
  X(zip_get_num_entries) \
  X(zip_get_archive_comment) \
  X(zip_get_name) \
  X(zip_stat_index) \
  X(zip_file_get_external_attributes) \
  X(zip_file_extra_field_get_by_id) \
  X(zip_fopen_index) \
  X(zip_fread) \
  X(zip_file_get_error) \
  X(zip_fclose) \
  X(zip_file_add) \
  X(zip_set_file_compression) \
  X(zip_file_set_mtime) \
  X(zip_file_set_external_attributes) \
  X(zip_file_extra_field_set) \
  X(zip_set_archive_comment)

BOXWALK_LIBRARY(zip, FUNCTIONS)

const char *boxwalk_zip_version(const boxwalk_zip_library *library) {
  return library->zip_libzip_version();
}

// - problem: the errno of the first read or write that failed, which libzip may report as something else; 0 if none did.
static void tell(
  const boxwalk_zip_library *library, zip_error_t *error, int problem, char *message) {
  // It reports some allocations that failed as no error.
  if (problem == 0 && library->zip_error_code_zip(error) == ZIP_ER_OK) problem = ENOMEM;
  snprintf(
    message, BOXWALK_LIBRARY_MESSAGE, "%s",
    problem == 0 ? library->zip_error_strerror(error) : strerror(problem));
}

// MARK: A descriptor as a source

typedef struct {
  int descriptor;
  int64_t size, position;
  int64_t write_position;
  // The two numbers of zip_error.
  int error[2];
  // The errno of the first read or write of the archive that failed.
  int *problem;
  int is_written;
} source;

static int64_t fail(source *source, int error, int system_error) {
  source->error[0] = error;
  source->error[1] = system_error;
  return -1;
}

// The same for a system call.
static int64_t fail_call(source *source, int error) {
  if (*source->problem == 0) *source->problem = errno;
  return fail(source, error, errno);
}

static int64_t read_source(source *source, void *bytes, uint64_t count) {
  const int64_t left = source->size - source->position;
  if (left <= 0) return 0;
  if (count > (uint64_t)left) count = (uint64_t)left;
  ssize_t done;
  do {
    done = pread(source->descriptor, bytes, count, source->position);
  } while (done < 0 && errno == EINTR);
  if (done < 0) return fail_call(source, ZIP_ER_READ);
  // It became shorter while it was read.
  if (done == 0) return fail(source, ZIP_ER_READ, EIO);
  source->position += done;
  return done;
}

static int64_t write_source(source *source, const char *bytes, uint64_t count) {
  uint64_t done = 0;
  while (done < count) {
    const ssize_t some =
      pwrite(source->descriptor, bytes + done, count - done, source->write_position + (int64_t)done);
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) return fail_call(source, ZIP_ER_WRITE);
    if (some == 0) return fail(source, ZIP_ER_WRITE, EIO);
    done += (uint64_t)some;
  }
  source->write_position += (int64_t)done;
  if (source->write_position > source->size) source->size = source->write_position;
  return (int64_t)done;
}

static int64_t seek(
  source *source, int64_t *position, int64_t size, const void *data, uint64_t count) {
  zip_source_args_seek_t arguments;
  if (count < sizeof arguments) return fail(source, ZIP_ER_INVAL, 0);
  memcpy(&arguments, data, sizeof arguments);
  int64_t start, target;
  switch (arguments.whence) {
  case SEEK_SET: start = 0; break;
  case SEEK_CUR: start = *position; break;
  case SEEK_END: start = size; break;
  default: return fail(source, ZIP_ER_INVAL, 0);
  }
  if (__builtin_add_overflow(start, arguments.offset, &target) || target < 0 || target > size) {
    return fail(source, ZIP_ER_SEEK, EINVAL);
  }
  *position = target;
  return 0;
}

static int64_t supported(const source *source) {
  return ZIP_SOURCE_SUPPORTS_SEEKABLE | ZIP_SOURCE_MAKE_COMMAND_BITMASK(ZIP_SOURCE_SUPPORTS) |
    (source->is_written ? ZIP_SOURCE_SUPPORTS_WRITABLE : 0);
}

// libzip calls this for everything that it does with a file.
static zip_int64_t run(void *user, void *data, zip_uint64_t count, zip_source_cmd_t command) {
  source *source = user;
  switch (command) {
  case ZIP_SOURCE_OPEN: source->position = 0; return 0;
  case ZIP_SOURCE_READ: return read_source(source, data, count);
  case ZIP_SOURCE_STAT: {
    if (count < sizeof(zip_stat_t)) return fail(source, ZIP_ER_INVAL, 0);
    // libzip has marked all fields as unknown.
    zip_stat_t *stat = data;
    stat->size = (uint64_t)source->size;
    stat->valid |= ZIP_STAT_SIZE;
    return sizeof *stat;
  }
  case ZIP_SOURCE_ERROR:
    if (count < sizeof source->error) return -1;
    memcpy(data, source->error, sizeof source->error);
    return sizeof source->error;
  case ZIP_SOURCE_SEEK: return seek(source, &source->position, source->size, data, count);
  case ZIP_SOURCE_TELL: return source->position;
  case ZIP_SOURCE_SUPPORTS: return supported(source);
  case ZIP_SOURCE_FREE: free(source); return 0;
  case ZIP_SOURCE_WRITE: return write_source(source, data, count);
  case ZIP_SOURCE_SEEK_WRITE: return seek(source, &source->write_position, source->size, data, count);
  case ZIP_SOURCE_TELL_WRITE: return source->write_position;
  // The file has no name yet, so it is not replaced or removed here.
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_BEGIN_WRITE:
  case ZIP_SOURCE_COMMIT_WRITE:
  case ZIP_SOURCE_ROLLBACK_WRITE:
  case ZIP_SOURCE_REMOVE: return 0;
  default: return fail(source, ZIP_ER_OPNOTSUPP, 0);
  }
}

// A source that libzip frees, unless it is freed by zip_source_free.
static zip_source_t *new_source(
  const boxwalk_zip_library *library, int descriptor, int64_t size, int is_written, int *problem,
  char *message) {
  source *user = calloc(1, sizeof *user);
  if (!user) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", strerror(ENOMEM));
    return NULL;
  }
  user->descriptor = descriptor;
  user->size = size;
  user->problem = problem;
  user->is_written = is_written;
  zip_error_t error;
  library->zip_error_init(&error);
  zip_source_t *result = library->zip_source_function_create(run, user, &error);
  if (!result) {
    tell(library, &error, *problem, message);
    free(user);
  }
  library->zip_error_fini(&error);
  return result;
}

static zip_t *open_source(
  const boxwalk_zip_library *library, int descriptor, int64_t size, int is_written, int *problem,
  char *message) {
  message[0] = 0;
  zip_source_t *source = new_source(library, descriptor, size, is_written, problem, message);
  if (!source) return NULL;
  zip_error_t error;
  library->zip_error_init(&error);
  zip_t *archive =
    library->zip_open_from_source(source, is_written ? ZIP_CREATE | ZIP_TRUNCATE : ZIP_RDONLY, &error);
  if (!archive) {
    tell(library, &error, *problem, message);
    library->zip_source_free(source);
  }
  library->zip_error_fini(&error);
  return archive;
}

// MARK: Reading

struct boxwalk_zip_reader {
  const boxwalk_zip_library *library;
  zip_t *archive;
  int problem;
};

boxwalk_zip_reader *boxwalk_zip_open(
  const boxwalk_zip_library *library, int descriptor, char *message) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", strerror(errno));
    return NULL;
  }
  boxwalk_zip_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", strerror(ENOMEM));
    return NULL;
  }
  reader->library = library;
  reader->archive =
    open_source(library, descriptor, status.st_size, 0, &reader->problem, message);
  if (reader->archive) return reader;
  free(reader);
  return NULL;
}

void boxwalk_zip_close(boxwalk_zip_reader *reader) {
  reader->library->zip_discard(reader->archive);
  free(reader);
}

uint64_t boxwalk_zip_count(const boxwalk_zip_reader *reader) {
  const int64_t count = reader->library->zip_get_num_entries(reader->archive, 0);
  return count < 0 ? 0 : (uint64_t)count;
}

const uint8_t *boxwalk_zip_comment(const boxwalk_zip_reader *reader, size_t *count) {
  int length = 0;
  const char *comment =
    reader->library->zip_get_archive_comment(reader->archive, &length, ZIP_FL_ENC_RAW);
  *count = comment && length > 0 ? (size_t)length : 0;
  return (const uint8_t *)comment;
}

int boxwalk_zip_stat(
  const boxwalk_zip_reader *reader, uint64_t index, boxwalk_zip_entry *entry, char *message) {
  const boxwalk_zip_library *library = reader->library;
  zip_stat_t found = {0};
  uint8_t system = 0;
  uint32_t attributes = 0;
  const char *name = library->zip_get_name(reader->archive, index, 0);
  if (!name || library->zip_stat_index(reader->archive, index, 0, &found) != 0 ||
      library->zip_file_get_external_attributes(reader->archive, index, 0, &system, &attributes) != 0) {
    tell(library, library->zip_get_error(reader->archive), reader->problem, message);
    return -1;
  }
  const uint64_t needed =
    ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_MTIME | ZIP_STAT_CRC | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((found.valid & needed) != needed) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "an entry has no size, time or checksum");
    return -1;
  }
  *entry = (boxwalk_zip_entry){
    .name = name,
    .size = found.size,
    .compressed_size = found.comp_size,
    .modified = found.mtime,
    .crc = found.crc,
    .compression = found.comp_method,
    .encryption = found.encryption_method,
    .mode = attributes >> 16,
  };
  return 0;
}

const uint8_t *boxwalk_zip_extra(
  const boxwalk_zip_reader *reader, uint64_t index, uint16_t kind, size_t *count) {
  uint16_t length = 0;
  const uint8_t *field = reader->library->zip_file_extra_field_get_by_id(
    reader->archive, index, kind, 0, &length, ZIP_FL_CENTRAL);
  *count = field ? length : 0;
  return field;
}

struct boxwalk_zip_stream {
  const boxwalk_zip_reader *reader;
  zip_file_t *file;
};

boxwalk_zip_stream *boxwalk_zip_stream_open(
  const boxwalk_zip_reader *reader, uint64_t index, char *message) {
  const boxwalk_zip_library *library = reader->library;
  zip_file_t *file = library->zip_fopen_index(reader->archive, index, 0);
  if (!file) {
    tell(library, library->zip_get_error(reader->archive), reader->problem, message);
    return NULL;
  }
  boxwalk_zip_stream *stream = malloc(sizeof *stream);
  if (!stream) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", strerror(ENOMEM));
    library->zip_fclose(file);
    return NULL;
  }
  *stream = (boxwalk_zip_stream){reader, file};
  return stream;
}

int64_t boxwalk_zip_stream_read(
  boxwalk_zip_stream *stream, uint8_t *bytes, size_t count, char *message) {
  const boxwalk_zip_library *library = stream->reader->library;
  const int64_t done = library->zip_fread(stream->file, bytes, count);
  if (done < 0) {
    tell(library, library->zip_file_get_error(stream->file), stream->reader->problem, message);
  }
  return done;
}

void boxwalk_zip_stream_close(boxwalk_zip_stream *stream) {
  stream->reader->library->zip_fclose(stream->file);
  free(stream);
}

// MARK: Writing

struct boxwalk_zip_writer {
  const boxwalk_zip_library *library;
  // NULL when it has been written.
  zip_t *archive;
  int problem;
};

boxwalk_zip_writer *boxwalk_zip_new(
  const boxwalk_zip_library *library, int descriptor, char *message) {
  boxwalk_zip_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", strerror(ENOMEM));
    return NULL;
  }
  writer->library = library;
  writer->archive = open_source(library, descriptor, 0, 1, &writer->problem, message);
  if (writer->archive) return writer;
  free(writer);
  return NULL;
}

static int64_t refuse(boxwalk_zip_writer *writer, char *message) {
  zip_error_t *error = writer->library->zip_get_error(writer->archive);
  tell(writer->library, error, writer->problem, message);
  return -1;
}

int64_t boxwalk_zip_add(
  boxwalk_zip_writer *writer, const char *name, int file, uint64_t size, int64_t modified,
  uint32_t mode, char *message) {
  const boxwalk_zip_library *library = writer->library;
  if (size > INT64_MAX) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s is too large", name);
    return -1;
  }
  zip_source_t *source = new_source(library, file, (int64_t)size, 0, &writer->problem, message);
  if (!source) return -1;
  const int64_t index = library->zip_file_add(writer->archive, name, source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    const int64_t result = refuse(writer, message);
    library->zip_source_free(source);
    return result;
  }
  const uint64_t entry = (uint64_t)index;
  if (library->zip_set_file_compression(writer->archive, entry, 0, 0) != 0 ||
      library->zip_file_set_mtime(writer->archive, entry, (time_t)modified, 0) != 0 ||
      library->zip_file_set_external_attributes(writer->archive, entry, 0, ZIP_OPSYS_UNIX, mode << 16) != 0) {
    return refuse(writer, message);
  }
  return index;
}

int boxwalk_zip_add_extra(
  boxwalk_zip_writer *writer, uint64_t index, uint16_t kind, const uint8_t *bytes, size_t count,
  int is_local, char *message) {
  if (count > UINT16_MAX) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "an extra field is too long");
    return -1;
  }
  const uint32_t flags = ZIP_FL_CENTRAL | (is_local ? ZIP_FL_LOCAL : 0);
  if (writer->library->zip_file_extra_field_set(
        writer->archive, index, kind, ZIP_EXTRA_FIELD_NEW, bytes, (uint16_t)count, flags) != 0) {
    return (int)refuse(writer, message);
  }
  return 0;
}

int boxwalk_zip_set_comment(
  boxwalk_zip_writer *writer, const uint8_t *bytes, size_t count, char *message) {
  if (count > UINT16_MAX) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the comment is too long");
    return -1;
  }
  if (writer->library->zip_set_archive_comment(
        writer->archive, (const char *)bytes, (uint16_t)count) != 0) {
    return (int)refuse(writer, message);
  }
  return 0;
}

int boxwalk_zip_finish(boxwalk_zip_writer *writer, char *message) {
  if (writer->library->zip_close(writer->archive) != 0) return (int)refuse(writer, message);
  writer->archive = NULL;
  return 0;
}

void boxwalk_zip_free(boxwalk_zip_writer *writer) {
  if (writer->archive) writer->library->zip_discard(writer->archive);
  free(writer);
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(zip, "libzip")

const char *boxwalk_zip_version(const boxwalk_zip_library *library) BOXWALK_LIBRARY_NEVER
boxwalk_zip_reader *boxwalk_zip_open(
  const boxwalk_zip_library *library, int descriptor, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
void boxwalk_zip_close(boxwalk_zip_reader *reader) BOXWALK_LIBRARY_NEVER
uint64_t boxwalk_zip_count(const boxwalk_zip_reader *reader) BOXWALK_LIBRARY_NEVER
const uint8_t *boxwalk_zip_comment(
  const boxwalk_zip_reader *reader, size_t *count) BOXWALK_LIBRARY_NEVER
int boxwalk_zip_stat(
  const boxwalk_zip_reader *reader, uint64_t index, boxwalk_zip_entry *entry,
  char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
const uint8_t *boxwalk_zip_extra(
  const boxwalk_zip_reader *reader, uint64_t index, uint16_t kind, size_t *count) BOXWALK_LIBRARY_NEVER
boxwalk_zip_stream *boxwalk_zip_stream_open(
  const boxwalk_zip_reader *reader, uint64_t index, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int64_t boxwalk_zip_stream_read(
  boxwalk_zip_stream *stream, uint8_t *bytes, size_t count, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
void boxwalk_zip_stream_close(boxwalk_zip_stream *stream) BOXWALK_LIBRARY_NEVER
boxwalk_zip_writer *boxwalk_zip_new(
  const boxwalk_zip_library *library, int descriptor, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int64_t boxwalk_zip_add(
  boxwalk_zip_writer *writer, const char *name, int file, uint64_t size, int64_t modified,
  uint32_t mode, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int boxwalk_zip_add_extra(
  boxwalk_zip_writer *writer, uint64_t index, uint16_t kind, const uint8_t *bytes, size_t count,
  int is_local, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int boxwalk_zip_set_comment(
  boxwalk_zip_writer *writer, const uint8_t *bytes, size_t count,
  char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int boxwalk_zip_finish(
  boxwalk_zip_writer *writer, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
void boxwalk_zip_free(boxwalk_zip_writer *writer) BOXWALK_LIBRARY_NEVER

#endif
