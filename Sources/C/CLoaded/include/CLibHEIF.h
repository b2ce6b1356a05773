#ifndef BOXWALK_CLIBHEIF_H
#define BOXWALK_CLIBHEIF_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// libheif, found at run time.
///
/// Its structures grow at their ends, and state their version: the used fields exist in version 1.15 and all later
/// ones.
typedef struct boxwalk_heif_library boxwalk_heif_library;

/// Opens libheif by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process. NULL, with the reason in `message`, if it is not there or
/// is older than 1.15.
const boxwalk_heif_library *boxwalk_heif_load(const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// `1.15.1`
const char *boxwalk_heif_version(const boxwalk_heif_library *library);

/// Whether it is version 1.`minor` or later.
int boxwalk_heif_is_from(const boxwalk_heif_library *library, int minor);

/// libheif's numbers of the codings.
enum {
  BOXWALK_HEIF_HEVC = 1,
  BOXWALK_HEIF_AVC = 2,
  BOXWALK_HEIF_JPEG = 3,
  BOXWALK_HEIF_AV1 = 4,
  BOXWALK_HEIF_VVC = 5,
  BOXWALK_HEIF_EVC = 6,
  BOXWALK_HEIF_JPEG2000 = 7,
};

/// Whether there is an encoder, or a decoder, of a coding format.
int boxwalk_heif_has_encoder(const boxwalk_heif_library *library, int coding);
int boxwalk_heif_has_decoder(const boxwalk_heif_library *library, int coding);

/// The name of an encoder, or of a decoder, of a coding format: the first is the one that is taken.
/// 0 if there are fewer; decoders are listed by version 1.15 and later.
int boxwalk_heif_encoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_LIBRARY_MESSAGE]);
int boxwalk_heif_decoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_LIBRARY_MESSAGE]);

/// Samples of a plane; of more than 8 bits each takes two bytes, in the order of the machine.
typedef struct {
  uint8_t *bytes;
  /// The bytes from one row to the next.
  size_t stride;
  int width, height;
} boxwalk_heif_plane;

/// A picture in the memory of libheif.
typedef struct {
  const boxwalk_heif_library *library;
  void *image;
  int width, height;
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  int chroma;
  int bit_depth;
  /// Whether the planes are green, blue and red, and not luma and chroma.
  int is_rgb;
  /// Luma, two of chroma, alpha; those that there are not have no bytes.
  boxwalk_heif_plane planes[4];
} boxwalk_heif_picture;

/// Makes a picture of `width`, `height`, `chroma` and `bit_depth`, and sets its planes.
///
/// Returns 0, or -1 with a message. boxwalk_heif_picture_free frees the picture.
int boxwalk_heif_picture_new(
  const boxwalk_heif_library *library, boxwalk_heif_picture *picture, int has_alpha,
  char message[BOXWALK_LIBRARY_MESSAGE]);

void boxwalk_heif_picture_free(boxwalk_heif_picture *picture);

/// A file to write.
typedef struct {
  int coding;
  /// 0 to 100.
  int quality;
  int threads;
  /// Whether chroma is between two luma samples of a row, and not on the first of them.
  int has_centred_chroma;
  /// Whether colours are multiplied by their alpha.
  int is_premultiplied;
  /// Primaries, transfer, matrix, range (ITU-T H.273).
  uint16_t cicp[4];
  /// A colour profile, a TIFF structure and an XMP packet, or NULL.
  const uint8_t *icc;
  size_t icc_count;
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *xmp;
  size_t xmp_count;
} boxwalk_heif_settings;

/// Encodes a picture, and writes the file at the current position of an open descriptor.
///
/// Returns its size, or -1 with a message. If the file cannot be written, the number is `-1 - errno`.
int64_t boxwalk_heif_write(
  boxwalk_heif_picture *picture, const boxwalk_heif_settings *settings, int descriptor,
  char message[BOXWALK_LIBRARY_MESSAGE]);

/// Decodes the primary picture of a file in memory, as it is coded: without transformations, and with its own samples.
///
/// Most versions make red, green and blue of all samples, and wanted planes of those. So the file has to state the
/// identity matrix and full range (ITU-T H.273): red, green and blue are the samples of the planes then.
///
/// Returns 0 and a picture, or -1 with a message.
///
/// \param longest The maximum of a side of the picture: larger ones get no memory.
/// \param chroma The chroma format of the coded picture; if it is negative, the planes are those that the decoder gives,
///   whatever the file states.
int boxwalk_heif_decode(
  const boxwalk_heif_library *library, const uint8_t *file, size_t count, uint32_t longest,
  int chroma, boxwalk_heif_picture *picture, char message[BOXWALK_LIBRARY_MESSAGE]);

#endif
