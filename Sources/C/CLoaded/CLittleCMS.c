#include "CLittleCMS.h"

#include "Library.h"

#if __has_include(<lcms2.h>)

#include <lcms2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: The library

#define FUNCTIONS(X) \
  X(cmsGetEncodedCMMversion) \
  X(cmsOpenProfileFromMem) \
  X(cmsCloseProfile) \
  X(cmsCreate_sRGBProfile) \
  X(cmsGetColorSpace) \
  X(cmsCreateTransform) \
  X(cmsDoTransform) \
  X(cmsDeleteTransform)

BOXWALK_LIBRARY(cms, FUNCTIONS)

struct boxwalk_cms_transform {
  const boxwalk_cms_library *library;
  cmsHTRANSFORM handle;
};

int boxwalk_cms_version(const boxwalk_cms_library *library) {
  return library->cmsGetEncodedCMMversion();
}

// MARK: Conversion

static cmsUInt32Number format(const boxwalk_cms_samples *samples) {
  const int space = samples->channels == 1 ? PT_GRAY : samples->channels == 3 ? PT_RGB : PT_CMYK;
  return COLORSPACE_SH(space) |
    CHANNELS_SH((cmsUInt32Number)samples->channels) |
    BYTES_SH((cmsUInt32Number)samples->bit_depth / 8) | ENDIAN16_SH(samples->bit_depth == 16);
}

static int channels(const boxwalk_cms_library *library, cmsHPROFILE profile) {
  switch (library->cmsGetColorSpace(profile)) {
  case cmsSigGrayData: return 1;
  case cmsSigRgbData: return 3;
  case cmsSigCmykData: return 4;
  default: return 0;
  }
}

static cmsHPROFILE open_profile(
  const boxwalk_cms_library *library, const uint8_t *bytes, size_t count) {
  if (bytes == NULL) return library->cmsCreate_sRGBProfile();
  return count > UINT32_MAX ? NULL : library->cmsOpenProfileFromMem(bytes, (uint32_t)count);
}

int boxwalk_cms_channels(const boxwalk_cms_library *library, const uint8_t *bytes, size_t count) {
  cmsHPROFILE profile = open_profile(library, bytes, count);
  if (!profile) return 0;
  const int result = channels(library, profile);
  library->cmsCloseProfile(profile);
  return result;
}

boxwalk_cms_transform *boxwalk_cms_begin(const boxwalk_cms_library *library, const boxwalk_cms_samples *from, const boxwalk_cms_samples *to, char message[BOXWALK_LIBRARY_MESSAGE]) {
  cmsHPROFILE source = open_profile(library, from->profile, from->profile_count);
  cmsHPROFILE target = open_profile(library, to->profile, to->profile_count);
  boxwalk_cms_transform *transform = NULL;
  if (!source || !target) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the colour profile cannot be read");
  } else if (channels(library, source) != from->channels || channels(library, target) != to->channels) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the colour profile is for other colours than those of the picture");
  } else {
    // For 8 bits there is a fast method that is exact. For 16, the fast method uses a small table.
    uint32_t flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_HIGHRESPRECALC;
    if (from->bit_depth == 16) flags |= cmsFLAGS_NOOPTIMIZE;
    cmsHTRANSFORM handle =
      library->cmsCreateTransform(source, format(from), target, format(to), INTENT_RELATIVE_COLORIMETRIC, flags);
    transform = handle ? calloc(1, sizeof *transform) : NULL;
    if (transform) {
      transform->library = library;
      transform->handle = handle;
    } else {
      if (handle) library->cmsDeleteTransform(handle);
      snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the colour profile has no data for the conversion of colours");
    }
  }
  if (source) library->cmsCloseProfile(source);
  if (target) library->cmsCloseProfile(target);
  return transform;
}

void boxwalk_cms_convert(const boxwalk_cms_transform *transform, const uint8_t *from, uint8_t *to, uint32_t count) {
  transform->library->cmsDoTransform(transform->handle, from, to, count);
}

void boxwalk_cms_free(boxwalk_cms_transform *transform) {
  if (!transform) return;
  transform->library->cmsDeleteTransform(transform->handle);
  free(transform);
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(cms, "Little CMS")

int boxwalk_cms_version(const boxwalk_cms_library *library) BOXWALK_LIBRARY_NEVER
boxwalk_cms_transform *boxwalk_cms_begin(
  const boxwalk_cms_library *library, const boxwalk_cms_samples *from,
  const boxwalk_cms_samples *to, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
void boxwalk_cms_convert(
  const boxwalk_cms_transform *transform, const uint8_t *from, uint8_t *to, uint32_t count) BOXWALK_LIBRARY_NEVER
void boxwalk_cms_free(boxwalk_cms_transform *transform) BOXWALK_LIBRARY_NEVER
int boxwalk_cms_channels(
  const boxwalk_cms_library *library, const uint8_t *profile, size_t count) BOXWALK_LIBRARY_NEVER

#endif
