import FieldCoding
public import ISOBMFF

/// A chapter: a part of a movie with a title.
public struct Chapter: Equatable, Sendable {
  /// The start, in seconds of the presentation.
  public var start: Double
  /// The end, in seconds of the presentation: the start of the next chapter, or the end of the movie;
  /// nil if it is unknown.
  public var end: Double?
  /// The title; empty if it has none.
  public var title: String

  /// A chapter. Times are in seconds; without an end it lasts until the next one starts.
  public init(start: Double, end: Double? = nil, title: String) {
    (self.start, self.end, self.title) = (start, end, title)
  }
}

extension MovieFile {
  /// The chapters, in the order of the presentation: those of the text track that other tracks refer to
  /// as `chap` (QuickTime File Format, "Chapter lists"), or else those that Nero's `chpl` lists.
  ///
  /// - Parameter bytes: the bytes of the file from which this movie was read; they contain the titles.
  public func chapters(in bytes: Bytes) -> [Chapter] {
    let ids = Set(tracks.flatMap { $0.references("chap") })
    let titles: Set<FourCC> = ["text", "sbtl", "subt"]
    let track = tracks.first { ids.contains($0.id) && titles.contains($0.handlerType) }
    var chapters = track.map { $0.chapters(in: bytes) } ?? []
    if chapters.isEmpty {
      chapters =
        chapterList?.chapters.map { Chapter(start: Double($0.start) / 1e7, title: $0.title.string) }
        ?? []
    }
    chapters.sort { $0.start < $1.start }
    for index in chapters.indices {
      let next = index + 1 < chapters.count ? chapters[index + 1].start : duration
      chapters[index].end = next.map { max($0, chapters[index].start) }
    }
    return chapters
  }
}

extension Track {
  /// A chapter for each sample that is presented.
  fileprivate func chapters(in bytes: Bytes) -> [Chapter] {
    let presentation = Presentation(self)
    return samples.withBytes.compactMap { sample in
      guard sample.location == .file(0),
        let time = presentation.times(of: sample, atMost: 1).first,
        let title = bytes.part(sample.fileRange).flatMap(Track.text(ofSample:))
      else { return nil }
      return Chapter(start: time.seconds, title: title)
    }
  }

  /// The text of a sample: a count of 16 bits, and as many bytes of UTF-8, or of UTF-16 with its byte
  /// order mark (QuickTime File Format, "Text sample data"; 3GPP TS 26.245 §5.17.2). Nil if it is truncated.
  package static func text(ofSample sample: Bytes) -> String? {
    guard sample.count >= 2 else { return nil }
    let count = Int(sample[0]) << 8 | Int(sample[1])
    return sample.part(2..<2 + count).map { Text(bytes: Array($0)).string }
  }
}

/// Chapters in a text file: a line for each, with its time and its title, or FFmpeg's metadata format.
///
///     0:00:00.000 The start
///     0:01:05.500 What happens then
package enum ChapterText {
  /// Reads either format. Empty lines, and lines that start with `#`, are ignored.
  ///
  /// Throws if a line is not a time with a title.
  package static func chapters(in text: String) throws(ChapterTextError) -> [Chapter] {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if lines.first?.hasPrefix(";FFMETADATA") == true { return try metadata(lines) }
    var chapters: [Chapter] = []
    for (number, line) in lines.enumerated() {
      let content = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
      guard !content.isEmpty, content.first != "#" else { continue }
      let parts = content.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
      guard let time = parts.first, let start = seconds(time) else {
        throw ChapterTextError(
          "line \(number + 1) is not a time and a title, as in '0:01:05.5 The second'")
      }
      chapters.append(Chapter(start: start, title: parts.count > 1 ? String(parts[1]) : ""))
    }
    return chapters
  }

  /// Reads a time such as `90.5`, `.5`, `1:30` or `0:01:30.500`, in seconds; nil for other texts.
  package static func seconds(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last,
      last.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let rest = Double(String(last)), parts.count == 1 || rest < 60
    else { return nil }
    var whole = 0.0
    for part in parts.dropLast() {
      guard let number = UInt16(part) else { return nil }
      whole = whole * 60 + Double(number)
    }
    let all = whole * 60 + rest
    return all < 1e9 ? all : nil
  }

  /// The lines for chapters: `0:01:30.500 Title`.
  package static func lines(_ chapters: [Chapter]) -> [String] {
    chapters.map { chapter in
      let milliseconds = Int((min(max(0, chapter.start), 1e9) * 1000).rounded())
      let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
      let minutes = "\(seconds / 3600):\(zeroPadded(seconds / 60 % 60, to: 2))"
      let time = "\(minutes):\(zeroPadded(seconds % 60, to: 2)).\(zeroPadded(rest, to: 3))"
      return chapter.title.isEmpty
        ? time : time + " " + chapter.title.map { $0.isNewline ? " " : "\($0)" }.joined()
    }
  }

  // MARK: FFmpeg's metadata

  private static func metadata(_ lines: [String]) throws(ChapterTextError) -> [Chapter] {
    var chapters: [Chapter] = []
    var unit: (Double, Double) = (1, 1e9)
    var isChapter = false
    var current: Chapter?
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("[") {
        if let current { chapters.append(current) }
        isChapter = line == "[CHAPTER]"
        current = isChapter ? Chapter(start: 0, title: "") : nil
        unit = (1, 1e9)
      }
      guard isChapter, let split = line.firstIndex(of: "="), !line.hasPrefix(";"),
        !line.hasPrefix("#")
      else { continue }
      let value = line[line.index(after: split)...]
      switch line[..<split].lowercased() {
      case "timebase":
        let parts = value.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else {
          throw ChapterTextError(
            "line \(number + 1) is not a time base, as in 'TIMEBASE=1/1000'")
        }
        unit = (parts[0], parts[1])
      case "start":
        guard let ticks = Int64(value), ticks >= 0 else {
          throw ChapterTextError("line \(number + 1) is not a time, as in 'START=5000'")
        }
        current?.start = Double(ticks) * unit.0 / unit.1
      case "title": current?.title = unescaped(value)
      default: break
      }
    }
    if let current { chapters.append(current) }
    return chapters
  }

  /// `\=`, `\;`, `\#` and `\\` are those characters.
  private static func unescaped(_ text: Substring) -> String {
    var title = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        title.append(character)
        isEscaped = false
      }
    }
    return title
  }
}

/// Why a text is not a list of chapters.
package struct ChapterTextError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
