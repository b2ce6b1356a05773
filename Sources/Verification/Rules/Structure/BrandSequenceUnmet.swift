import HEVC
import ISOBMFF
import Movie

enum BrandSequenceUnmet: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §10.3"
  static let sentence =
    "A file with a brand of image sequences has a movie box with a track of pictures."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "ftyp").first,
      let brand = claims.first(where: { file.brands.contains($0) }),
      FileTruncated.cutBox(of: file) == nil
    else { return }
    guard let movie = file.movie else {
      findings.add(
        at: place, "the brand '\(brand)' promises a sequence of pictures, but there is no moov box")
      return
    }
    if !movie.tracks.contains(where: { ["pict", "vide", "auxv"].contains($0.handlerType) }) {
      findings.add(
        at: place, "the brand '\(brand)' promises a sequence of pictures, but no track has pictures"
      )
    }
  }

  private static let claims: [FourCC] = ["msf1", "hevc", "hevx", "avis", "avcs", "vvis", "jpgs"]
}
