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
    entries += TrailingData(segments, motionPhoto).entries
    if let motionPhoto { entries.append(motionPhoto.entry) }
    if let motion, let movie = MovieFile(children: motion.boxes) {
      entries += MovieSummary.motion(movie, in: motion.bytes)
    }
    return entries
  }
}
