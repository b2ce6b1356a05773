import ISOBMFF

/// JPEG 2000 and JPEG XL pictures in boxes, as far as their size and colours.
enum JPEGFamily {
  static func entries(_ boxes: [Box]) -> [ReportEntry] {
    if let header = boxes.first("jp2h") { return jpeg2000(header.children) }
    // The codestream is one box, or parts.
    let stream =
      boxes.first("jxlc")?.opaquePayload
      ?? boxes.first("jxlp")?[JPEGXLPartialCodestreamBox.self]?.data
    guard let stream, let size = JPEGXLSize(stream) else { return [] }
    return [ReportEntry("size", "Size", .size(size.width, size.height), size.text)]
  }

  private static func jpeg2000(_ boxes: [Box]) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    if let header = boxes.first(JP2ImageHeaderBox.self) {
      let (width, height) = (Int(header.width), Int(header.height))
      let depth = header.bitsPerComponent
      // 255: the components differ.
      let bits = depth == 255 ? "" : ", \(depth & 0x7F + 1) bit"
      let components = counted(Int(header.componentCount), "component")
      entries.append(
        ReportEntry(
          "size", "Size", .size(width, height), "\(width) × \(height), \(components)\(bits)"))
    }
    let profile = boxes.compactMap { $0[JP2ColourSpecificationBox.self] }
      .first { [2, 3].contains($0.method) }
    if let profile { entries.append(ICCProfile.entry(profile.data)) }
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
    // There are other values than defaults, and extra fields: the orientation as in Exif, less 1.
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
