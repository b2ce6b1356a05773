/// Taking locations out of colour profiles, whose numbers stay.
extension ICCProfile {
  /// Types of tags that are numbers of colours, also those of Apple and Microsoft (ICC.1:2022 §10).
  private static let numbers: Set<FourCC> = [
    "XYZ ", "curv", "para", "sf32", "uf32", "ui08", "ui16", "ui32", "ui64", "mft1", "mft2", "mAB ",
    "mBA ", "mpet", "chrm", "cicp", "view", "meas", "sig ", "dtim", "vcgt", "vcgp", "ndin", "mmod",
    "clro",
  ]
  private static let texts: Set<FourCC> = ["text", "desc", "mluc"]

  /// The profile with zeros for what follows its stated size, and for texts, data of other forms and unused bytes that
  /// state a location. It keeps its number of bytes.
  ///
  /// - Returns: nil if it stays as it is. Zeros for bytes that are no profile and state a location.
  package static func withoutLocation(_ bytes: Bytes, _ traces: LocationTraces) -> [UInt8]? {
    guard problem(of: bytes) == nil, let profile = ICCProfile(bytes) else {
      return bytes.statesLocation(traces) ? [UInt8](repeating: 0, count: bytes.count) : nil
    }
    let size = max(headerSize + 4, Int(bytes.integer(at: 0, size: 4, .big) ?? 0))
    var result = Array(bytes)
    // All of it but numbers.
    var rest = Array(bytes.prefix(size))
    func clear(_ range: Range<Int>, in bytes: inout [UInt8]) {
      for index in range.clamped(to: bytes.indices) { bytes[index] = 0 }
    }
    clear(size..<result.count, in: &result)
    // The reserved bytes of the header can be searched.
    clear(0..<100, in: &rest)
    clear(headerSize..<headerSize + 4 + profile.tags.count * 12, in: &rest)
    let tags = profile.tags.map { tag in
      let start = tag.data.range.lowerBound - bytes.range.lowerBound
      let type = UInt32(truncatingIfNeeded: tag.data.integer(at: 0, size: 4, .big) ?? 0)
      return (range: start..<start + tag.data.count, type: FourCC(rawValue: type))
    }
    for tag in tags where numbers.contains(tag.type) { clear(tag.range, in: &rest) }
    let whole = rest
    if Bytes(rest).statesLocation(traces) {
      for tag in tags {
        let data = rest[tag.range.clamped(to: rest.indices)]
        guard Bytes(Array(data)).statesLocation(traces) else { continue }
        // A text keeps its type.
        clear(tag.range.dropFirst(texts.contains(tag.type) ? 8 : 0), in: &result)
        clear(tag.range, in: &rest)
      }
    }
    if Bytes(rest).statesLocation(traces) {
      for index in whole.indices where whole[index] != 0 { result[index] = 0 }
    }
    guard !result.elementsEqual(bytes) else { return nil }
    // The identifier of the profile is a digest (§7.2.18).
    clear(84..<100, in: &result)
    return result
  }
}

extension JPEGSegments {
  /// The payloads of the segments of a colour profile (ICC.1:2022 §B.4).
  package static func payloads(ofProfile profile: [UInt8]) -> [[UInt8]] {
    let limit = 65_533 - iccIdentifier.count - 2
    let starts = Array(stride(from: 0, to: profile.count, by: limit))
    return starts.enumerated().map { index, start in
      iccIdentifier + [
        UInt8(truncatingIfNeeded: index + 1), UInt8(truncatingIfNeeded: starts.count),
      ]
        + profile[start..<min(start + limit, profile.count)]
    }
  }
}
