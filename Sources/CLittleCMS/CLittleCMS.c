#include "CLittleCMS.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: What is known of Little CMS

typedef void *profile_handle;
typedef void *transform_handle;

enum {
  SPACE_GRAY = 0x47524159,
  SPACE_RGB = 0x52474220,
  // Of a format: the kind of colour, that 16 bits are big-endian, channels, and bytes.
  FORMAT_GRAY = 3 << 16,
  FORMAT_RGB = 4 << 16,
  FORMAT_BIG_ENDIAN = 1 << 11,
  FORMAT_CHANNELS = 3,
  INTENT_RELATIVE = 1,
  FLAG_NO_OPTIMIZATION = 0x0100,
  FLAG_FINE = 0x0400,
  FLAG_BLACK_POINT = 0x2000,
};

#define FUNCTIONS(X) \
  X(int, cmsGetEncodedCMMversion, (void)) \
  X(profile_handle, cmsOpenProfileFromMem, (const void *, uint32_t)) \
  X(int, cmsCloseProfile, (profile_handle)) \
  X(uint32_t, cmsGetColorSpace, (profile_handle)) \
  X(transform_handle, cmsCreateTransform, (profile_handle, uint32_t, profile_handle, uint32_t, uint32_t, uint32_t)) \
  X(void, cmsDoTransform, (transform_handle, const void *, void *, uint32_t)) \
  X(void, cmsDeleteTransform, (transform_handle))

struct boxwalk_cms_library {
  boxwalk_library_file file;
#define MEMBER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
};

struct boxwalk_cms_transform {
  const boxwalk_cms_library *library;
  transform_handle handle;
};

// MARK: The library

static const boxwalk_library_function functions[] = {
#define FUNCTION(result, name, arguments) {#name, offsetof(boxwalk_cms_library, name)},
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static const boxwalk_library_kind kind = {
  .functions = functions,
  .function_count = sizeof functions / sizeof functions[0],
  .table_size = sizeof(boxwalk_cms_library),
};

const boxwalk_cms_library *boxwalk_cms_open(const char *name, char message[BOXWALK_CMS_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

int boxwalk_cms_version(const boxwalk_cms_library *library) {
  return library->cmsGetEncodedCMMversion();
}

const char *boxwalk_cms_path(const boxwalk_cms_library *library) { return library->file.path; }

// MARK: Conversion

static uint32_t format(const boxwalk_cms_samples *samples) {
  return (samples->channels == 1 ? FORMAT_GRAY : FORMAT_RGB) |
    (uint32_t)samples->channels << FORMAT_CHANNELS | (uint32_t)samples->bit_depth / 8 |
    (samples->bit_depth == 16 ? FORMAT_BIG_ENDIAN : 0);
}

static int channels(const boxwalk_cms_library *library, profile_handle profile) {
  switch (library->cmsGetColorSpace(profile)) {
  case SPACE_GRAY: return 1;
  case SPACE_RGB: return 3;
  default: return 0;
  }
}

static profile_handle open_profile(
  const boxwalk_cms_library *library, const uint8_t *bytes, size_t count) {
  return count > UINT32_MAX ? NULL : library->cmsOpenProfileFromMem(bytes, (uint32_t)count);
}

int boxwalk_cms_channels(const boxwalk_cms_library *library, const uint8_t *bytes, size_t count) {
  profile_handle profile = open_profile(library, bytes, count);
  if (!profile) return 0;
  const int result = channels(library, profile);
  library->cmsCloseProfile(profile);
  return result;
}

boxwalk_cms_transform *boxwalk_cms_begin(const boxwalk_cms_library *library, const boxwalk_cms_samples *from, const boxwalk_cms_samples *to, char message[BOXWALK_CMS_MESSAGE]) {
  profile_handle source = open_profile(library, from->profile, from->profile_count);
  profile_handle target = open_profile(library, to->profile, to->profile_count);
  boxwalk_cms_transform *transform = NULL;
  if (!source || !target) {
    snprintf(message, BOXWALK_CMS_MESSAGE, "the colour profile cannot be read");
  } else if (channels(library, source) != from->channels || channels(library, target) != to->channels) {
    snprintf(message, BOXWALK_CMS_MESSAGE, "the colour profile is one of other colours than the picture's");
  } else {
    // For 8 bits there is a fast way that is exact. For 16, the fast way is by a table with few places.
    uint32_t flags = FLAG_BLACK_POINT | FLAG_FINE;
    if (from->bit_depth == 16) flags |= FLAG_NO_OPTIMIZATION;
    transform_handle handle =
      library->cmsCreateTransform(source, format(from), target, format(to), INTENT_RELATIVE, flags);
    transform = handle ? calloc(1, sizeof *transform) : NULL;
    if (transform) {
      transform->library = library;
      transform->handle = handle;
    } else {
      if (handle) library->cmsDeleteTransform(handle);
      snprintf(message, BOXWALK_CMS_MESSAGE, "the colour profile has nothing to convert colours by");
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
