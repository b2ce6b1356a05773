package import FieldCoding

extension JPEGSegments {
  /// A segment whose marker was overwritten, and the marker that it must have had.
  package struct OverwrittenMarker: Sendable {
    /// The offset of the marker, counted from the first byte of the image.
    package var offset: Int
    /// The second byte of the marker.
    package var marker: UInt8
    /// Its name: `DQT`.
    package var name: String { JPEGSegments.name(marker) }
  }

  /// More of them are no accident that could be explained.
  private static let mostOverwritten = 4
  /// DQT, DHT, SOF0 to SOF2, DRI.
  private static let tableMarkers: [UInt8] = [0xDB, 0xC4, 0xC0, 0xC1, 0xC2, 0xDD]

  /// The segments before the first scan whose markers were overwritten: bytes between segments that state their own
  /// number as a length, and are the tables or headers that the scan lacks. Empty if they are not all that it lacks.
  package var overwrittenMarkers: [OverwrittenMarker] {
    guard finding == nil, lacksTables else { return [] }
    let stray = strayBytes.filter {
      bytes.integer(at: $0.lowerBound + 2, size: 2, .big).map(Int.init(truncatingIfNeeded:))
        == $0.count - 2
    }.map { segment(at: $0.lowerBound, size: $0.count) }
    // Markers that no process has.
    let unknown = segments.filter {
      (0x02...0xBF).contains($0.marker) || (0xF0...0xFD).contains($0.marker)
    }.map { segment(at: $0.offset + $0.size - $0.payload.count - 4, size: $0.payload.count + 4) }
    let candidates = (stray + unknown).sorted { $0.offset < $1.offset }
    guard (1...JPEGSegments.mostOverwritten).contains(candidates.count) else { return [] }
    let others = segments.filter { segment in
      !unknown.contains { $0.offset + $0.size == segment.offset + segment.size }
    }
    return restored(candidates[...], others)
  }

  private func segment(at offset: Int, size: Int) -> Segment {
    Segment(
      marker: 0, offset: offset, size: size,
      payload: bytes.part(offset + 4..<offset + size) ?? Bytes())
  }

  /// The first combination of markers with which nothing is missing.
  private func restored(
    _ candidates: ArraySlice<Segment>, _ others: [Segment], _ known: [Segment] = []
  ) -> [OverwrittenMarker] {
    guard var next = candidates.first else {
      let all = (others + known).sorted { $0.offset < $1.offset }
      guard !JPEGSegments.lacksTables(all) else { return [] }
      return known.map { OverwrittenMarker(offset: $0.offset, marker: $0.marker) }
    }
    for marker in JPEGSegments.tableMarkers {
      next.marker = marker
      var structure = JPEGStructure()
      structure.read(marker, next.payload, at: next.offset)
      guard structure.problem == nil else { continue }
      let found = restored(candidates.dropFirst(), others, known + [next])
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The file with these markers; everything else is copied.
  package func written(restoring markers: [OverwrittenMarker]) -> ByteWriter {
    var writer = ByteWriter()
    var position = 0
    for marker in markers {
      if let part = bytes.part(position..<marker.offset) { writer.write(uncopied: part) }
      writer.write([0xFF, marker.marker])
      position = marker.offset + 2
    }
    if let part = bytes.part(position..<bytes.count) { writer.write(uncopied: part) }
    return writer
  }
}
