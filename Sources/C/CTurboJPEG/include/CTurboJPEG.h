#ifndef BOXWALK_CTURBOJPEG_H
#define BOXWALK_CTURBOJPEG_H

#include <stddef.h>
#include <stdint.h>

/// A plane of 8-bit samples.
typedef struct {
  const uint8_t *bytes;
  size_t stride;
  /// Samples that may be read.
  int width, height;
  /// Sampling factors: 2 and 2 for luma of 4:2:0, 1 and 1 for its chroma.
  int horizontal, vertical;
} boxwalk_jpeg_plane;

typedef struct {
  int width, height;
  /// 1: grey. 3: Y, Cb, Cr in planes, or interleaved R, G, B.
  int components;
  int quality;
  /// Used unless `rgb` is set.
  boxwalk_jpeg_plane planes[3];
  /// Interleaved samples, `rgb_stride` bytes from row to row; or NULL.
  const uint8_t *rgb;
  size_t rgb_stride;
  /// MCUs between restart markers; 0 for none.
  int restart_interval;
} boxwalk_jpeg_picture;

/// Makes a JPEG file in memory, without any metadata.
///
/// Returns 0, and in `bytes` memory that boxwalk_jpeg_free frees, or -1 with a message of at most 199 bytes. No error
/// leaves this function in another way.
int boxwalk_jpeg_encode(const boxwalk_jpeg_picture *picture, uint8_t **bytes, size_t *count, char message[200]);

void boxwalk_jpeg_free(uint8_t *bytes);

/// A JPEG file that is being read.
typedef struct boxwalk_jpeg_file boxwalk_jpeg_file;

typedef struct {
  int width, height;
  /// 1: grey. 3: Y, Cb, Cr of full range, with the matrix of JFIF. 4: inks. 0: unknown.
  int components;
  /// The horizontal and vertical subsampling of chroma, 1 or 2.
  int horizontal, vertical;
  /// The necessary memory in bytes, without the planes.
  uint64_t memory;
  /// The rows of MCUs, the MCUs in each, and the MCUs between restart markers (ITU-T T.81 §A.2); 0 for no such markers.
  int block_rows, units_per_row, restart_interval;
  /// The lines of samples in each row of MCUs.
  int lines_per_row;
  int has_several_scans;
  /// The position after the header of the first scan.
  size_t data_start;
} boxwalk_jpeg_info;

/// Reads the headers of a file in memory, which must stay there.
///
/// Returns NULL with a message of at most 199 bytes. No error leaves these functions in another way.
boxwalk_jpeg_file *boxwalk_jpeg_open(
  const uint8_t *bytes, size_t count, boxwalk_jpeg_info *info, char message[200]);

/// The memory for a plane of the picture.
typedef struct {
  uint8_t *bytes;
  size_t stride;
  /// The size of the plane, rounded up.
  int width, height;
} boxwalk_jpeg_target;

/// Decodes the picture, which must be whole: returns 0, or -1 with a message.
///
/// There is a plane for each component; four inks are interleaved in a single plane, which is four times as wide, and
/// 0 is no ink.
int boxwalk_jpeg_read(
  boxwalk_jpeg_file *file, const boxwalk_jpeg_target *planes, char message[200]);

/// What is damaged in a row of MCUs: its own data, or data before it.
enum { BOXWALK_JPEG_DAMAGED = 1, BOXWALK_JPEG_DAMAGED_BEFORE = 2 };

/// Where the data of a picture is damaged.
typedef struct {
  /// Flags for each row of MCUs.
  uint8_t *rows;
  size_t row_count;
  /// The scan in which damage or an error was found first, from 1; 0 if there is none.
  int scan;
  /// Whether there is damage that has no clear position: something else than missing data.
  int is_unclear;
} boxwalk_jpeg_damage;

/// Decodes a picture of one or three components in spite of damage, which it notes in `damage`.
///
/// `scans` is the number of scans that are decoded; 0 for all. Returns 0, or -1 with a message.
int boxwalk_jpeg_read_damaged(
  boxwalk_jpeg_file *file, int scans, const boxwalk_jpeg_target *planes,
  boxwalk_jpeg_damage *damage, char message[200]);

/// Decodes all coded data of the picture, of any colours, as boxwalk_jpeg_read does, and keeps nothing:
/// returns 0, or -1 with a message.
int boxwalk_jpeg_check(boxwalk_jpeg_file *file, char message[200]);

void boxwalk_jpeg_close(boxwalk_jpeg_file *file);

/// The version of libjpeg-turbo that this was built with; empty if it was another libjpeg.
const char *boxwalk_jpeg_version(void);

#endif
