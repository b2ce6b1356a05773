/// What went wrong with which file.
struct LiveFailure: Error {
  var path: String
  var message: String
}
