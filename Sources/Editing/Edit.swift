public import ISOBMFF

/// A file that is being edited: the boxes as they are to be, and what of the media is meant to change.
///
///     var edit = Edit(try ByteSource(mapping: "IMG_1234.MOV").bytes)
///     edit.file.boxes.removeAll { $0.type == "free" }
///     let edited = try edit.finished()
///
/// Boxes that nobody changes are copied, and media data is never held in memory.
public struct Edit: Sendable {
  public let original: BoxFile
  /// The boxes as they are to be; any of them can be changed, removed and added.
  public var file: BoxFile
  /// Items whose bytes are meant to become others, or to go. All others have to keep theirs.
  public var changedItems: Set<UInt32> = []
  /// Tracks whose samples are meant to become others, or to go, by `track_ID`.
  public var changedTracks: Set<UInt32> = []
  /// Tracks that are meant to lose samples at their end, and no others.
  public var shortenedTracks: Set<UInt32> = []
  /// What was done, and what a reader should know of it, as sentences.
  public var notes: [String] = []
  /// Whether free space takes up what grows and shrinks, where it can, so that nothing else moves.
  public var keepsPlaces = true

  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    original = BoxFile(bytes, limits: limits)
    file = original
  }

  /// The new file: every place in it says where things are now, and everything that was not meant to
  /// change is proved to read the same bytes.
  ///
  /// It throws if that cannot be: if a place leads to what is no longer there, or if data would have
  /// to move in a file so damaged that not all of its places are known.
  public func finished() throws(EditError) -> EditedFile {
    var file = file
    let written: ByteWriter
    do throws(FieldError) {
      if keepsPlaces { _ = try file.keepPlaces() }
      written = try file.relocated()
    } catch {
      throw EditError(error)
    }
    let edited = try EditedFile(written, of: original, notes: notes)
    try DataProof(self, edited).check()
    return edited
  }
}
