public import Editing
package import Files

/// An error, with the file that caused it.
public struct LiveError: Error, CustomStringConvertible {
  /// The path of the file; nil if no file caused the error, or if several files did.
  public var path: String?
  /// The reason: a sentence without the name of the file.
  public var message: String
  /// The kind of the error, if an edit made it.
  public var kind: EditError.Kind?
  /// Whether Boxwalk is to blame, and not a file.
  package var isFault: Bool

  package init(_ path: String?, _ message: String, isFault: Bool = false) {
    self.path = path
    self.message = message
    self.isFault = isFault
  }

  /// The error of an edit, for the file at `path`.
  package init(_ path: String, _ error: EditError) {
    self.init(path, error.message)
    kind = error.kind
  }

  public var description: String { path.map { "\($0): \(message)" } ?? message }

  /// The result of `body`, which works on the file at `path`; its error names that file.
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
