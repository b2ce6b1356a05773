import FieldCoding
import HEIF
import Metadata
import Text

extension MotionPhoto {
  /// The location of the movie, the source of that information, and the time of the still.
  var entry: ReportEntry {
    let names = Declaration.allCases.filter(declarations.contains)
    let who =
      names.isEmpty ? "nothing in the file says so" : names.map(\.title).joined(separator: ", ")
    let time = xmp.presentationTime.map { Double($0) / 1e6 }
    var text =
      "movie of \(counted(movieRange.count, "byte")) at byte \(bytes.fileOffset + movieRange.lowerBound) (\(who))"
    if let time { text += "; the still is at \(time) s" }
    return ReportEntry(
      "motionPhoto", "Motion photo",
      .object([
        ("offset", .int(bytes.fileOffset + movieRange.lowerBound)),
        ("bytes", .int(movieRange.count)),
        ("declarations", .array(names.map { .string($0.rawValue) })),
        ("stillTime", time.map { .double($0) }),
      ]), text)
  }
}

extension MotionPhoto.Declaration {
  fileprivate var title: String {
    switch self {
    case .motionPhoto: "Motion Photo 1.0"
    case .microVideo: "MicroVideo"
    case .samsung: "Samsung's records"
    case .movieBox: "mpvd"
    }
  }
}
