import HEIF
import ISOBMFF

enum BrandCodecUnmet: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 Annexes B, E, F, AV1 Image File Format §8"
  static let sentence =
    "A file with the brand of a picture codec has an item with this codec."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.all(at: "ftyp").first,
      FileTruncated.cutBox(of: file) == nil
    else { return }
    for (brand, codec, types) in claims where file.brands.contains(brand) {
      guard !heif.items.contains(where: { types.contains($0.type) }) else { continue }
      findings.add(
        at: place, "the brand '\(brand)' promises a picture in \(codec), and there is none")
    }
  }

  private static let claims: [(brand: FourCC, codec: String, types: Set<FourCC>)] = [
    ("heic", "HEVC", ["hvc1", "hev1", "lhv1"]), ("heix", "HEVC", ["hvc1", "hev1", "lhv1"]),
    ("avif", "AV1", ["av01"]), ("avci", "AVC", ["avc1"]), ("vvic", "VVC", ["vvc1"]),
    ("j2ki", "JPEG 2000", ["j2k1"]),
  ]
}
