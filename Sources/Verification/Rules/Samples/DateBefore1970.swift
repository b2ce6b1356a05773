import FieldCoding
import ISOBMFF
import Movie

enum DateBefore1970: Rule {
  static let id = "date-before-1970"
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.2.2"
  static let sentence = "Times count from 1904."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let header = file.movie?.header, let place = file.all(at: "moov", "mvhd").first,
      header.creationTime > 0, header.creationTime <= Date1904.startOf1970
    else { return }
    findings.add(
      at: place, field: ["creation_time"],
      header.creationTime == Date1904.startOf1970
        ? "the movie is said to be from the start of 1970: the clock of its writer was not set"
        : "the movie is said to be from before 1970: its writer may have counted from 1970 and not from "
          + "1904")
  }
}
