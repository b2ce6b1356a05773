import ISOBMFF
import Movie

enum MovieDurationDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.2.2"
  static let sentence = "The duration of a movie is that of its longest track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let header = file.movie?.header, let scale = file.movieTimescale, !file.isFragmented,
      let place = file.all(at: "moov", "mvhd").first,
      let stated = header.duration.known(header.header.version)
    else { return }
    let tracks = file.sampleTables.compactMap { track in
      track.track.header.flatMap { $0.duration.known($0.header.version) }
    }
    guard let longest = tracks.max(), tracks.count == file.sampleTables.count else { return }
    let seconds = Double(stated) / Double(scale)
    let actual = Double(longest) / Double(scale)
    guard abs(seconds - actual) > Seconds.tolerance else { return }
    findings.add(
      at: place, field: ["duration"],
      "the movie is said to last \(Seconds.text(seconds)), but its longest track lasts "
        + Seconds.text(actual))
  }
}
