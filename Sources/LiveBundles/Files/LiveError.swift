/// What went wrong with which file.
package struct LiveError: Error {
  /// Nil if it is with no file, or with several together.
  package var path: String?
  package var message: String
  /// Whether Boxwalk is to blame, and not a file.
  package var isFault: Bool

  package init(_ path: String?, _ message: String, isFault: Bool = false) {
    self.path = path
    self.message = message
    self.isFault = isFault
  }
}
