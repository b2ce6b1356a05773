import HEIF
import ISOBMFF
import Movie

/// A file of boxes, as far as a summary looks into it: a photo, a movie, or both.
struct BoxContents {
  let file: BoxFile
  let heif: HEIFFile?
  let movie: MovieFile?

  init(_ bytes: Bytes, limits: DecodeLimits) {
    file = BoxFile(bytes, limits: limits)
    heif = HEIFFile(file)
    movie = MovieFile(file)
  }

  private var brands: [FourCC] {
    let type = file.boxes.first(FileTypeBox.self)
    return type.map { [$0.majorBrand] + $0.compatibleBrands } ?? []
  }

  var title: String {
    if let heif {
      let images = heif.items.filter(\.isImage)
      let codec = heif.primaryItem.map { heif.codedItems(of: $0.id).first?.type ?? $0.type }
      let still =
        switch codec {
        case "hvc1", "hev1": "HEIC photo"
        case "av01": "AVIF picture"
        case "avc1": "AVCI picture"
        case _ where images.isEmpty: "file of metadata items"
        default: "HEIF picture"
        }
      if file.boxes.first("mpvd") != nil { return "\(still) with a movie (motion photo)" }
      return movie == nil ? still : "\(still) with an image sequence"
    }
    if movie != nil {
      if brands.first == "crx " { return "Canon CR3 raw photo" }
      if brands.contains("msf1") { return "HEIF image sequence" }
      let isQuickTime = brands.isEmpty || brands.contains("qt  ")
      let isAudio = movie?.tracks.allSatisfy { $0.handlerType != "vide" } ?? false
      return "\(isQuickTime ? "QuickTime" : "MP4") \(isAudio ? "file without video" : "movie")"
    }
    if brands.contains("jxl ") { return "JPEG XL picture" }
    if brands.contains("jp2 ") || brands.contains("jpx ") { return "JPEG 2000 picture" }
    if file.boxes.first("mini") != nil { return "HEIF picture in the minimized form" }
    if file.boxes.first("moof") != nil { return "segment of a fragmented movie" }
    return "file of boxes"
  }

  var summary: [ReportEntry] {
    var entries: [ReportEntry] = []
    if let heif { entries += HEIFSummary(heif).entries }
    if let movie { entries += MovieSummary(movie).entries }
    if let video = file.boxes.first("mpvd"), let embedded = MovieFile(children: video.children) {
      entries += MovieSummary(embedded, prefix: "Motion ").entries.map {
        ReportEntry("motion." + $0.key, $0.label, $0.value, text: $0.text)
      }
    }
    let type = file.boxes.first(FileTypeBox.self)
    if let type {
      entries.append(
        ReportEntry(
          "brands", "Brands", .array(brands.map { .string("\($0)") }),
          "\(type.majorBrand) (\(type.compatibleBrands.map { "\($0)" }.joined(separator: ", ")))"))
    }
    entries.append(
      ReportEntry(
        "boxes", "Boxes", .array(file.boxes.map { .string("\($0.type)") }), text: [boxLine]))
    return entries
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

  var findings: [Finding] {
    var findings = file.findings.map { Finding(decoding: $0) }
    if !file.trailing.isEmpty, file.damage.isEmpty {
      findings.append(
        Finding(
          .contradiction,
          FieldError(
            .invalid("\(file.trailing.count) bytes follow the last box, and are no box"),
            offset: file.trailing.fileOffset)))
    }
    if let heif {
      findings += heif.findings.map { Finding(.contradiction, $0) }
      for item in heif.items {
        guard let location = item.location, !location.extents.isEmpty,
          location.dataReferenceIndex == 0
        else { continue }
        do throws(FieldError) { _ = try heif.extents(of: item.id) } catch {
          findings.append(Finding(.damage, error))
        }
      }
    }
    findings += movie?.findings.map { Finding(.damage, $0) } ?? []
    if heif == nil, movie == nil, file.boxes.first("moof") == nil,
      file.boxes.first(FileTypeBox.self) != nil,
      !["jxl ", "jp2 ", "jpx ", "jpm "].contains(brands.first),
      file.boxes.first("mini") == nil, file.boxes.first("sidx") == nil
    {
      findings.append(
        Finding(
          .damage,
          FieldError(
            .invalid(
              "neither a meta box with items nor a moov box is in the file; it may have been cut off"
            ),
            offset: file.bytes.count)))
    }
    return findings
  }
}
