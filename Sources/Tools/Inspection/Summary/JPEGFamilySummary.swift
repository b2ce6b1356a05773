import ISOBMFF
import Metadata

/// JPEG 2000 and JPEG XL images in boxes, as far as their size and colours.
enum JPEGFamilySummary {
  static func entries(_ boxes: [Box]) -> [ReportEntry] {
    if let header = boxes.first("jp2h") { return jpeg2000(header.children) }
    // The codestream is one box, or parts.
    let stream =
      boxes.first("jxlc")?.opaquePayload
      ?? boxes.first("jxlp")?[JPEGXLPartialCodestreamBox.self]?.data
    guard let header = stream.flatMap({ JPEGXLHeader($0) }) else { return [] }
    let (width, height) = (header.width, header.height)
    var parts = ["\(width) × \(height)"]
    parts.append(header.isFloat ? "floating point" : "\(header.bitsPerSample) bit")
    if header.hasAlpha { parts.append("with transparency") }
    if header.isAnimated { parts.append("animated") }
    return [ReportEntry("size", "Size", .size(width, height), parts.joined(separator: ", "))]
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
