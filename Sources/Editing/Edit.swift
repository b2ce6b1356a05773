public import ISOBMFF
import Relocation

/// A file that is being edited: the boxes as they are to be, and what of the media is meant to change.
///
///     var edit = Edit(try ByteSource(mapping: "IMG_1234.MOV").bytes)
///     edit.file.boxes.removeAll { $0.type == "free" }
///     let edited = try edit.finished()
///
/// Boxes that nobody changes are copied, and media data is never held in memory.
public struct Edit: Sendable {
  /// The file as it is.
  public let original: BoxFile
  /// The boxes as they are to be; any of them can be changed, removed and added.
  public var file: BoxFile
  /// Items whose bytes are meant to become others, or to go. All others have to keep theirs.
  public var changedItems: Set<UInt32> = []
  /// Tracks whose samples are meant to become others, or to go, by `track_ID`.
  public var changedTracks: Set<UInt32> = []
  /// Tracks that are meant to lose samples at their end, and no others.
  public var shortenedTracks: Set<UInt32> = []
  /// Tracks whose tables are made again from what was in fragments; each sample has to keep its bytes, and
  /// its times but for where the first begins.
  var rebuiltTracks: Set<UInt32> = []
  /// What changes the times of tracks in fragments, by `track_ID`; they are presented as before.
  var fragmentClocks: [UInt32: FragmentClock] = [:]
  /// Tracks that are meant to keep some samples, and no others.
  var keptSamples: [UInt32: KeptSamples] = [:]
  /// Files that go on where the original ends, and have fragments of its tracks.
  var segments: (files: [BoxFile], places: FragmentFiles)?
  /// Movies that go on where this one ends.
  var joinedMovies: [JoinedMovie] = []
  /// What was done, and what a reader should know of it, as sentences.
  public var notes: [String] = []
  /// Whether some media is lost by what was done, as ``notes`` say.
  public var losesMedia = false
  /// Whether free space takes up what grows and shrinks, where it can, so that nothing else moves.
  public var keepsPlaces = true

  /// Starts with the file as it is. It does not throw: what cannot be read stays as it is.
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
    var edit = self
    let written = try edit.relocate()
    var edited = try EditedFile(written, of: edit)
    edited.announceBrokenCredentials()
    try DataProof(edit, edited).check()
    return edited
  }

  /// Writes the file with its places corrected: those that boxes state, and those that stand in XMP.
  private mutating func relocate() throws(EditError) -> ByteWriter {
    let edit = self
    var packets: [UInt32: [UInt8]] = [:]
    // A packet that becomes longer moves what it speaks of: once, as then it has room.
    for _ in 0..<4 {
      self = edit
      try setXMP(packets)
      let written = try relocatedBoxes()
      let relocation = Relocation(written, of: original.bytes.source, adding: file.added)
      let corrected = edit.correctedXMP(by: relocation)
      if corrected == packets { return written }
      packets = corrected
    }
    throw EditError(
      .proofFailed, "has XMP metadata whose numbers cannot be made right; nothing was written")
  }

  private func relocatedBoxes() throws(EditError) -> ByteWriter {
    var file = file
    do throws(FieldError) {
      if keepsPlaces { _ = try file.keepPlaces() }
      return try file.relocated()
    } catch {
      throw EditError(error)
    }
  }
}
