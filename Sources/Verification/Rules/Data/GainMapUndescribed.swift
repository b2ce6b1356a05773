import HEIF
import ISOBMFF

enum GainMapUndescribed: Rule {
  static let severity = Severity.warning
  static let clause = "ISO 21496-1 Annex C; Apple: Applying Apple HDR effect to your photos"
  static let sentence =
    "A gain map, which tmap or auxC marks, has metadata that says what its samples mean."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for map in file.heif?.undescribedGainMaps ?? [] {
      switch map.meaning {
      case .toneMap(let item):
        file.report(
          item, &findings,
          "cannot be read, so that nothing says what the gains of \(file.title(of: map.item.id)) mean: "
            + "programs show the picture without HDR")
      case .apple:
        file.report(
          map.item, &findings,
          "has no headroom, neither in XMP (HDRGainMapHeadroom) nor in the maker note of "
            + "Exif: programs show the picture without HDR, or guess how bright it is")
      case .described:
        file.report(
          map.item, &findings,
          "is not described by XMP (GainMapMax), so that nothing says what its gains mean: programs show the picture "
            + "without HDR")
      }
    }
  }
}
