import Exif
import ISOBMFF

/// A JPEG file, as far as a summary looks into it.
struct JPEGContents {
  private let segments: JPEGSegments

  init(_ bytes: Bytes) { segments = JPEGSegments(bytes) }

  var summary: [ReportEntry] {
    var entries: [ReportEntry] = []
    if let size = segments.frameSize {
      let components = segments.componentCount.map { ", \($0) components" } ?? ""
      entries.append(
        ReportEntry(
          "size", "Size", .size(size.width, size.height),
          "\(size.width) × \(size.height)\(components)"))
    }
    if let icc = segments.icc {
      let name = ICCProfile.name(icc)
      entries.append(
        ReportEntry(
          "colour", "Colour",
          .object([("profile", .string(name)), ("profileBytes", .int(icc.count))]),
          "\(name ?? "unnamed") (ICC profile, \(grouped(icc.count)) bytes)"))
    }
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
          "trailer", "Trailer", .object([("offset", .int(trailer.fileOffset)), ("bytes", .int(trailer.count))]),
          "\(grouped(trailer.count)) bytes after the picture, at byte \(trailer.fileOffset)"
            + (motionOffset(trailer) == nil ? "" : ": a movie (motion photo)")))
    }
    return entries
  }

  /// Where a movie starts behind the picture, if there is one.
  private func motionOffset(_ trailer: Bytes) -> Int? {
    let type = Array("ftyp".utf8)
    return (0..<max(0, min(trailer.count, 1 << 16) - 4)).first {
      trailer.part($0..<$0 + 4)?.elementsEqual(type) ?? false
    }
  }

  var findings: [Finding] {
    var findings: [Finding] = []
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
