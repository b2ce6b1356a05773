public import Editing
import FileKind
public import ISOBMFF

/// A movie with all that joins it to its still.
public struct LiveMovie: Sendable {
  /// All bytes of the new file, in order.
  public let written: ByteWriter
  /// What was done, and what a reader should know of it, as sentences.
  public let notes: [String]

  /// See ``Editing/Edit/makeLiveMovie(_:)``. All samples are proved to be the bytes that they were.
  public init(_ bytes: Bytes, _ options: LiveMovieOptions) throws(EditError) {
    if let refusal = FileKind(bytes).refusalAsMovie { throw EditError(.wrongFile, refusal) }
    var edit = Edit(bytes)
    try edit.makeLiveMovie(options)
    let edited = try edit.finished()
    written = edited.written
    notes = edited.notes
  }
}
