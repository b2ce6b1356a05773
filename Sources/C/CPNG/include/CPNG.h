#ifndef BOXWALK_CPNG_H
#define BOXWALK_CPNG_H

#include <stddef.h>
#include <stdint.h>

/// A PNG file that is being written.
typedef struct boxwalk_png boxwalk_png;

typedef struct {
  uint32_t width, height;
  /// 8 or 16.
  int bit_depth;
  /// 1: grey. 3: red, green, blue. 2 and 4: the same with alpha.
  int channels;
  /// A TIFF structure, or NULL.
  const uint8_t *exif;
  size_t exif_count;
  /// Text without zero bytes, or NULL.
  const uint8_t *xmp;
  size_t xmp_count;
  const uint8_t *icc;
  size_t icc_count;
  /// Primaries, transfer, matrix, range (ITU-T H.273), if `has_cicp` is set.
  uint8_t cicp[4];
  int has_cicp;
} boxwalk_png_picture;

/// Starts a PNG file at the current position of an open descriptor.
///
/// Returns NULL with a message of at most 199 bytes. No error leaves these functions in another way.
boxwalk_png *boxwalk_png_begin(int descriptor, const boxwalk_png_picture *picture, char message[200]);

/// Writes the next rows, which follow each other in memory; samples of 16 bits are big-endian.
///
/// Returns 0, or -1 with a message. After an error, only boxwalk_png_free may be called.
int boxwalk_png_write(boxwalk_png *png, const uint8_t *rows, size_t stride, int count, char message[200]);

/// Ends the file, and returns its size, or -1 with a message.
int64_t boxwalk_png_end(boxwalk_png *png, char message[200]);

/// What libpng did not like and left out; empty if nothing. Good until boxwalk_png_free.
const char *boxwalk_png_warning(const boxwalk_png *png);

void boxwalk_png_free(boxwalk_png *png);

/// A PNG file that is being read.
typedef struct boxwalk_png_file boxwalk_png_file;

typedef struct {
  uint32_t width, height;
  /// 8 or 16, of the output: smaller ones become 8.
  int bit_depth;
  int is_gray;
  int has_alpha;
  int is_interlaced;
  /// A colour profile, good until boxwalk_png_close, or NULL.
  const uint8_t *icc;
  size_t icc_count;
} boxwalk_png_info;

/// Reads the chunks before the samples of a file in memory, which must stay there.
///
/// Returns NULL with a message of at most 199 bytes. No error leaves these functions in another way.
boxwalk_png_file *boxwalk_png_open(
  const uint8_t *bytes, size_t count, boxwalk_png_info *info, char message[200]);

/// The memory for a plane of the picture; samples of 16 bits are in the order of the machine.
typedef struct {
  uint8_t *bytes;
  size_t stride;
} boxwalk_png_plane;

/// The rows of the picture, from its top, that \c boxwalk_png_read has decoded: all of them unless it failed.
uint32_t boxwalk_png_rows(const boxwalk_png_file *file);

/// Decodes the picture, which must be complete: returns 0, or -1 with a message.
///
/// \param planes Grey, or green, blue and red, or only the alpha; NULL if the samples are not needed.
/// \param takes_alpha Whether the alpha is decoded.
int boxwalk_png_read(
  boxwalk_png_file *file, const boxwalk_png_plane *planes, int takes_alpha, char message[200]);

void boxwalk_png_close(boxwalk_png_file *file);

/// The version of libpng that is at work.
const char *boxwalk_png_version(void);

#endif
