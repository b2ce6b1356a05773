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
  /// 1: gray. 3: Y, Cb, Cr in planes, or interleaved R, G, B.
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
/// Returns 0, and in `bytes` what boxwalk_jpeg_free must be given, or -1 with a message of at most
/// 199 bytes. No error leaves this function in another way.
int boxwalk_jpeg_encode(const boxwalk_jpeg_picture *picture, uint8_t **bytes, size_t *count, char message[200]);

void boxwalk_jpeg_free(uint8_t *bytes);

/// The version of libjpeg-turbo that this was built with; empty if it was another libjpeg.
const char *boxwalk_jpeg_version(void);

#endif
