#define _GNU_SOURCE

#include "CSandbox.h"

// Libraries that get no memory take data for damaged, or go on without a part of it. So these functions, which the program has
// ahead of the C library, note where memory is missing, and no job ends well then.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#if !defined(__has_feature) || !__has_feature(address_sanitizer)

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

// A decoder may ask for more than this because data is damaged.
enum { LARGE = 1 << 26 };

static atomic_int is_missing;
// Of a library for tests (Tests/Faults): whether a caller gets no memory.
static int (*denies)(const void *caller);

__attribute__((constructor)) static void find_tests(void) {
  *(void **)&denies = dlsym(RTLD_DEFAULT, "boxwalk_denies_memory");
}

static int is_denied(const void *caller) { return denies != NULL && denies(caller); }

static void *noted(void *memory, size_t size) {
  if (memory == NULL && size > 0 && size < LARGE) is_missing = 1;
  return memory;
}

#define GIVE(memory, size) noted(is_denied(__builtin_return_address(0)) ? NULL : (memory), size)

void *malloc(size_t size) { return GIVE(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return GIVE(__libc_calloc(count, size), count > LARGE ? LARGE : count * size); }
void *realloc(void *memory, size_t size) { return GIVE(__libc_realloc(memory, size), size); }
void *memalign(size_t alignment, size_t size) { return GIVE(__libc_memalign(alignment, size), size); }
void *aligned_alloc(size_t alignment, size_t size) { return GIVE(__libc_memalign(alignment, size), size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *found = GIVE(__libc_memalign(alignment, size), size);
  if (found == NULL) return ENOMEM;
  *memory = found;
  return 0;
}

int boxwalk_sandbox_lacked_memory(void) { return is_missing; }

#define NOTES_MEMORY
#endif
#endif

#ifndef NOTES_MEMORY
int boxwalk_sandbox_lacked_memory(void) { return 0; }
#endif
