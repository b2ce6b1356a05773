#define _GNU_SOURCE
#include "system_threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

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

int system_run_threads(
    int count, int needs_another, void (*body)(void *context, int index), void *context) {
  struct work *works = count > 1 ? calloc((size_t)count, sizeof *works) : NULL;
  int others = 0;
  for (int i = 1; works && i < count; i++) {
    works[i] = (struct work){.body = body, .context = context, .index = i};
    works[i].is_running = pthread_create(&works[i].thread, NULL, start, &works[i]) == 0;
    others += works[i].is_running;
  }
  if (needs_another && others == 0) {
    free(works);
    return -1;
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
  return 0;
}

int system_core_count(void) {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

struct system_budget {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  uint64_t amount, left;
  // Each thread gets a number, and is served after all earlier ones.
  uint64_t next_number, served;
};

system_budget *system_budget_make(uint64_t amount) {
  system_budget *budget = calloc(1, sizeof *budget);
  if (!budget) return NULL;
  pthread_mutex_init(&budget->mutex, NULL);
  pthread_cond_init(&budget->changed, NULL);
  budget->amount = budget->left = amount;
  return budget;
}

void system_budget_free(system_budget *budget) {
  if (!budget) return;
  pthread_cond_destroy(&budget->changed);
  pthread_mutex_destroy(&budget->mutex);
  free(budget);
}

static uint64_t at_most(const system_budget *budget, uint64_t amount) {
  return amount < budget->amount ? amount : budget->amount;
}

void system_budget_take(system_budget *budget, uint64_t amount) {
  amount = at_most(budget, amount);
  pthread_mutex_lock(&budget->mutex);
  uint64_t number = budget->next_number++;
  while (budget->served != number || budget->left < amount)
    pthread_cond_wait(&budget->changed, &budget->mutex);
  budget->left -= amount;
  budget->served++;
  pthread_cond_broadcast(&budget->changed);
  pthread_mutex_unlock(&budget->mutex);
}

void system_budget_give(system_budget *budget, uint64_t amount) {
  pthread_mutex_lock(&budget->mutex);
  budget->left += at_most(budget, amount);
  pthread_cond_broadcast(&budget->changed);
  pthread_mutex_unlock(&budget->mutex);
}
