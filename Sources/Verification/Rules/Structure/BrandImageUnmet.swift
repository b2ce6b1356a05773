import ISOBMFF
import StillMetadata

enum BrandImageUnmet: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §10.2"
  static let sentence =
    "A file with a brand of still images has a meta box for pictures, with a primary item, "
    + "locations, item information and properties."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "ftyp").first,
      let brand = claims.first(where: { file.brands.contains($0) })
    else { return }
    // Then another rule reports that nothing is there.
    if FileTruncated.cutBox(of: file) != nil || file.heif == nil && file.movie == nil { return }
    guard file.meta != nil else {
      findings.add(
        at: place, "the brand '\(brand)' promises a picture, but there is no meta box at the top")
      return
    }
    let missing = (["hdlr", "pitm", "iinf", "iloc", "iprp"] as [FourCC]).filter {
      file.metaBox($0) == nil
    }
    guard !missing.isEmpty else { return }
    findings.add(
      at: place,
      "the brand '\(brand)' promises a picture, but the meta box has no "
        + missing.map { "\($0)" }.joined(separator: ", "))
  }

  private static let claims: [FourCC] = [
    "mif1", "mif2", "heic", "heix", "heim", "heis", "avif", "avci", "vvic", "jpeg", "j2ki",
  ]
}
