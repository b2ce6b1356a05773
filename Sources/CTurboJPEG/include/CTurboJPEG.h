#ifndef BOXWALK_CTURBOJPEG_H
#define BOXWALK_CTURBOJPEG_H

#include <stddef.h>
#include <stdint.h>

/// A marker segment: APP1 is 0xE1. The payload has no marker and no length.
typedef struct {
  int marker;
  const uint8_t *bytes;
  size_t count;
} boxwalk_jpeg_segment;

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
  /// 1: gray. 3: Y, Cb, Cr in planes, or interleaved R, G, B.
  int components;
  int quality;
  /// Used unless `rgb` is set.
  boxwalk_jpeg_plane planes[3];
  /// Interleaved samples, `rgb_stride` bytes from row to row; or NULL.
  const uint8_t *rgb;
  size_t rgb_stride;
  /// Written in this order behind SOI.
  const boxwalk_jpeg_segment *segments;
  size_t segment_count;
  const uint8_t *icc;
  size_t icc_count;
  /// Whether a JFIF segment comes first.
  int writes_jfif;
} boxwalk_jpeg_picture;

/// Writes a JPEG file to an open descriptor.
///
/// Returns the number of bytes written, or -1 with a message of at most 199 bytes.
/// No error leaves this function in another way.
int64_t boxwalk_jpeg_write(int descriptor, const boxwalk_jpeg_picture *picture, char message[200]);

#endif
