import FileKind
import HEIF
import ISOBMFF
import Movie

enum ContainerDiffers: Rule {
  static let severity = Severity.note
  static let clause = "QuickTime File Format, File type compatibility; ISO/IEC 14496-14 §4"
  static let sentence =
    "A movie with the extension of QuickTime or of MP4 has the brand of this format."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.movie != nil, file.images.isEmpty, ExtensionDiffers.rightExtension(of: file) == nil
    else { return }
    let stated = MediaExtensions.of(file.name)
    let type = file.boxes.boxes.first(FileTypeBox.self)
    let isQuickTime = type.map { $0.majorBrand == "qt  " } ?? true
    if isQuickTime, iso.contains(stated) {
      let how = type == nil ? "it has no brand (ftyp)" : "its brand is 'qt  '"
      findings.add(
        offset: file.bytes.fileOffset,
        "the name ends with .\(stated), but this is a QuickTime movie, as \(how): rename it to .mov, "
          + "or let boxwalk remux make \(stated == "m4a" ? "an M4A" : "an MP4") file of it")
    } else if let brand = type?.majorBrand, !isQuickTime, ["mov", "qt"].contains(stated),
      !file.brands.contains("qt  ")
    {
      findings.add(
        offset: file.bytes.fileOffset,
        "the name ends with .\(stated), but this is an MP4 file, as its brand is "
          + "'\(brand)': rename it to .\(["M4A ", "M4B "].contains(brand) ? "m4a" : "mp4"), or let boxwalk remux make a QuickTime movie of it"
      )
    }
  }

  private static let iso: Set<String> = [
    "mp4", "m4v", "mp4v", "m4a", "m4b", "m4p", "m4r", "3gp", "3gpp", "3g2", "3gp2", "f4v", "f4a",
    "ismv", "isma", "mj2",
  ]
}
