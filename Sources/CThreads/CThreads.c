#include "CThreads.h"

#include <pthread.h>
#include <stdlib.h>

struct work {
  void (*body)(void *context, int index);
  void *context;
  int index;
  int is_running;
  pthread_t thread;
};

static void *start(void *argument) {
  struct work *work = argument;
  work->body(work->context, work->index);
  return NULL;
}

void boxwalk_run_threads(int count, void (*body)(void *context, int index), void *context) {
  struct work *works = count > 1 ? calloc((size_t)count, sizeof *works) : NULL;
  for (int i = 1; works && i < count; i++) {
    works[i] = (struct work){.body = body, .context = context, .index = i};
    works[i].is_running = pthread_create(&works[i].thread, NULL, start, &works[i]) == 0;
  }
  body(context, 0);
  for (int i = 1; i < count; i++) {
    if (works && works[i].is_running) {
      pthread_join(works[i].thread, NULL);
    } else {
      body(context, i);
    }
  }
  free(works);
}
