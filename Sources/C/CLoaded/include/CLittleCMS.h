#ifndef BOXWALK_CLITTLECMS_H
#define BOXWALK_CLITTLECMS_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// Little CMS 2, found at run time.
typedef struct boxwalk_cms_library boxwalk_cms_library;

/// Opens the library by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process. NULL, with the reason in `message`, if it is not there.
const boxwalk_cms_library *boxwalk_cms_load(const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// 2140 for version 2.14.
int boxwalk_cms_version(const boxwalk_cms_library *library);

typedef struct {
  /// NULL for sRGB.
  const uint8_t *profile;
  size_t profile_count;
  /// 1: grey. 3: red, green, blue. 4: four inks, of which 0 is none. The profile must be one of as many.
  int channels;
  /// 8 or 16; 16 are big-endian.
  int bit_depth;
} boxwalk_cms_samples;

/// A conversion of colours from one profile to another.
typedef struct boxwalk_cms_transform boxwalk_cms_transform;

/// Relative colorimetric, with black point compensation. NULL, with the reason in `message`, if a
/// profile cannot be read, or is one of other channels.
boxwalk_cms_transform *boxwalk_cms_begin(const boxwalk_cms_library *library, const boxwalk_cms_samples *from, const boxwalk_cms_samples *to, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Converts interleaved samples. Several threads may do so at once.
void boxwalk_cms_convert(const boxwalk_cms_transform *transform, const uint8_t *from, uint8_t *to, uint32_t count);

void boxwalk_cms_free(boxwalk_cms_transform *transform);

/// The number of channels in the samples of a profile: 1 for grey, 3 for red, green and blue, 4 for four
/// inks; 0 for other profiles, and for bytes that are not a profile.
int boxwalk_cms_channels(const boxwalk_cms_library *library, const uint8_t *profile, size_t count);

#endif
