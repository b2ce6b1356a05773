public import ISOBMFF

/// The result of an edit: a new file in pieces. Most pieces refer to bytes of the original.
public struct EditedFile: Sendable {
  /// The file before the edit.
  public let original: BoxFile
  /// All bytes of the new file, in order.
  public let written: ByteWriter
  /// The boxes of the new file. Long media data is replaced by zeros here, so that a large file does not need
  /// memory.
  public let view: BoxFile
  /// Sentences about what was done and what the user should know.
  public internal(set) var notes: [String]
  /// The `track_ID`s of tracks that were removed because that was asked for.
  public let removedTracks: Set<UInt32>
  /// A sentence about data that stays although metadata was to be removed, because its form is not known; nil if there
  /// is none.
  public let unexamined: String?
  /// The values of the original that must not be left; nil if no metadata was stripped.
  public let traces: MetadataTraces?
  /// Whether the edit loses media, as ``notes`` say: the original was incomplete, the new format cannot hold
  /// something, or images were removed with a box.
  public let losesMedia: Bool
  /// Those of ``notes`` that say which media the new format cannot hold.
  public let losses: [String]
  /// Whether ``view`` has all bytes of the new file.
  public let isViewWhole: Bool

  /// Longer media data is not in ``view``. If all of it together is more than four times as long, none of it is.
  static let longestViewed = 16 << 20
  /// The maximum number of bytes in a box that state its size and type.
  static let boxHeader = 16

  init(_ written: ByteWriter, of edit: Edit) throws(EditError) {
    let original = edit.original
    self.original = original
    self.written = written
    notes = edit.notes
    losesMedia = edit.losesMedia
    losses = edit.losses
    removedTracks = edit.removedTracks
    unexamined = edit.unexamined
    traces = edit.traces
    isViewWhole = written.count <= EditedFile.longestViewed
    let media = ViewedMedia(original, edit)
    let isShort = media.byteCount(in: written) <= EditedFile.longestViewed << 2
    view = try BoxFile(
      written.read { bytes in
        isShort && bytes.count <= EditedFile.longestViewed ? bytes.count : media.viewed(of: bytes)
      })
  }

  /// Whether any byte differs from the original.
  public var isChanged: Bool {
    written.count != original.bytes.count || !changes.isEmpty
  }

  /// The parts of the new file that differ from the original at the same offset; nil if too much has moved, so
  /// that the whole file has to be written.
  public var patches: [(offset: Int, bytes: [UInt8])]? {
    guard written.count == original.bytes.count else { return nil }
    var patches: [(offset: Int, bytes: [UInt8])] = []
    for change in changes {
      switch change.segment {
      case .new(let bytes): patches.append((change.offset, bytes))
      case .copy(let bytes) where bytes.count < ByteWriter.worthSegment:
        patches.append((change.offset, Array(bytes)))
      case .copy: return nil
      }
    }
    return patches
  }

  /// The segments that differ from the original at the same offset.
  private var changes: [(offset: Int, segment: ByteWriter.Segment)] {
    var changes: [(offset: Int, segment: ByteWriter.Segment)] = []
    var position = 0
    for segment in written.segments {
      if !isSame(segment, at: position) { changes.append((position, segment)) }
      position += segment.count
    }
    return changes
  }

  private func isSame(_ segment: ByteWriter.Segment, at position: Int) -> Bool {
    switch segment {
    case .copy(let bytes):
      bytes.source === original.bytes.source && bytes.range.lowerBound == position
    case .new(let bytes):
      original.bytes.part(position..<position + bytes.count).map { $0.elementsEqual(bytes) }
        ?? false
    }
  }
}

/// The media data of a new file, which readers of its boxes do not need.
private struct ViewedMedia {
  private let original: ByteSource
  private let described: [Range<Int>]
  /// The offsets of the `mdat` boxes.
  private let starts: Set<Int>
  /// Other files with media data.
  private let others: Set<ObjectIdentifier>

  init(_ original: BoxFile, _ edit: Edit) {
    let source = original.bytes.source
    self.original = source
    let boxes = original.boxes.filter { $0.type == "mdat" }.compactMap { $0.origin?.range }
    starts = Set(boxes.map(\.lowerBound))
    described = (boxes + [edit.foundMedia].compactMap { $0 }).joined
    others = Set(
      edit.file.boxes.filter { $0.type == "mdat" && $0.origin == nil }.flatMap(\.pieces)
        .filter { $0.source !== source }.map { ObjectIdentifier($0.source) })
  }

  /// The number of bytes that are viewed: all of other data, and only the box header of media data. A part from within
  /// a box has no header.
  func viewed(of bytes: Bytes) -> Int {
    guard contains(bytes) else { return bytes.count }
    let start = bytes.range.lowerBound
    let isPart =
      bytes.source !== original
      || !described.overlapping(start..<start + 1).isEmpty && !starts.contains(start)
    return isPart ? 0 : EditedFile.boxHeader
  }

  private func contains(_ bytes: Bytes) -> Bool {
    bytes.source === original
      ? !described.overlapping(bytes.range).isEmpty
      : others.contains(ObjectIdentifier(bytes.source))
  }

  /// The size of all media data that is short enough.
  func byteCount(in written: ByteWriter) -> Int {
    written.segments.reduce(0) { sum, segment in
      guard case .copy(let bytes) = segment, bytes.count <= EditedFile.longestViewed,
        contains(bytes)
      else { return sum }
      return sum + bytes.count
    }
  }
}

extension EditedFile {
  /// Content credentials are signed together with a hash of the file (C2PA specification 2.1 §9.2): they are only valid
  /// for the original.
  mutating func announceBrokenCredentials() {
    guard view.boxes.contains(where: { $0[ContentCredentialsBox.self] != nil }), isChanged else {
      return
    }
    notes.append(
      "the content credentials (C2PA) describe the original file: a check will report that the file was changed"
    )
  }
}

extension ByteWriter {
  /// The new file as readers see it.
  ///
  /// - Parameter filled: the number of bytes of a copy that are included. The rest of it reads as zeros, and takes
  ///   no memory.
  package func read(
    filling filled: (Bytes) -> Int = { $0.count }
  ) throws(EditError) -> Bytes {
    do throws(ByteSourceError) {
      return try ByteSource(viewing: self, filling: filled).bytes
    } catch {
      var noMemory = EditError(error)
      noMemory.message = "there is no memory for the new file: \(error.reason.text)"
      throw noMemory
    }
  }

  /// The same, but of longer copies only the header of their box is included.
  package func read(copiesUpTo longest: Int) throws(EditError) -> Bytes {
    try read { $0.count <= longest ? $0.count : EditedFile.boxHeader }
  }
}
