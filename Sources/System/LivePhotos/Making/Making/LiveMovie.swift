public import Editing
public import ISOBMFF

/// The movie of a Live Photo, made from another movie.
public struct LiveMovie: Sendable {
  /// All bytes of the new file, in order.
  public let written: ByteWriter
  /// Sentences about what was done and what the user should know.
  public package(set) var notes: [String]

  /// See ``Editing/Edit/makeLiveMovie(_:)``. It is proved that all samples have the same bytes as before.
  ///
  /// Throws if no movie of a Live Photo can be made, or if the proof fails.
  public init(_ bytes: Bytes, _ options: LiveMovieOptions) throws(EditError) {
    if let refusal = FileKind(bytes).refusalAsMovie { throw EditError(.wrongFile, refusal) }
    var edit = Edit(bytes)
    try edit.makeLiveMovie(options)
    let edited = try edit.finished()
    written = edited.written
    notes = edited.notes
  }
}
