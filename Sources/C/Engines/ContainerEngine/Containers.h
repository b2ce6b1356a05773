// What reading and writing share.
#include <MovieEngineInterface.h>

#include <libavformat/avformat.h>

#pragma GCC visibility push(hidden)

/// An open file, as libavformat reads or writes it: at offsets, so that no other descriptor of the same file
/// matters.
typedef struct {
  int descriptor;
  int64_t position;
  /// The size of a file that is read, or the current end of one that is written.
  int64_t size;
  /// The `errno` of the first read that failed, and its offset: libavformat goes on as if the data were damaged.
  int read_error;
  int64_t unreadable;
} open_file;

/// libavformat's view of an open file; NULL if there is no memory. The file has to live as long.
AVIOContext *open_file_context(open_file *file, int is_written);
/// Frees it.
void free_context(AVIOContext **context);

/// Writes a sentence about an error of FFmpeg to `message`. Returns -1, or BOXWALK_MOVIE_UNWRITTEN.
int fail(char *message, const char *what, int error);

boxwalk_container_reader *reader_new(int descriptor, int64_t size);
int reader_open(boxwalk_container_reader *reader, char *message);
int reader_read_error(const boxwalk_container_reader *reader, int64_t *offset);
void reader_free(boxwalk_container_reader *reader);
const char *reader_format(boxwalk_container_reader *reader);
int reader_track_count(boxwalk_container_reader *reader);
void reader_track(boxwalk_container_reader *reader, int index, boxwalk_container_track *track);
int reader_metadata(
  boxwalk_container_reader *reader, int index, const char **key, const char **value);
int reader_chapter(
  boxwalk_container_reader *reader, int index, boxwalk_container_chapter *chapter);
int reader_next(boxwalk_container_reader *reader, boxwalk_container_sample *sample, char *message);

boxwalk_container_writer *writer_new(const char *format, int descriptor, char *message);
void writer_free(boxwalk_container_writer *writer);
int writer_add_track(
  boxwalk_container_writer *writer, const boxwalk_container_track *track, char *message);
int writer_add_metadata(
  boxwalk_container_writer *writer, const char *key, const char *value, char *message);
int writer_add_chapter(
  boxwalk_container_writer *writer, const boxwalk_container_chapter *chapter, char *message);
int writer_begin(boxwalk_container_writer *writer, char *message);
int writer_add(
  boxwalk_container_writer *writer, const boxwalk_container_sample *sample, char *message);
int writer_end(boxwalk_container_writer *writer, char *message);

#pragma GCC visibility pop
