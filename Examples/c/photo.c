/* Says what a photo or movie is, whether it is whole, and makes a small JPEG of it:
 *
 *   photo FILE [OUTPUT.jpg]
 *
 * The exit code is that of the worst that happened, as the command `boxwalk` has it.
 */
#include <boxwalk.h>
#include <stdio.h>

/* Prints what a call gave, and frees it. */
static boxwalk_status shown(boxwalk_status status, const char *what, char *json, char *error) {
  if (json != NULL) printf("%s: %s\n", what, json);
  if (error != NULL) fprintf(stderr, "%s: %s\n", what, error);
  boxwalk_free(json);
  boxwalk_free(error);
  return status;
}

static boxwalk_status worse(boxwalk_status a, boxwalk_status b) { return a > b ? a : b; }

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: photo FILE [OUTPUT.jpg]\n");
    return BOXWALK_USAGE;
  }
  boxwalk *opened = NULL;
  char *json = NULL, *error = NULL;
  boxwalk_status status = boxwalk_open("{\"jobs\": 1}", &opened, &error);
  if (status != BOXWALK_DONE) return (int)shown(status, "open", NULL, error);

  boxwalk_status worst = boxwalk_inspect(opened, argv[1], NULL, &json, &error);
  shown(worst, "inspect", json, error);

  boxwalk_verdict verdict = BOXWALK_INTACT;
  status = boxwalk_verify(opened, argv[1], NULL, &verdict, &json, &error);
  worst = worse(worst, shown(status, "verify", json, error));
  if (status == BOXWALK_DONE) {
    static const char *const texts[] = {"intact", "has warnings", "has errors"};
    printf("verdict: %s\n", texts[verdict]);
  }

  if (argc == 3) {
    status = boxwalk_convert(
        opened, argv[1], argv[2], "{\"maxSize\": 640, \"quality\": 85}", &json, &error);
    worst = worse(worst, shown(status, "convert", json, error));
  }
  boxwalk_close(opened);
  return (int)worst;
}
