// RTLD_DEFAULT, RTLD_DEEPBIND and dladdr.
#define _GNU_SOURCE

#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static const boxwalk_library *opened;

static void *open_file(const char *name, int has_own_libraries, char *message) {
  int flags = RTLD_LAZY | RTLD_LOCAL;
#ifdef RTLD_DEEPBIND
  if (has_own_libraries) flags |= RTLD_DEEPBIND;
#endif
  void *handle = dlopen(name, flags);
  if (!handle) snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", dlerror());
  return handle;
}

static void *find(void *handle, const char *name, const char *function, char *message) {
  void *address = dlsym(handle, function);
  if (!address) snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s has no function %s", name, function);
  return address;
}

static const char *file_of(const void *address) {
  Dl_info info;
  return address && dladdr(address, &info) ? info.dli_fname : NULL;
}

static const boxwalk_library *load(
  const boxwalk_library_kind *kind, const char *name, char *message) {
  void *handle = open_file(name, kind->has_own_libraries, message);
  if (!handle) return NULL;
  size_t count = 0;
  while (kind->functions[count]) count++;
  boxwalk_library *library = malloc(sizeof *library + count * sizeof(void *));
  char *copy = strdup(name);
  if (!library || !copy) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "no memory");
    goto fail;
  }
  void **addresses = (void **)(library + 1);
  for (size_t i = 0; i < count; i++) {
    addresses[i] = find(handle, name, kind->functions[i], message);
    if (!addresses[i]) goto fail;
  }
  const char *file = file_of(addresses[0]);
  *library = (boxwalk_library){kind, copy, file ? file : copy, opened};
  if (!kind->begin || kind->begin(library, name, message)) return library;
fail:
  free(copy);
  free(library);
  dlclose(handle);
  return NULL;
}

const void *boxwalk_library_open(
  const boxwalk_library_kind *kind, const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  message[0] = 0;
  pthread_mutex_lock(&opening);
  const boxwalk_library *library = opened;
  while (library && (library->kind != kind || strcmp(library->name, name) != 0)) {
    library = library->next;
  }
  if (!library) {
    library = load(kind, name, message);
    if (library) opened = library;
  }
  pthread_mutex_unlock(&opening);
  return library;
}

const char *boxwalk_library_file(const boxwalk_library *library) { return library->file; }

const char *boxwalk_function_file(const char *function) {
  return file_of(dlsym(RTLD_DEFAULT, function));
}

const void *boxwalk_module_open(
  const char *name, const char *function, unsigned interface,
  char message[BOXWALK_LIBRARY_MESSAGE]) {
  message[0] = 0;
  void *handle = open_file(name, 1, message);
  if (!handle) return NULL;
  void *address = find(handle, name, function, message);
  if (!address) {
    dlclose(handle);
    return NULL;
  }
  const unsigned *(*make_engine)(void);
  memcpy(&make_engine, &address, sizeof address);
  const unsigned *engine = make_engine();
  if (engine && *engine == interface) return engine;
  snprintf(
    message, BOXWALK_LIBRARY_MESSAGE, "%s %s", name,
    engine ? "is of another version of Boxwalk" : "was built without the headers of its libraries");
  return NULL;
}
