import FieldCoding
import HEIF
import ISOBMFF
import Metadata
import Movie
import Text
import Verification

/// The summary of a JPEG file.
extension ExaminedJPEG {
  var title: String { motion == nil ? "JPEG image" : "JPEG image with a movie (motion photo)" }

  var summary: [ReportEntry] {
    var entries: [ReportEntry] = []
    if let size = segments.frameSize {
      let components = segments.componentCount.map { ", \($0) components" } ?? ""
      entries.append(
        ReportEntry(
          "size", "Size", .size(size.width, size.height),
          "\(size.width) × \(size.height)\(components)"))
    }
    if let icc = segments.icc { entries.append(ICCProfile.entry(icc)) }
    var metadata: [String] = []
    var values: [(String, JSONValue?)] = []
    entries += ExifReport.entries(exif: segments.exif, xmp: segments.xmp, iptc: segments.iptc)
    if let exif = segments.exif {
      metadata.append("Exif \(counted(exif.count, "byte"))")
      values.append(("exif", .int(exif.count)))
    }
    if let xmp = segments.xmp {
      metadata.append("XMP \(counted(xmp.count, "byte"))")
      values.append(("xmp", .int(xmp.count)))
    }
    if !metadata.isEmpty {
      entries.append(
        ReportEntry("metadata", "Metadata", .object(values), metadata.joined(separator: ", ")))
    }
    if let size = segments.gainMap?.frameSize {
      entries.append(
        ReportEntry(
          "gainMap", "Gain map", .size(size.width, size.height),
          "\(size.width) × \(size.height), for displays with high dynamic range"))
    }
    entries += TrailingData.entries(of: TrailingData(segments, motionPhoto).parts)
    if let motionPhoto { entries.append(motionPhoto.entry) }
    if let motion, let movie = MovieFile(children: motion.boxes) {
      entries += MovieSummary.motion(movie, in: motion.bytes)
    }
    return entries
  }
}

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

extension MotionPhoto {
  /// The location of the movie, the source of that information, and the time of the still.
  var entry: ReportEntry {
    let names = Declaration.allCases.filter(declarations.contains)
    let who =
      names.isEmpty ? "nothing in the file says so" : names.map(\.title).joined(separator: ", ")
    let time = xmp.presentationTime.map { Double($0) / 1e6 }
    var text =
      "movie of \(counted(movieRange.count, "byte")) at byte \(bytes.fileOffset + movieRange.lowerBound) (\(who))"
    if let time { text += "; the still is at \(time) s" }
    return ReportEntry(
      "motionPhoto", "Motion photo",
      .object([
        ("offset", .int(bytes.fileOffset + movieRange.lowerBound)),
        ("bytes", .int(movieRange.count)),
        ("declarations", .array(names.map { .string($0.rawValue) })),
        ("stillTime", time.map { .double($0) }),
      ]), text)
  }
}

extension MotionPhoto.Declaration {
  fileprivate var title: String {
    switch self {
    case .motionPhoto: "Motion Photo 1.0"
    case .microVideo: "MicroVideo"
    case .samsung: "Samsung's records"
    case .movieBox: "mpvd"
    }
  }
}

extension TrailingData {
  /// What follows the image or a last box, for the summary; empty if nothing does.
  static func entries(of parts: [Part]) -> [ReportEntry] {
    guard let first = parts.first else { return [] }
    let count = parts.reduce(0) { $0 + $1.range.count }
    let values = parts.map { part in
      JSONValue.object([
        ("offset", .int(part.bytes.fileOffset)), ("bytes", .int(part.range.count)),
        ("content", .string(part.kind.title)),
      ])
    }
    let lines = parts.map { part in
      "\(counted(part.range.count, "byte")) at byte \(part.bytes.fileOffset): \(part.kind.title)"
    }
    return [
      ReportEntry(
        "trailer", "Trailer",
        .object([
          ("offset", .int(first.bytes.fileOffset)), ("bytes", .int(count)),
          ("parts", .array(values)),
        ]), text: lines)
    ]
  }
}
