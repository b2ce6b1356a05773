import HEIF
import ISOBMFF
import Movie

enum BrandCodecUnmet: Rule {
  static let severity = Severity.warning
  static let clause =
    "ISO/IEC 23008-12 Annexes B, E, F, H, AV1 Image File Format §8, AV1 Codec ISO Media File Format Binding §2.1"
  static let sentence =
    "A file with the brand of a codec has an item or a track with this codec."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "ftyp").first, FileTruncated.cutBox(of: file) == nil else {
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
        at: place,
        "the brand '\(brand)' promises \(isSequence ? "a track" : "a picture") in \(codec), and there is none"
      )
    }
    checkAudio(file, place, &findings)
  }

  /// A brand of audio promises that there are no pictures.
  private static func checkAudio(
    _ file: ExaminedFile, _ place: ExaminedBox, _ findings: inout Findings
  ) {
    guard let movie = file.movie, let type = place.box[FileTypeBox.self] else { return }
    let pictures = movie.tracks.filter {
      ["vide", "pict"].contains($0.handlerType) && $0.isEnabled
    }
    let besides = movie.tracks.flatMap { $0.references("chap") }
    let brand = type.majorBrand
    if ["M4A ", "M4B "].contains(brand), pictures.contains(where: { !besides.contains($0.id) }) {
      findings.add(
        at: place, "the brand '\(brand)' promises audio only, and there is a track of pictures")
    } else if ["M4V ", "M4VH", "M4VP"].contains(brand), pictures.isEmpty, !movie.tracks.isEmpty {
      findings.add(
        at: place, "the brand '\(brand)' promises pictures, and there is no track of them")
    }
  }

  private static let hevc: Set<FourCC> = ["hvc1", "hev1", "hvc2", "hev2", "lhv1", "lhe1"]
  private static let avc: Set<FourCC> = ["avc1", "avc2", "avc3", "avc4", "svc1", "mvc1"]
  /// Their codec is not in the type.
  private static let encrypted: Set<FourCC> = ["encv", "resv", "encu"]

  private static let claims:
    [(brand: FourCC, codec: String, types: Set<FourCC>, isSequence: Bool)] = [
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
}
