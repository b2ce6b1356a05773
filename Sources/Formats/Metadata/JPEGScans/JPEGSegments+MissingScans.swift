package import FieldCoding

extension JPEGSegments {
  /// Whether the scans that are there have all bits of all coefficients.
  package var hasAllScans: Bool { missingBits?.isEmpty == true }

  /// What no scan has, in words: coefficients of components, or their last bits; nil if nothing is missing, or if the
  /// frame cannot be read.
  package var missingScans: String? {
    guard let missing = missingBits, !missing.isEmpty else { return nil }
    // Components with the same lack are named together.
    var components: [[String]: [Int]] = [:]
    for (number, bits) in missing.sorted(by: { $0.key < $1.key }) {
      components[JPEGSegments.lacks(of: bits), default: []].append(number)
    }
    return components.sorted { $0.value[0] < $1.value[0] }
      .map { lacks, numbers in
        let names = numbers.map(String.init).joined(separator: ", ")
        return lacks.joined(separator: " and ")
          + " of \(numbers.count == 1 ? "component" : "components") \(names)"
      }
      .joined(separator: "; ")
  }

  /// The coefficients that lack something, in words.
  private static func lacks(of bits: [Int]) -> [String] {
    var lacks: [String] = []
    var start = 0
    for index in 1...bits.count where index == bits.count || bits[index] != bits[start] {
      let name =
        index - start == 1 ? "coefficient \(start)" : "coefficients \(start) to \(index - 1)"
      switch bits[start] {
      case 0: break
      case .max: lacks.append(name)
      default: lacks.append("the last \(counted(bits[start], "bit")) of \(name)")
      }
      start = index
    }
    return lacks
  }

  /// For each component, by its index in the frame: how many of the lowest bits of each coefficient no scan has
  /// (§B.2.3, §G.1.1.1). Components with all bits are left out. Nil if the frame cannot be read.
  ///
  /// It reads every byte of the scans.
  private var missingBits: [Int: [Int]]? {
    guard let frameSegment, let first = segments.last, first.marker == 0xDA,
      let count = componentCount, frameSegment.payload.count >= 6 + 3 * count
    else { return nil }
    let numbers = (0..<count).map { frameSegment.payload[6 + 3 * $0] }
    let isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(frameSegment.marker)
    var missing = [[Int]](repeating: [Int](repeating: .max, count: 64), count: count)
    func take(_ scan: Bytes) {
      guard let parts = scan.first.map(Int.init), scan.count >= 4 + 2 * parts else { return }
      let band = isProgressive ? (Int(scan[1 + 2 * parts]), Int(scan[2 + 2 * parts])) : (0, 63)
      let low = isProgressive ? Int(scan[3 + 2 * parts] & 15) : 0
      guard band.0 <= band.1, band.1 < 64 else { return }
      // Some writers give several components the same number.
      var next = 0
      for part in 0..<parts {
        guard let index = numbers[next...].firstIndex(of: scan[1 + 2 * part]) else { continue }
        next = index + 1
        for coefficient in band.0...band.1 { missing[index][coefficient] = low }
      }
    }
    take(first.payload)
    _ = walkScans { marker, range in
      if marker == 0xDA, let payload = bytes.part(range.dropFirst(4)) { take(payload) }
    }
    var lacking: [Int: [Int]] = [:]
    for (index, bits) in missing.enumerated() where bits.contains(where: { $0 > 0 }) {
      lacking[index + 1] = bits
    }
    return lacking
  }

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
