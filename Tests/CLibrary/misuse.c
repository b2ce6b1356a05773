/* Calls functions of boxwalk.h as no program should, and as several threads may: misuse PHOTO BROKEN DEEP FOLDER
 *
 * PHOTO is sound, BROKEN is a file that begins like one, DEEP has very many boxes in each other, and new files come into FOLDER. The program says
 * which call did not do what the header says.
 */
#include <boxwalk.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static _Atomic int failures = 0;
static const char *photo, *broken, *deep, *folder;

/* Whether a call ended so, with a document or with a sentence, and not with both. */
static void expect(int line, boxwalk_status expected, boxwalk_status status, char *json, char *error) {
  const int has_document = status == BOXWALK_DONE || status == BOXWALK_WARNINGS;
  if (status != expected || (json != NULL) != has_document || (error != NULL) == has_document) {
    printf("line %d: %d, %s, %s\n", line, (int)status, json ? json : "-", error ? error : "-");
    failures++;
  }
  boxwalk_free(json);
  boxwalk_free(error);
}

#define EXPECT(status, call) \
  do { \
    char *json = (char *)1, *error = (char *)1; \
    const boxwalk_status ended = (call); \
    expect(__LINE__, status, ended, json, error); \
  } while (0)

static void wrong_options(void) {
  static const char *const wrong[] = {
      "", "{", "[]", "null", "\"a\"", "{\"nothing\": 1}", "{\"jobs\": 0}", "{\"jobs\": \"4\"}", "{\"root\": 4}",
      "{\"jobs\": 1e300}", "{\"memory\": -1}", "{\"worker\": {}}", "\xff\xfe", "{\"jobs\": 1} x"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    boxwalk *opened = (boxwalk *)1;
    char *error = NULL;
    const boxwalk_status status = boxwalk_open(wrong[i], &opened, &error);
    if (status != BOXWALK_USAGE || opened != NULL || error == NULL) {
      printf("%s: %d\n", wrong[i], (int)status);
      failures++;
    }
    boxwalk_free(error);
  }
  boxwalk *opened = (boxwalk *)1;
  if (boxwalk_open("{\"root\": \"/does/not/exist\"}", &opened, NULL) != BOXWALK_BAD_INPUT || opened) failures++;
  if (boxwalk_open(NULL, NULL, NULL) != BOXWALK_USAGE) failures++;
}

static void wrong_arguments(boxwalk *opened) {
  boxwalk_verdict verdict = BOXWALK_HAS_ERRORS;
  EXPECT(BOXWALK_USAGE, boxwalk_inspect(NULL, photo, NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_inspect(opened, NULL, NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_inspect(opened, "", NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_inspect(opened, "\xff", NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_inspect(opened, photo, "{\"path\": \"b\"}", &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_inspect(opened, photo, "{\"tree\": 1}", &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_verify(opened, photo, NULL, NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_convert(opened, photo, NULL, NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_ask(opened, NULL, NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_ask(opened, "nothing", NULL, &json, &error));
  EXPECT(BOXWALK_USAGE, boxwalk_ask(opened, "inspect", NULL, &json, &error));
  EXPECT(BOXWALK_BAD_INPUT, boxwalk_inspect(opened, "/does/not/exist", NULL, &json, &error));
  EXPECT(BOXWALK_BAD_INPUT, boxwalk_inspect(opened, folder, NULL, &json, &error));
  EXPECT(BOXWALK_BAD_INPUT, boxwalk_verify(opened, "/dev/null", NULL, &verdict, &json, &error));
  if (verdict != BOXWALK_HAS_ERRORS) failures++;
  EXPECT(BOXWALK_BAD_INPUT, boxwalk_convert(opened, broken, "/does/not/exist/a.jpg", NULL, &json, &error));
  /* Nobody wants to know. */
  if (boxwalk_inspect(opened, photo, NULL, NULL, NULL) != BOXWALK_DONE) failures++;
  if (boxwalk_inspect(opened, NULL, NULL, NULL, NULL) != BOXWALK_USAGE) failures++;
  boxwalk_free(NULL);
  boxwalk_close(NULL);
}

static void right_arguments(boxwalk *opened) {
  boxwalk_verdict verdict = BOXWALK_HAS_ERRORS;
  EXPECT(BOXWALK_DONE, boxwalk_verify(opened, photo, NULL, &verdict, &json, &error));
  if (verdict != BOXWALK_INTACT) failures++;
  EXPECT(BOXWALK_DONE, boxwalk_verify(opened, broken, NULL, &verdict, &json, &error));
  if (verdict != BOXWALK_HAS_ERRORS) failures++;
  EXPECT(BOXWALK_DONE, boxwalk_inspect(opened, broken, "{\"tree\": true, \"plays\": true}", &json, &error));
  EXPECT(BOXWALK_DONE, boxwalk_ask(opened, "version", "{}", &json, &error));
}

static volatile sig_atomic_t raised;
static void mine(int number) { raised = number; }

/* What is no file of boxwalk goes to the handler that the program had. */
static void signals(void) {
  signal(SIGBUS, mine);
  boxwalk *opened = NULL;
  if (boxwalk_open(NULL, &opened, NULL) != BOXWALK_DONE) failures++;
  EXPECT(BOXWALK_DONE, boxwalk_inspect(opened, photo, NULL, &json, &error));
  struct sigaction action;
  sigaction(SIGBUS, NULL, &action);
  if (action.sa_handler == mine) failures++;
  raise(SIGBUS);
  if (raised != SIGBUS) {
    printf("SIGBUS was not passed on\n");
    failures++;
  }
  boxwalk_close(opened);
}

/* The work of a thread: with what all have opened. */
static void *work(void *argument) {
  boxwalk *opened = argument;
  for (int i = 0; i < 3; i++) {
    char output[4096];
    snprintf(output, sizeof output, "%s/%lx-%d.jpg", folder, (unsigned long)pthread_self(), i);
    EXPECT(BOXWALK_DONE, boxwalk_inspect(opened, photo, "{\"tree\": true}", &json, &error));
    EXPECT(BOXWALK_DONE, boxwalk_convert(opened, photo, output, "{\"maxSize\": 64}", &json, &error));
  }
  boxwalk_verdict verdict = BOXWALK_INTACT;
  EXPECT(BOXWALK_DONE, boxwalk_verify(opened, deep, NULL, &verdict, &json, &error));
  if (verdict != BOXWALK_HAS_ERRORS) failures++;
  EXPECT(BOXWALK_DONE, boxwalk_inspect(opened, deep, "{\"tree\": true}", &json, &error));
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 5) return 64;
  photo = argv[1];
  broken = argv[2];
  deep = argv[3];
  folder = argv[4];
  /* Programs that do not wait for their processes. */
  signal(SIGCHLD, SIG_IGN);
  wrong_options();
  signals();
  boxwalk *opened = NULL;
  if (boxwalk_open(NULL, &opened, NULL) != BOXWALK_DONE) return 1;
  wrong_arguments(opened);
  right_arguments(opened);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 << 10);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], &attributes, work, opened) != 0) return 1;
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  pthread_attr_destroy(&attributes);
  boxwalk_close(opened);
  if (strchr(boxwalk_version(), '.') == NULL) failures++;
  return failures == 0 ? 0 : 1;
}
