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
}
