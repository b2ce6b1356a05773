package import FieldCoding
package import Files
import ISOBMFF

/// Tracks whose segments are in separate files, as one fragmented movie: one `moov` describes them all, and each has a
/// different ID.
package struct MuxedSegments {
  package typealias Part = (name: String, bytes: Bytes)

  private let start: Part
  /// The segments of each track, with the IDs that its fragments get.
  private var runs: [(segments: [Part], ids: [UInt32: UInt32])] = []

  /// Nil if a track has no readable initialization segment.
  ///
  /// - Parameter tracks: for each track its initialization segment, and the segments.
  package init?(_ tracks: [[Part]]) {
    guard let first = tracks.first?.first else { return nil }
    var file = BoxFile(first.bytes)
    guard let moov = file.boxes.firstIndex("moov") else { return nil }
    var nextID = (MuxedSegments.ids(in: file.boxes[moov]).max() ?? 0) &+ 1
    let timescale = file.boxes[moov].children.first(MovieHeaderBox.self)?.timescale ?? 0
    runs = [(Array(tracks[0].dropFirst()), [:])]
    for track in tracks.dropFirst() {
      guard let start = track.first, let other = BoxFile(start.bytes).boxes.first("moov") else {
        return nil
      }
      var ids: [UInt32: UInt32] = [:]
      for id in MuxedSegments.ids(in: other) {
        ids[id] = nextID
        nextID &+= 1
      }
      let otherScale = other.children.first(MovieHeaderBox.self)?.timescale ?? 0
      file.boxes[moov].add(other, ids: ids, scale: (otherScale, timescale))
      runs.append((Array(track.dropFirst()), ids))
    }
    // The boxes after `moov` are the media of a file that is its own initialization segment.
    file.boxes.removeSubrange((moov + 1)...)
    guard let written = try? file.encoded() else { return nil }
    start = (first.name, Bytes(written.bytes))
  }

  private static func ids(in moov: Box) -> [UInt32] {
    moov.children.all("trak").compactMap { $0.children.first(TrackHeaderBox.self)?.trackID }
  }

  /// Passes on the `moov` box, and the segments of all tracks, one after the other. Each is made when it is needed.
  func forEachPart<Failure: Error>(_ body: (Part) throws(Failure) -> Void) throws(Failure) {
    try body(start)
    for index in 0..<(runs.map(\.segments.count).max() ?? 0) {
      for run in runs where index < run.segments.count {
        let segment = run.segments[index]
        try body((segment.name, MuxedSegments.renumbered(segment.bytes, run.ids)))
      }
    }
  }

  /// A segment whose fragments get other track IDs.
  private static func renumbered(_ bytes: Bytes, _ ids: [UInt32: UInt32]) -> Bytes {
    guard ids.contains(where: { $0.key != $0.value }) else { return bytes }
    var changed = Array(bytes)
    func patch(_ box: Box, _ id: UInt32) {
      guard let origin = box.origin, let new = ids[id] else { return }
      // The field is behind the header, version and flags.
      let offset = origin.fileOffset - bytes.fileOffset + box.headerSize + 4
      guard offset >= 0, offset + 4 <= changed.count else { return }
      for index in 0..<4 {
        changed[offset + index] = UInt8(truncatingIfNeeded: new >> (24 - 8 * UInt32(index)))
      }
    }
    for box in BoxFile(bytes).boxes {
      if let index = box[SegmentIndexBox.self] { patch(box, index.referenceID) }
      for header in box.children.all("traf").flatMap({ $0.children.all("tfhd") }) {
        if let fields = header[TrackFragmentHeaderBox.self] { patch(header, fields.trackID) }
      }
    }
    return Bytes(changed)
  }
}

extension Box {
  /// Adds the tracks of another `moov` box to this one.
  ///
  /// - Parameters:
  ///   - ids: the IDs that they get.
  ///   - scale: the timescales of both movies, in which edit lists state durations.
  fileprivate mutating func add(
    _ other: Box, ids: [UInt32: UInt32], scale: (from: UInt32, to: UInt32)
  ) {
    for track in other.children.all("trak") {
      var track = track
      if let index = track.children.firstIndex("tkhd"),
        var header = track.children[index][TrackHeaderBox.self]
      {
        header.trackID = ids[header.trackID] ?? header.trackID
        track.children[index][TrackHeaderBox.self] = header
      }
      track.scaleEdits(scale)
      children.append(track)
    }
    guard let extends = children.firstIndex("mvex") else { return }
    for var box in other.children.at("mvex").all("trex") {
      guard var fields = box[TrackExtendsBox.self] else { continue }
      fields.trackID = ids[fields.trackID] ?? fields.trackID
      box[TrackExtendsBox.self] = fields
      children[extends].children.append(box)
    }
  }

  private mutating func scaleEdits(_ scale: (from: UInt32, to: UInt32)) {
    guard scale.from != scale.to, scale.from > 0,
      let edits = children.firstIndex("edts"),
      let listIndex = children[edits].children.firstIndex("elst"),
      var list = children[edits].children[listIndex][EditListBox.self]
    else { return }
    let factor = Double(scale.to) / Double(scale.from)
    list.entries = FieldTable(
      columns: list.entries.columns,
      rows: (0..<list.entries.count).map { row in
        let duration = (Double(list.entries[row, 0]) * factor).rounded()
        return [Int64(min(duration, 4e9))] + (1..<4).map { list.entries[row, $0] }
      })
    children[edits].children[listIndex][EditListBox.self] = list
  }
}

/// A movie of segments, joined in a file without a name, which exists as long as this object.
package final class JoinedSegments {
  private let file: OutputFile
  /// All of its bytes, with the files that they come from.
  package let bytes: Bytes

  /// - Parameter parts: the initialization segment, and the segments, with their names.
  package convenience init(_ parts: [(name: String, bytes: Bytes)]) throws(SystemError) {
    try self.init { (write) throws(SystemError) in
      for part in parts { try write(part) }
    }
  }

  /// Joins tracks whose segments are in separate files.
  package convenience init(_ muxed: MuxedSegments) throws(SystemError) {
    try self.init { (write) throws(SystemError) in try muxed.forEachPart(write) }
  }

  private init(
    _ writeAll: ((_ part: (name: String, bytes: Bytes)) throws(SystemError) -> Void)
      throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try OutputFile.temporary()
    let descriptor = file.descriptor
    var parts: [ByteSourcePart] = []
    var count = 0
    try writeAll { (part) throws(SystemError) in
      guard !part.bytes.isEmpty else { return }
      parts.append(ByteSourcePart(start: count, name: part.name, offset: part.bytes.fileOffset))
      count += part.bytes.count
      try file.write(part.bytes)
      if let problem = part.bytes.source.problem {
        throw SystemError(what: "\(part.name) \(problem)", code: 0)
      }
    }
    do throws(ByteSourceError) {
      bytes = try ByteSource(
        mapping: descriptor, path: file.path, isWatched: false, parts: parts
      ).bytes
    } catch {
      throw SystemError(what: error.reason.text, code: 0)
    }
    self.file = file
  }

  /// The path with which other parts of the program open it.
  package var path: String { file.openPath }
}
