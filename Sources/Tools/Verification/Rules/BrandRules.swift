import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie

/// Rules about the brands of a file.
extension Rules {
  static let brands: [FileRule] = [
    brandCodecUnmet,
    brandImageUnmet,
    brandMajorNotListed,
    brandSequenceUnmet,
    brandTmapUnmet,
    contentMissing,
    ftypLate,
    ftypMissing,
  ]

  static let brandCodecUnmet = FileRule(
    "brand-codec-unmet", .warning,
    "ISO/IEC 23008-12 Annexes B, E, F, H, AV1 Image File Format §8, AV1 Codec ISO Media File Format Binding §2.1",
    "A file with the brand of a codec has an item or a track with this codec."
  ) { file, findings in
    let hevc: Set<FourCC> = ["hvc1", "hev1", "hvc2", "hev2", "lhv1", "lhe1"]

    let avc: Set<FourCC> = ["avc1", "avc2", "avc3", "avc4", "svc1", "mvc1"]

    /// Their codec is not in the type.
    let encrypted: Set<FourCC> = ["encv", "resv", "encu"]

    let claims: [(brand: FourCC, codec: String, types: Set<FourCC>, isSequence: Bool)] = [
      ("heic", "HEVC", hevc, false), ("heix", "HEVC", hevc, false),
      ("heim", "HEVC", hevc, false), ("heis", "HEVC", hevc, false),
      ("avif", "AV1", ["av01"], false), ("avci", "AVC", avc, false),
      ("vvic", "VVC", ["vvc1"], false), ("jpeg", "JPEG", ["jpeg"], false),
      ("j2ki", "JPEG 2000", ["j2k1"], false), ("evbi", "EVC", ["evc1"], false),
      ("hevc", "HEVC", hevc, true), ("hevx", "HEVC", hevc, true),
      ("avis", "AV1", ["av01"], true), ("avcs", "AVC", avc, true),
      ("vvis", "VVC", ["vvc1", "vvi1"], true), ("jpgs", "JPEG", ["jpeg", "mjpg"], true),
      ("j2is", "JPEG 2000", ["j2ki", "mjp2"], true), ("av01", "AV1", ["av01"], true),
    ]

    /// A brand of audio promises that there is no video.
    func checkAudio(
      _ file: ExaminedFile, _ box: ExaminedBox, _ findings: inout Findings
    ) {
      guard let movie = file.movie, let type = box[FileTypeBox.self] else { return }
      let videos = movie.tracks.filter {
        ["vide", "pict"].contains($0.handlerType) && $0.isEnabled
      }
      let besides = movie.tracks.flatMap { $0.references("chap") }
      let brand = type.majorBrand
      if ["M4A ", "M4B "].contains(brand), videos.contains(where: { !besides.contains($0.id) }) {
        findings.add(
          at: box, "the brand '\(brand)' promises audio only, and there is a video track")
      } else if ["M4V ", "M4VH", "M4VP"].contains(brand), videos.isEmpty, !movie.tracks.isEmpty {
        findings.add(
          at: box, "the brand '\(brand)' promises video, and there is no video track")
      }
    }

    guard let box = file.all(at: "ftyp").first, Rules.truncatedBox(of: file) == nil else {
      return
    }
    let items = file.heif.map { $0.items.map(\.type) }
    let tracks = file.movie.map { $0.tracks.flatMap(\.sampleEntries).map(\.type) }
    for (brand, codec, types, isSequence) in claims where file.brands.contains(brand) {
      // Another rule reports that the file has no images, or no tracks.
      guard let found = isSequence ? tracks : items, !found.isEmpty,
        !found.contains(where: types.contains),
        !found.contains(where: encrypted.contains)
      else { continue }
      findings.add(
        at: box,
        "the brand '\(brand)' promises \(isSequence ? "a track" : "an image") in \(codec), and there is none"
      )
    }
    checkAudio(file, box, &findings)
  }

  static let brandImageUnmet = FileRule(
    "brand-image-unmet", .error, "ISO/IEC 23008-12 §10.2",
    "A file with a brand of still images has a meta box for images, with a primary item, "
      + "locations, item information and properties."
  ) { file, findings in
    let claims: [FourCC] = [
      "mif1", "mif2", "heic", "heix", "heim", "heis", "avif", "avci", "vvic", "jpeg", "j2ki",
    ]

    guard let box = file.all(at: "ftyp").first,
      let brand = claims.first(where: { file.brands.contains($0) })
    else { return }
    // Then another rule reports that nothing is there.
    if Rules.truncatedBox(of: file) != nil || file.heif == nil && file.movie == nil { return }
    guard file.meta != nil else {
      findings.add(
        at: box, "the brand '\(brand)' promises an image, but there is no meta box at the top")
      return
    }
    let missing = (["hdlr", "pitm", "iinf", "iloc", "iprp"] as [FourCC]).filter {
      file.metaBox($0) == nil
    }
    guard !missing.isEmpty else { return }
    findings.add(
      at: box,
      "the brand '\(brand)' promises an image, but the meta box has no "
        + missing.map { "\($0)" }.joined(separator: ", "))
  }

