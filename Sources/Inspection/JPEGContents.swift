import Exif
import ISOBMFF
import Movie

/// A JPEG file, as far as a summary looks into it.
struct JPEGContents {
  private let segments: JPEGSegments
  /// The boxes behind the picture of a motion photo.
  private let motion: BoxFile?

  init(_ bytes: Bytes, limits: DecodeLimits) {
    segments = JPEGSegments(bytes)
    motion = segments.trailer.flatMap { JPEGContents.movie(in: $0, limits: limits) }
  }

  var title: String { motion == nil ? "JPEG picture" : "JPEG picture with a movie (motion photo)" }

  /// Phones write the movie behind the picture, some with a few bytes of their own before it.
  private static func movie(in trailer: Bytes, limits: DecodeLimits) -> BoxFile? {
    let type = Array("ftyp".utf8)
    let start = (4..<max(4, min(trailer.count, 1 << 16))).first {
      trailer.part($0..<$0 + 4)?.elementsEqual(type) ?? false
    }
    return start.flatMap { trailer.part($0 - 4..<trailer.count) }.map {
      BoxFile($0, limits: limits)
    }
  }

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
    var values: [(String, ReportValue?)] = []
    if let exif = segments.exif {
      entries += ExifReport.entries(exif)
      metadata.append("Exif \(grouped(exif.count)) bytes")
      values.append(("exif", .int(exif.count)))
    }
    if let xmp = segments.xmp {
      metadata.append("XMP \(grouped(xmp.count)) bytes")
      values.append(("xmp", .int(xmp.count)))
    }
    if !metadata.isEmpty {
      entries.append(
        ReportEntry("metadata", "Metadata", .object(values), metadata.joined(separator: ", ")))
    }
    if let trailer = segments.trailer, !trailer.isEmpty {
      entries.append(
        ReportEntry(
          "trailer", "Trailer",
          .object([("offset", .int(trailer.fileOffset)), ("bytes", .int(trailer.count))]),
          "\(grouped(trailer.count)) bytes after the picture, at byte \(trailer.fileOffset)"))
    }
    if let movie = motion.flatMap({ MovieFile(children: $0.boxes) }) {
      entries += MovieSummary.motion(movie)
    }
    return entries
  }

  var findings: [Finding] {
    var findings: [Finding] = []
    // Behind the movie are bytes of other kinds; the movie itself must be whole.
    findings += (motion?.findings ?? []).filter { ["moov", "mdat"].contains($0.path.first) }
      .map { Finding(decoding: $0) }
    if let error = segments.finding { findings.append(Finding(.damage, error)) }
    if segments.finding == nil, !segments.endsWithEOI {
      findings.append(
        Finding(
          .damage,
          FieldError(
            .invalid("the picture has no end (EOI); it may have been cut off"),
            offset: segments.bytes.count)))
    }
    return findings
  }
}
