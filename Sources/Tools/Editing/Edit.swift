public import ISOBMFF
package import Metadata

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

/// Why an edit is not possible. The file does not change.
public struct EditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of errors, for programs that handle them.
  public enum Kind: Hashable, Sendable {
    /// The box, field, item, track, frame or offset does not exist in the file.
    case notFound
    /// The request contradicts itself, or the value does not fit the field.
    case invalid
    /// The edit is not for this kind of file.
    case wrongFile
    /// The file is incomplete or damaged in a part that the edit has to read.
    case damaged
    /// The file is not damaged, but the edit does not support such files.
    case unsupported
    /// The check of the new file failed: something that should stay would change, or something that should be
    /// removed would stay.
    case proofFailed
    /// A file with the name of the new file exists.
    case fileExists
    /// Another program changed the original during the edit.
    case fileChanged
    /// A system call failed, with this `errno`.
    case system(errno: Int32)
  }

  /// The kind of the error, for programs that handle it.
  public var kind: Kind
  /// A sentence without the name of the file: what is wrong, where, and what to do.
  public var message: String
  /// The path of boxes and fields to the problem, outermost first; empty if it is the whole file.
  public var path: [String]
  /// The offset in the file at which the problem is, in bytes; nil if it is not at one offset.
  public var offset: Int?
  /// The name of another file, which the edit reads and which has the problem; nil if the edited file has it.
  public var file: String?

  /// An error with a sentence for people.
  public init(_ kind: Kind, _ message: String, path: [String] = [], offset: Int? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.offset = offset
  }

  /// An error for a field that could not be read or written, with its path and offset.
  public init(_ error: FieldError) {
    let kind: Kind =
      switch error.reason {
      case .doesNotFit, .unsupportedWidth: .invalid
      case .unsupportedVersion, .exceedsLimit: .unsupported
      default: .damaged
      }
    self.init(kind, "\(error)", path: error.path, offset: error.offset)
  }

  /// An error for a file that could not be opened or does not fit into memory.
  public init(_ error: ByteSourceError) {
    let kind: Kind =
      switch error.reason {
      case .open(let code): .system(errno: code)
      case .isDirectory, .notAFile, .unavailable: .wrongFile
      }
    self.init(kind, error.reason.text)
  }

  /// An error for metadata that does not fit into the segments of a JPEG file, or for a damaged file.
  package init(_ error: MetadataSettingError) {
    switch error {
    case .noPicture: self.init(.damaged, "\(error)")
    case .noRoom: self.init(.unsupported, "\(error)")
    }
  }

  /// The same error with its subject, such as a larger structure.
  package func within(_ subject: String) -> EditError {
    var error = self
    error.message = "\(subject): \(message)"
    return error
  }

  /// The same error, in another file that the edit reads.
  package func inFile(_ name: String) -> EditError {
    var error = self
    error.file = name
    return error
  }

  /// The sentence, with the name of the file if it is another one.
  public var description: String { (file.map { "\($0): " } ?? "") + message }
}

extension Edit {
  /// Removes iTunes' padding counts (`iTunSMPB`), which are wrong for audio that was re-encoded or cut. The edit list
  /// has the same information.
  package mutating func removeStatedPadding() {
    guard let movie = file.boxes.firstIndex("moov") else { return }
    file.boxes[movie].change(["udta", "meta", "ilst"]) { list in
      let kept = list.children.filter { item in
        !item.children.contains { $0[MetadataNameBox.self]?.text.string == "iTunSMPB" }
      }
      let isChanged = kept.count < list.children.count
      if isChanged { list.children = kept }
      return isChanged
    }
  }
}

extension Box {
  /// Changes the box at the end of a path of types, each the first of its type in its container.
  ///
  /// - Returns: the result of `edit`, which says whether it changed anything; false if there is no such box.
  @discardableResult
  package mutating func change<Failure: Error>(
    _ path: some Collection<FourCC>, _ edit: (inout Box) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard let type = path.first else { return try edit(&self) }
    var children = children
    guard let index = children.firstIndex(type),
      try children[index].change(path.dropFirst(), edit)
    else { return false }
    self.children = children
    return true
  }

  /// Whether iTunes' image of a cover is in it.
  var holdsCover: Bool { type == "covr" || children.contains(where: \.holdsCover) }
}