  static let brandMajorNotListed = FileRule(
    "brand-major-not-listed", .note, "ISO/IEC 14496-12 §4.3",
    "The major brand is among the compatible brands too."
  ) { file, findings in
    for box in file.all(at: "ftyp") {
      guard let type = box[FileTypeBox.self], file.heif != nil,
        !type.compatibleBrands.contains(type.majorBrand)
      else { continue }
      findings.add(
        at: box, field: ["compatible_brands"],
        "the major brand '\(type.majorBrand)' is not among the compatible brands, where some programs "
          + "look for it")
    }
  }

  static let brandSequenceUnmet = FileRule(
    "brand-sequence-unmet", .warning, "ISO/IEC 23008-12 §10.3",
    "A file with a brand of image sequences has a movie box with a video track."
  ) { file, findings in
    let claims: [FourCC] = ["msf1", "hevc", "hevx", "avis", "avcs", "vvis", "jpgs"]

    guard let box = file.all(at: "ftyp").first,
      let brand = claims.first(where: { file.brands.contains($0) }),
      Rules.truncatedBox(of: file) == nil
    else { return }
    guard let movie = file.movie else {
      findings.add(
        at: box, "the brand '\(brand)' promises an image sequence, but there is no moov box")
      return
    }
    if !movie.tracks.contains(where: { ["pict", "vide", "auxv"].contains($0.handlerType) }) {
      findings.add(
        at: box, "the brand '\(brand)' promises an image sequence, but no track has images"
      )
    }
  }

  static let brandTmapUnmet = FileRule(
    "brand-tmap-unmet", .note, "ISO/IEC 23008-12 §10.2",
    "A file with the brand tmap has a tone-mapped image."
  ) { file, findings in
    guard let heif = file.heif, file.brands.contains("tmap"),
      let box = file.all(at: "ftyp").first,
      !heif.items.contains(where: { $0.type == "tmap" })
    else { return }
    findings.add(
      at: box, "the brand 'tmap' promises a tone-mapped image (HDR), and there is none")
  }

  static let contentMissing = FileRule(
    "content-missing", .error, "ISO/IEC 14496-12 §8.2.1, §8.11.1",
    "A file has items (meta), a movie (moov), or the fragments of one.", concernsReading: true
  ) { file, findings in
    guard file.kind == .boxes, file.heif == nil, file.movie == nil else { return }
    let types = Set(file.boxes.boxes.map(\.type))
    guard types.isDisjoint(with: ["moof", "sidx", "mini"]) else { return }
    if types.contains("JXL ") {
      guard types.isDisjoint(with: ["jxlc", "jxlp"]) else { return }
      findings.add(
        offset: file.end, "the file has no codestream (jxlc, jxlp); it may be truncated")
    } else if types.contains("jP  ") {
      guard !types.contains("jp2c") else { return }
      findings.add(
        offset: file.end, "the file has no codestream (jp2c); it may be truncated")
    } else {
      findings.add(
        offset: file.end,
        types.contains("meta")
          ? "the meta box has no items that can be read"
          : "the file has neither a meta box nor a moov box; it may be truncated")
    }
  }

  static let ftypLate = FileRule(
    "ftyp-late", .warning, "ISO/IEC 14496-12 §4.3",
    "Only a signature may come before ftyp."
  ) { file, findings in
    let signatures: Set<FourCC> = ["jP  ", "JXL ", "JVT ", "styp"]

    guard let box = file.all(at: "ftyp").first else { return }
    let before = file.walk.filter { $0.container == nil && $0.offset < box.offset }
    guard let first = before.first(where: { !signatures.contains($0.type) }) else { return }
    findings.add(
      at: box,
      "ftyp comes after \(first.type), but programs look for it at the start of the file")
  }

  static let ftypMissing = FileRule(
    "ftyp-missing", .warning, "ISO/IEC 14496-12 §4.3",
    "The ftyp box of a file says which specifications it follows."
  ) { file, findings in
    guard file.heif != nil, file.all(at: "ftyp").isEmpty else { return }
    findings.add(
      offset: file.bytes.fileOffset,
      "there is no ftyp box: programs that look for one will not accept this file as an image")
  }
}
