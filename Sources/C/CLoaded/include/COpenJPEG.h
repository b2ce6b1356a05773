#ifndef BOXWALK_COPENJPEG_H
#define BOXWALK_COPENJPEG_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// OpenJPEG, found at run time. Its used part is the same in versions 2.1 to 2.5.
typedef struct boxwalk_openjpeg_library boxwalk_openjpeg_library;

/// NULL, with the reason in `message`, if it is not there. It stays open.
const boxwalk_openjpeg_library *boxwalk_openjpeg_load(
  const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// `2.5.0`
const char *boxwalk_openjpeg_version(const boxwalk_openjpeg_library *library);

/// The memory for the samples of a component: rows of samples of one byte, or of two in the machine's order if they
/// have more than 8 bits.
typedef struct {
  uint8_t *bytes;
  size_t stride;
  uint32_t width, height, bits;
} boxwalk_openjpeg_target;

/// Decodes a codestream whose components are as the targets state them.
///
/// 0, or -1 with the reason in `message`, also if the library noticed any damage.
int boxwalk_openjpeg_decode(
  const boxwalk_openjpeg_library *library, const uint8_t *bytes, size_t count,
  const boxwalk_openjpeg_target *targets, uint32_t target_count,
  char message[BOXWALK_LIBRARY_MESSAGE]);

#endif
