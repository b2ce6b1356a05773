import HEIF
import ISOBMFF
import Metadata
import Movie
import Text
import Verification

/// A file of boxes, as far as a summary looks into it: a photo, a movie, or both.
struct BoxContents: Sendable {
  let file: BoxFile
  let heif: HEIFFile?
  let movie: MovieFile?
  let motionPhoto: MotionPhoto?

  init(_ file: ExaminedFile) {
    self.file = file.boxes
    heif = file.heif ?? HEIFFile(minimized: file.boxes)
    movie = file.movie
    motionPhoto = file.motionPhoto
  }

  var brands: [FourCC] {
    let type = file.boxes.first(FileTypeBox.self)
    // QuickTime pads its list with zeros.
    return type.map { [$0.majorBrand] + $0.compatibleBrands.filter { $0.rawValue != 0 } } ?? []
  }

  var title: String {
    if let heif, movie == nil || heif.items.contains(where: \.isImage) {
      let still =
        stillTitle(heif) + (file.boxes.first("mini") == nil ? "" : " in the minimised form")
      if file.boxes.first("mpvd") != nil { return "\(still) with a movie (motion photo)" }
      guard let movie else { return still }
      let isSequence = movie.tracks.contains { $0.handlerType == "pict" }
      return "\(still) with \(isSequence ? "an image sequence" : "a movie")"
    }
    if let movie { return movieTitle(movie) }
    if brands.contains("jxl ") { return "JPEG XL image" }
    if brands.contains("jp2 ") || brands.contains("jpx ") { return "JPEG 2000 image" }
    if file.boxes.first("mini") != nil { return "HEIF image in the minimised form" }
    if file.boxes.first("moof") != nil { return "segment of a fragmented movie" }
    if file.boxes.first("sidx") != nil { return "index of a fragmented movie" }
    return "file of boxes"
  }

  private func stillTitle(_ heif: HEIFFile) -> String {
    let codec = heif.primaryItem.map { heif.codedItem(of: $0.id)?.type ?? $0.type }
    switch codec {
    case "hvc1", "hev1": return "HEIC photo"
    case "av01": return "AVIF image"
    case "avc1": return "AVCI image"
    case _ where heif.items.contains(where: \.isImage): return "HEIF image"
    default: return "file of metadata items"
    }
  }

  private func movieTitle(_ movie: MovieFile) -> String {
    if file.isCanonRaw { return "Canon CR3 raw photo" }
    if movie.tracks.contains(where: { $0.handlerType == "pict" }) {
      return brands.contains("avis") ? "AVIF image sequence" : "HEIF image sequence"
    }
    let kinds = Set(movie.tracks.map(\.handlerType))
    let content =
      kinds.contains("vide") ? "movie" : kinds.contains("soun") ? "audio" : "file without video"
    let start = movie.isInitialization ? "start of a fragmented " : ""
    return "\(start)\(container.rawValue) \(content)"
  }

  /// The container of a movie: by the major brand, and by the others if it is a common one.
  var container: PlayedFile.Container {
    guard let major = brands.first else { return .quickTime }
    let name = "\(major)"
    if name.hasPrefix("3gp") || name.hasPrefix("3gr") || name.hasPrefix("3gs") { return .threeGP }
    if name.hasPrefix("3g2") { return .threeGPP2 }
    if major == "mjp2" || major == "mj2s" { return .motionJPEG2000 }
    return brands.contains("qt  ") ? .quickTime : .mp4
  }

  /// The summary of a segment, or of each segment of which a movie was joined.
  private var segments: SegmentSummary? {
    if let movie {
      return file.bytes.source.parts.isEmpty ? nil : SegmentSummary(movie, in: file.bytes.source)
    }
    return MovieFile(segment: file).map { SegmentSummary($0, in: file.bytes.source) }
  }

  var summary: [ReportEntry] {
    var entries: [ReportEntry] = []
    if let heif { entries += HEIFSummary(heif).entries }
    if file.isCanonRaw { entries += ExifReport.entries(CanonDirectories(file.boxes).summary) }
    if let movie {
      entries += MovieSummary(movie, in: file.bytes, isQuickTime: file.isQuickTime).entries
    }
    if let segments { entries.append(segments.entry) }
    if heif == nil, movie == nil { entries += JPEGFamilySummary.entries(file.boxes) }
    entries += metadata
    if let motionPhoto { entries.append(motionPhoto.entry) }
    if let video = file.boxes.first("mpvd"), let embedded = MovieFile(children: video.children) {
      // Offsets of its samples count from its own first byte.
      let start = video.children.first?.origin?.fileOffset ?? file.bytes.count
      entries += MovieSummary.motion(
        embedded, in: file.bytes.part(start..<file.bytes.count) ?? Bytes())
    }
    if let major = brands.first {
      let compatible = brands.dropFirst().map(trimmed).joined(separator: ", ")
      entries.append(
        ReportEntry(
          "brands", "Brands", .array(brands.map { .string("\($0)") }),
          trimmed(major) + (compatible.isEmpty ? "" : " (\(compatible))")))
    }
    entries.append(
      ReportEntry(
        "boxes", "Boxes", .array(file.boxes.map { .string("\($0.type)") }), text: [boxLine]))
    let inside = file.boxes.flatMap { TrailingData(behindMovieIn: $0, of: file).parts }
    return entries + TrailingData.entries(of: inside + TrailingData(file).parts)
  }

  /// What boxes of the file say of the image: those of JPEG XL and JPEG 2000.
  private var metadata: [ReportEntry] {
    func payload(_ kind: UserMetadata) -> Bytes? {
      guard heif == nil, movie == nil else { return nil }
      return file.boxes.first { $0.userMetadata == kind }?.opaquePayload
    }
    let exif = file.boxes.first("Exif")?.opaquePayload ?? payload(.exif)
    let xmp = file.boxes.first(XMLBox.self).map { Bytes($0.xml.bytes) } ?? payload(.xmp)
    let resources = payload(.photoshopResources).flatMap { PhotoshopResources.iptc(in: $0) }
    let iptc = payload(.iptc) ?? resources
    guard exif != nil || xmp != nil || iptc != nil else { return [] }
    return ExifReport.entries(exif: exif.flatMap { ExifItem.tiff(in: $0) }, xmp: xmp, iptc: iptc)
  }

  /// `qt` of `qt  `
  private func trimmed(_ brand: FourCC) -> String {
    let text = "\(brand)"
    return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
  }

  /// `ftyp meta mdat`, with repetitions counted.
  private var boxLine: String {
    var runs: [(type: FourCC, count: Int)] = []
    for box in file.boxes {
      if runs.last?.type == box.type {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((box.type, 1))
      }
    }
    let shown = runs.prefix(12).map { $0.count == 1 ? "\($0.type)" : "\($0.type)×\($0.count)" }
    return shown.joined(separator: " ")
      + (runs.count > shown.count ? " … (\(file.boxes.count) in all)" : "")
  }
}
