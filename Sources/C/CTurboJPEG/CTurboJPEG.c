#include "CTurboJPEG.h"

// Without the trait Codecs this is compiled, too, perhaps where there is no libjpeg; nothing calls it then.
#if __has_include(<jpeglib.h>)

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// libjpeg reports errors by a callback that must not return: ours jumps back to the start of the function, and the
// caller gets the message.
typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf entry;
  char *message;
} error_manager;

static void fail(j_common_ptr info) {
  error_manager *manager = (error_manager *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(manager->message, 200, "%.199s", text);
  longjmp(manager->entry, 1);
}

static void ignore(j_common_ptr info) { (void)info; }

// Output goes to memory that grows.
typedef struct {
  struct jpeg_destination_mgr base;
  JOCTET *bytes;
  size_t capacity;
} destination;

static void start(j_compress_ptr info) { (void)info; }

static boolean grow(j_compress_ptr info) {
  destination *self = (destination *)info->dest;
  // All of it is used: libjpeg does not say how much is left.
  size_t used = self->capacity;
  size_t capacity = used == 0 ? 1 << 16 : used * 2;
  JOCTET *bytes = realloc(self->bytes, capacity);
  if (bytes == NULL) {
    error_manager *manager = (error_manager *)info->err;
    snprintf(manager->message, 200, "out of memory");
    longjmp(manager->entry, 1);
  }
  self->bytes = bytes;
  self->capacity = capacity;
  self->base.next_output_byte = bytes + used;
  self->base.free_in_buffer = capacity - used;
  return TRUE;
}

static void finish(j_compress_ptr info) { (void)info; }

// Rows of planes, padded to whole blocks by repeating the last sample and the last row.
static void write_planes(j_compress_ptr info, const boxwalk_jpeg_picture *picture) {
  int vertical = 1, horizontal = 1;
  for (int c = 0; c < picture->components; c++) {
    if (picture->planes[c].vertical > vertical) vertical = picture->planes[c].vertical;
    if (picture->planes[c].horizontal > horizontal) horizontal = picture->planes[c].horizontal;
  }
  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY planes[3] = {rows[0], rows[1], rows[2]};
  int columns = (picture->width + horizontal * DCTSIZE - 1) / (horizontal * DCTSIZE);
  // The memory is from libjpeg's pool, so it is freed with the compressor, also after an error.
  JSAMPARRAY padded[3];
  int padded_width[3];
  for (int c = 0; c < picture->components; c++) {
    const boxwalk_jpeg_plane *plane = &picture->planes[c];
    padded_width[c] = columns * plane->horizontal * DCTSIZE;
    padded[c] = (*info->mem->alloc_sarray)(
        (j_common_ptr)info, JPOOL_IMAGE, (JDIMENSION)padded_width[c],
        (JDIMENSION)(plane->vertical * DCTSIZE));
  }
  while (info->next_scanline < info->image_height) {
    int band = (int)info->next_scanline / (vertical * DCTSIZE);
    for (int c = 0; c < picture->components; c++) {
      const boxwalk_jpeg_plane *plane = &picture->planes[c];
      int count = plane->vertical * DCTSIZE;
      for (int row = 0; row < count; row++) {
        int y = band * count + row;
        if (y >= plane->height) y = plane->height - 1;
        const uint8_t *source = plane->bytes + (size_t)y * plane->stride;
        if (plane->width >= padded_width[c]) {
          rows[c][row] = (JSAMPROW)source;
          continue;
        }
        memcpy(padded[c][row], source, (size_t)plane->width);
        memset(padded[c][row] + plane->width, source[plane->width - 1],
               (size_t)(padded_width[c] - plane->width));
        rows[c][row] = padded[c][row];
      }
    }
    jpeg_write_raw_data(info, planes, (JDIMENSION)(vertical * DCTSIZE));
  }
}

int boxwalk_jpeg_encode(const boxwalk_jpeg_picture *picture, uint8_t **bytes, size_t *count, char message[200]) {
  struct jpeg_compress_struct info;
  error_manager errors;
  // It is not on the stack of this function, because it is read after the jump.
  destination *output = calloc(1, sizeof *output);
  if (output == NULL) {
    snprintf(message, 200, "out of memory");
    return -1;
  }
  memset(&info, 0, sizeof info);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = fail;
  errors.base.output_message = ignore;
  errors.message = message;
  if (setjmp(errors.entry)) {
    jpeg_destroy_compress(&info);
    free(output->bytes);
    free(output);
    return -1;
  }
  jpeg_create_compress(&info);
  output->base.init_destination = start;
  output->base.empty_output_buffer = grow;
  output->base.term_destination = finish;
  info.dest = &output->base;
  grow(&info);

  info.image_width = (JDIMENSION)picture->width;
  info.image_height = (JDIMENSION)picture->height;
  info.input_components = picture->components;
  if (picture->rgb) {
    info.in_color_space = JCS_RGB;
  } else {
    info.in_color_space = picture->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  }
  jpeg_set_defaults(&info);
  jpeg_set_colorspace(&info, picture->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr);
  jpeg_set_quality(&info, picture->quality, TRUE);
  info.dct_method = JDCT_ISLOW;
  info.write_JFIF_header = FALSE;
  info.restart_interval = (unsigned)picture->restart_interval;
  if (picture->rgb) {
    // Full chroma: the source had it, or it was interpolated.
    info.comp_info[0].h_samp_factor = picture->planes[0].horizontal;
    info.comp_info[0].v_samp_factor = picture->planes[0].vertical;
  } else {
    info.raw_data_in = TRUE;
    for (int c = 0; c < picture->components; c++) {
      info.comp_info[c].h_samp_factor = picture->planes[c].horizontal;
      info.comp_info[c].v_samp_factor = picture->planes[c].vertical;
    }
  }
  jpeg_start_compress(&info, TRUE);
  if (picture->rgb) {
    while (info.next_scanline < info.image_height) {
      JSAMPROW row = (JSAMPROW)(picture->rgb + (size_t)info.next_scanline * picture->rgb_stride);
      jpeg_write_scanlines(&info, &row, 1);
    }
  } else {
    write_planes(&info, picture);
  }
  jpeg_finish_compress(&info);
  *bytes = output->bytes;
  *count = output->capacity - output->base.free_in_buffer;
  jpeg_destroy_compress(&info);
  free(output);
  return 0;
}

void boxwalk_jpeg_free(uint8_t *bytes) { free(bytes); }

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *boxwalk_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return TEXT(LIBJPEG_TURBO_VERSION);
#else
  return "";
#endif
}

#endif
