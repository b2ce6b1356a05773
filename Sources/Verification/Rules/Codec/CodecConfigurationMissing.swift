import HEIF
import ISOBMFF
import Movie

enum CodecConfigurationMissing: Rule {
  static let severity = Severity.error
  static let clause =
    "ISO/IEC 23008-12 Annexes B, E, L, AV1 Image File Format §2.2.1, ISO/IEC 14496-15 §8.4.1"
  static let sentence = "Coded images and tracks have the configuration of their decoder."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      guard let needed = items[item.type],
        !item.properties.contains(where: { $0.box.type == needed })
      else { continue }
      file.report(
        item, &findings,
        "is of the type '\(item.type)', but has no '\(needed)': it cannot be decoded")
    }
    for place in file.all(at: "moov", "trak", "mdia", "minf", "stbl", "stsd") {
      for entry in file.children(of: place) {
        guard let needed = entries[entry.type], entry.box[VisualSampleEntry.self] != nil,
          !entry.box.children.contains(where: { $0.type == needed })
        else { continue }
        findings.add(
          at: entry, "the track of '\(entry.type)' has no '\(needed)': it cannot be decoded")
      }
    }
  }

  private static let items: [FourCC: FourCC] = [
    "hvc1": "hvcC", "hev1": "hvcC", "avc1": "avcC", "av01": "av1C", "vvc1": "vvcC", "evc1": "evcC",
    "lhv1": "lhvC", "j2k1": "j2kH", "unci": "uncC",
  ]

  private static let entries: [FourCC: FourCC] = [
    "hvc1": "hvcC", "hev1": "hvcC", "avc1": "avcC", "avc3": "avcC", "av01": "av1C", "vp09": "vpcC",
    "vvc1": "vvcC", "vvi1": "vvcC",
  ]
}
