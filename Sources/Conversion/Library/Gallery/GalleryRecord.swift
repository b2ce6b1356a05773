package import Files
import Text

/// The information about a photo or a movie for a page, with the state of its file at that time: a line of the
/// gallery's list.
package struct GalleryRecord: Sendable, Equatable {
  static let schema = "boxwalk.gallery/1"

  /// An image that was made.
  package struct Picture: Sendable, Equatable {
    /// The path in the folder of the gallery.
    package var path: String
    /// Its size in samples.
    package var width: Int
    package var height: Int
  }

  /// Something that is wrong.
  package struct Flaw: Sendable, Equatable {
    /// `error` or `warning`.
    package var severity: String
    /// A sentence.
    package var sentence: String
  }

  /// The path of the file below the folder that was named.
  package var input: String
  /// The state of the file at that time.
  package var stamp: FileStamp
  /// The state of the Live Photo's movie; nil if there is none.
  package var movieStamp: FileStamp?
  /// The settings that the images depend on, besides the file.
  package var settings: String
  /// The kind of the file: "HEIC photo".
  package var title = ""
  /// The time when it was taken, as `2024-07-12 13:25:29`; nil if the file does not state it.
  package var date: String?
  /// The camera with which it was taken.
  package var camera: String?
  /// The location where it was taken, as text.
  package var location: String?
  /// The small image; nil if nothing can be decoded.
  package var picture: Picture?
  /// The path of a loop of the Live Photo's movie; nil if there is none.
  package var loop: String?
  /// Its problems, the most severe first.
  package var flaws: [Flaw] = []
  /// Whether something failed. The list leaves it out, so that the next run tries again: the system may be the reason,
  /// and not the file.
  package var isUncertain = false
  /// Whether the worker is to blame for that.
  package var isFault = false
  /// The message that the file cannot be read, with its path; nil if it was read.
  package var problem: String?

  init(input: String, stamp: FileStamp, movieStamp: FileStamp?, settings: String) {
    (self.input, self.stamp) = (input, stamp)
    (self.movieStamp, self.settings) = (movieStamp, settings)
  }

  /// Whether a new examination would have the same result.
  func isOf(_ stamp: FileStamp, _ movieStamp: FileStamp?, _ settings: String) -> Bool {
    self.stamp == stamp && self.movieStamp == movieStamp && self.settings == settings
  }

  /// Notes that something could not be made, with the reason as sentences.
  mutating func fail(_ severity: String, _ sentence: String) {
    isUncertain = true
    flaws.append(Flaw(severity: severity, sentence: sentence))
  }

  // MARK: Lines

  /// A line, with its end.
  var line: [UInt8] {
    JSONValue.object([
      ("schema", .string(GalleryRecord.schema)), ("input", .string(input)),
      ("bytes", .int(stamp.size)), ("modified", .int(Int(stamp.modified))),
      ("movieBytes", movieStamp.map { .int($0.size) }),
      ("movieModified", movieStamp.map { .int(Int($0.modified)) }),
      ("settings", .string(settings)), ("title", .string(title)), ("date", .string(date)),
      ("camera", .string(camera)), ("location", .string(location)),
      ("picture", .string(picture?.path)), ("width", .int(picture?.width)),
      ("height", .int(picture?.height)), ("loop", .string(loop)),
      (
        "flaws",
        .array(flaws.map { .array([.string($0.severity), .string($0.sentence)]) })
      ),
    ]).checkedLine
  }

  private struct Line: Decodable {
    var schema: String
    var input: String
    var bytes: Int
    var modified: Int64
    var movieBytes: Int?
    var movieModified: Int64?
    var settings: String
    var title: String
    var date: String?
    var camera: String?
    var location: String?
    var picture: String?
    var width: Int?
    var height: Int?
    var loop: String?
    var flaws: [[String]]
  }

  /// Reads a line. Nil if it is not a complete and undamaged line of this kind.
  init?(line: some Collection<UInt8>) {
    guard let line = Line(checkedLine: line), line.schema == GalleryRecord.schema,
      line.flaws.allSatisfy({ $0.count == 2 })
    else { return nil }
    self.init(
      input: line.input, stamp: FileStamp(size: line.bytes, modified: line.modified),
      movieStamp: line.movieBytes.flatMap { size in
        line.movieModified.map { FileStamp(size: size, modified: $0) }
      }, settings: line.settings)
    (title, date, camera, location) = (line.title, line.date, line.camera, line.location)
    if let path = line.picture, let width = line.width, let height = line.height {
      picture = Picture(path: path, width: width, height: height)
    }
    loop = line.loop
    flaws = line.flaws.map { Flaw(severity: $0[0], sentence: $0[1]) }
  }
}

/// Dates of photos and movies as a page shows them. They are texts, such as `2024-07-12 13:25:29.5+02:00`.
enum GalleryDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `July 2024`; nil for what does not start with a year and a month.
  static func month(_ date: String?) -> String? {
    guard let start = date.flatMap({ start(of: $0, like: "0000-00") }),
      let month = Int(start.suffix(2)), (1...12).contains(month)
    else { return nil }
    return "\(months[month - 1]) \(start.prefix(4))"
  }

  /// `2024-07-12 13:25`, with `UTC` if the date has that; other texts as they are.
  static func minute(_ date: String) -> String {
    guard let start = start(of: date, like: "0000-00-00 00:00") else { return date }
    return start + (date.hasSuffix(" UTC") ? " UTC" : "")
  }

  /// The start of a text, if it has digits where a pattern has them, and is the same elsewhere.
  private static func start(of text: String, like pattern: String) -> String? {
    let start = text.prefix(pattern.count)
    let isLike =
      start.utf8.count == pattern.utf8.count
      && zip(start.utf8, pattern.utf8).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "0")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
      }
    return isLike ? String(start) : nil
  }
}
