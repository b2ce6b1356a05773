public import ISOBMFF

/// A file that is being edited: the new boxes, and the media that are meant to change.
///
///     var edit = Edit(try ByteSource(mapping: "IMG_1234.MOV").bytes)
///     edit.file.boxes.removeAll { $0.type == "free" }
///     let edited = try edit.finished()
///
/// Unchanged boxes are copied, and media data is never held in memory.
public struct Edit: Sendable {
  /// The file before the edit.
  public let original: BoxFile
  /// The boxes of the new file; you can change, remove and add boxes.
  public var file: BoxFile
  /// The IDs of items whose bytes are meant to change, or that are meant to be removed. All other items must
  /// keep their bytes.
  public var changedItems: Set<UInt32> = []
  /// The `track_ID`s of tracks whose samples are meant to change, or that are meant to be removed.
  public var changedTracks: Set<UInt32> = []
  /// The `track_ID`s of tracks that are meant to lose samples only at their end.
  public var shortenedTracks: Set<UInt32> = []
  /// Tracks whose tables are rebuilt from fragments. Each sample has to keep its bytes and its times, except that
  /// the start of the first sample may change.
  var rebuiltTracks: Set<UInt32> = []
  /// The changes to the times of tracks in fragments, by `track_ID`; the presentation stays the same.
  var fragmentClocks: [UInt32: FragmentClock] = [:]
  /// The samples that tracks keep, by `track_ID`.
  var keptSamples: [UInt32: KeptSamples] = [:]
  /// The orders of the old samples in tracks that were in several parts, by `track_ID`.
  var continuousTracks: [UInt32: ContinuousOrder] = [:]
  /// Files that continue the original, and have fragments of its tracks.
  var segments: (files: [BoxFile], offsets: FragmentFiles)?
  /// Movies that are appended to this one.
  var joinedMovies: [JoinedMovie] = []
  /// The file in other pieces, if it is not made of its boxes: a JPEG image, or a file whose boxes at the top are
  /// wrong. That nothing else changes is proved where it is made.
  var rewritten: ByteWriter?
  /// Media data of the original that is not in an `mdat` box there.
  var foundMedia: Range<Int>?
  /// Sentences about what was done and what the user should know.
  public var notes: [String] = []
  /// The `track_ID`s of tracks that the edit removes because that is what was asked for.
  var removedTracks: Set<UInt32> = []
  /// A sentence about data that stays although metadata was to be removed, because its form is not known; nil if there
  /// is none.
  public internal(set) var unexamined: String?
  /// What must not be left, if metadata was stripped.
  var traces: MetadataTraces?
  /// Whether the edit loses media, as ``notes`` say.
  public var losesMedia = false
  /// Those of ``notes`` that say which media a new format cannot hold.
  private(set) var losses: [String] = []
  /// Whether free space compensates for boxes that grow or shrink, if possible, so that nothing else moves.
  public var keepsOffsets = true

  /// An edit without changes. It does not throw: boxes that cannot be read stay unchanged.
  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    original = BoxFile(bytes, limits: limits)
    file = original
  }

  /// Notes media that the new file does not have, as sentences.
  public mutating func lose(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    losesMedia = true
    losses += sentences
    notes += sentences
  }

  /// Removes the notes, and what they say of media that is lost, because somebody else tells it.
  package mutating func takeNotes() -> [String] {
    defer { (notes, losses, losesMedia) = ([], [], false) }
    return notes
  }

  /// The new file. Every offset in it is corrected, and it is proved that all media that were not meant to
  /// change have the same bytes.
  ///
  /// It throws if an offset refers to data that was removed, or if data would have to move although the file is
  /// so damaged that not all of its offsets are known.
  public func finished() throws(EditError) -> EditedFile {
    if let rewritten { return try EditedFile(rewritten, of: self) }
    var edit = self
    let written = try edit.relocate()
    var edited = try EditedFile(written, of: edit)
    edited.announceBrokenCredentials()
    // What stays as it is needs no proof.
    if edited.isChanged { try DataProof(edit, edited).check() }
    return edited
  }

  /// Writes the file with corrected offsets in boxes and in XMP.
  private mutating func relocate() throws(EditError) -> ByteWriter {
    let edit = self
    var packets: [UInt32: [UInt8]] = [:]
    // A packet that becomes longer moves the data to which it refers. This happens once, because it then has space.
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
      if keepsOffsets { _ = try file.keepOffsets() }
      return try file.relocated()
    } catch {
      var failure = EditError(error)
      if error.path.first == "mfra", original.hasStaleFragmentIndex {
        failure.message += ": this index of fragments is wrong, and boxwalk repair removes it"
      }
      throw failure
    }
  }
}
