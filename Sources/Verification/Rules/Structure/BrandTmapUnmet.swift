import HEIF
import ISOBMFF

enum BrandTmapUnmet: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §10.2"
  static let sentence = "A file with the brand tmap has a tone-mapped image."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, file.brands.contains("tmap"),
      let place = file.all(at: "ftyp").first,
      !heif.items.contains(where: { $0.type == "tmap" })
    else { return }
    findings.add(
      at: place, "the brand 'tmap' promises a tone-mapped image (HDR), and there is none")
  }
}
