import ISOBMFF

/// JPEG 2000 and JPEG XL pictures in boxes, as far as their size and colours.
enum JPEGFamily {
  static func entries(_ boxes: [Box]) -> [ReportEntry] {
    if let header = boxes.first("jp2h")?.opaquePayload { return jpeg2000(BoxFile(header).boxes) }
    // The codestream is one box, or parts behind 4 bytes of their number.
    let stream =
      boxes.first("jxlc")?.opaquePayload
      ?? boxes.first("jxlp")?.opaquePayload.flatMap { $0.part(4..<$0.count) }
    guard let stream, let size = JPEGXLSize(stream) else { return [] }
    return [ReportEntry("size", "Size", .size(size.width, size.height), size.text)]
  }

  /// `ihdr` and `colr` (ISO/IEC 15444-1 §I.5.3).
  private static func jpeg2000(_ boxes: [Box]) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    if let header = boxes.first("ihdr")?.sourcePayload, header.count >= 11 {
      func number(_ range: Range<Int>) -> Int {
        header.part(range)?.reduce(0) { $0 << 8 | Int($1) } ?? 0
      }
      let (height, width, components) = (number(0..<4), number(4..<8), number(8..<10))
      let depth = number(10..<11)
      // 255: the components differ.
      let bits = depth == 255 ? "" : ", \(depth & 0x7F + 1) bit"
      entries.append(
        ReportEntry(
          "size", "Size", .size(width, height),
          "\(width) × \(height), \(counted(components, "component"))\(bits)"))
    }
    // Method 2 is a restricted ICC profile, 3 any.
    for payload in boxes.all("colr").compactMap(\.sourcePayload) {
      guard payload.count > 3, [2, 3].contains(payload[0]),
        let profile = payload.part(3..<payload.count)
      else { continue }
      return entries + [ICCProfile.entry(profile)]
    }
    return entries
  }
}

/// The size at the start of a JPEG XL codestream (ISO/IEC 18181-1 §C.2, D.2), as shown.
private struct JPEGXLSize {
  private(set) var width = 0
  private(set) var height = 0
  var text: String { "\(width) × \(height)" }

  private let stream: Bytes
  private var position = 16

  init?(_ stream: Bytes) {
    self.stream = stream
    guard stream.prefix(2).elementsEqual([0xFF, 0x0A]) else { return nil }
    let isSmall = bits(1) == 1
    height = side(isSmall)
    switch bits(3) {
    case 0: width = side(isSmall)
    case 1: width = height
    case 2: width = height * 12 / 10
    case 3: width = height * 4 / 3
    case 4: width = height * 3 / 2
    case 5: width = height * 16 / 9
    case 6: width = height * 5 / 4
    default: width = height * 2
    }
    // Not all defaults, and extra fields: the orientation as in Exif, less 1.
    if bits(1) == 0, bits(1) == 1, bits(3) >= 4 { (width, height) = (height, width) }
  }

  private mutating func side(_ isSmall: Bool) -> Int {
    isSmall ? (bits(5) + 1) * 8 : 1 + bits([9, 13, 18, 30][bits(2)])
  }

  /// The lowest bit of a byte is the first.
  private mutating func bits(_ count: Int) -> Int {
    var value = 0
    for bit in 0..<count {
      let byte = position / 8 < stream.count ? stream[position / 8] : 0
      value |= Int(byte >> (position % 8) & 1) << bit
      position += 1
    }
    return value
  }
}
