// RTLD_DEFAULT, RTLD_DEEPBIND and dladdr.
#define _GNU_SOURCE

#include "CRuntimeLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
// Libraries are few; those that were opened are found again.
static struct {
  const boxwalk_library_kind *kind;
  char name[1024];
  void *table;
} opened[16];

static void *load(const boxwalk_library_kind *kind, const char *name, char *message) {
  int flags = RTLD_LAZY | RTLD_LOCAL;
#ifdef RTLD_DEEPBIND
  if (kind->has_own_libraries) flags |= RTLD_DEEPBIND;
#endif
  void *handle = dlopen(name, flags);
  if (!handle) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", dlerror());
    return NULL;
  }
  boxwalk_library_file *table = calloc(1, kind->table_size);
  if (!table) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "no memory");
    dlclose(handle);
    return NULL;
  }
  for (size_t i = 0; i < kind->function_count; i++) {
    const boxwalk_library_function *function = &kind->functions[i];
    void *address = dlsym(handle, function->name);
    if (!address) {
      snprintf(
        message, BOXWALK_LIBRARY_MESSAGE, "%s has no function %s", name, function->name);
      goto fail;
    }
    memcpy((char *)table + function->offset, &address, sizeof address);
  }
  Dl_info info;
  const int is_known = dladdr(dlsym(handle, kind->functions[0].name), &info) && info.dli_fname;
  snprintf(table->path, sizeof table->path, "%s", is_known ? info.dli_fname : name);
  if (kind->begin && !kind->begin(table, name, message)) goto fail;
  return table;
fail:
  free(table);
  dlclose(handle);
  return NULL;
}

const void *boxwalk_library_open(
  const boxwalk_library_kind *kind, const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  message[0] = 0;
  pthread_mutex_lock(&opening);
  void *table = NULL;
  size_t index = 0;
  const size_t count = sizeof opened / sizeof opened[0];
  while (index < count && opened[index].table &&
         (opened[index].kind != kind || strcmp(opened[index].name, name) != 0)) {
    index++;
  }
  if (index < count && opened[index].table) {
    table = opened[index].table;
  } else if (index < count && strlen(name) < sizeof opened[index].name) {
    table = load(kind, name, message);
    if (table) {
      opened[index].kind = kind;
      strcpy(opened[index].name, name);
      opened[index].table = table;
    }
  } else {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "too many libraries, or too long a name");
  }
  pthread_mutex_unlock(&opening);
  return table;
}

const void *boxwalk_library_without_header(
  const char *title, char message[BOXWALK_LIBRARY_MESSAGE]) {
  snprintf(message, BOXWALK_LIBRARY_MESSAGE, "Boxwalk was built without the headers of %s", title);
  return NULL;
}

typedef struct {
  boxwalk_library_file file;
  const unsigned *(*engine)(void);
} module;

const void *boxwalk_module_open(
  const char *name, const char *function, unsigned interface,
  char message[BOXWALK_LIBRARY_MESSAGE]) {
  const boxwalk_library_function functions[] = {{function, offsetof(module, engine)}};
  const boxwalk_library_kind kind = {
    .functions = functions,
    .function_count = 1,
    .table_size = sizeof(module),
    .has_own_libraries = 1,
  };
  message[0] = 0;
  module *opened = load(&kind, name, message);
  if (!opened) return NULL;
  const unsigned *engine = opened->engine();
  free(opened);
  if (engine && *engine == interface) return engine;
  snprintf(
    message, BOXWALK_LIBRARY_MESSAGE, "%s %s", name,
    engine ? "is of another version of Boxwalk" : "was built without the headers of its libraries");
  return NULL;
}

const char *boxwalk_library_path(const char *function) {
  void *address = dlsym(RTLD_DEFAULT, function);
  Dl_info info;
  return address && dladdr(address, &info) ? info.dli_fname : NULL;
}
