package import EditedFiles
package import Editing

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

  /// What cannot be done with the file at `path`.
  package init(_ path: String, _ error: EditError) { self.init(path, error.message) }

  /// What `body` makes of the file at `path`; its error names that file.
  package static func naming<Made: ~Copyable>(
    _ path: String, _ body: () throws(EditError) -> Made
  ) throws(LiveError) -> Made {
    do throws(EditError) { return try body() } catch { throw LiveError(path, error) }
  }
}

extension OriginalFile {
  /// Opens the file; its error names it.
  package init(named path: String) throws(LiveError) {
    do throws(EditError) { try self.init(path) } catch { throw LiveError(path, error) }
  }
}
