package import ISOBMFF
import Movie

/// Chapters at ticks of a movie.
struct EditedChapterMarks {
  /// The start and the title of each chapter.
  private(set) var starts: [(tick: Int64, title: [UInt8])] = []
  let timescale: UInt32
  /// The end of the movie.
  let length: Int64

  init(_ chapters: [Chapter], timescale: UInt32, length: Int64) throws(EditError) {
    self.timescale = timescale
    self.length = length
    guard !chapters.isEmpty else {
      throw EditError(.invalid, "needs at least one chapter, and none was given")
    }
    for chapter in chapters.sorted(by: { $0.start < $1.start }) {
      let exact = min(max(0, chapter.start * Double(timescale)), 1e18)
      let tick = min(Int64(exact.rounded()), length - 1)
      guard exact < Double(length) else {
        throw EditError(
          .invalid,
          length > 0
            ? "ends before the chapter '\(chapter.title)' begins, at \(chapter.start) s"
            : "is no movie that lasts, so that it can have no chapters")
      }
      if let last = starts.last, last.tick == tick {
        throw EditError(.invalid, "gets two chapters at \(chapter.start) s")
      }
      starts.append((tick, chapter.title.utf8(upTo: Int(UInt16.max))))
    }
  }

  /// The duration of each chapter.
  var durations: [Int64] {
    starts.indices.map { ($0 + 1 < starts.count ? starts[$0 + 1].tick : length) - starts[$0].tick }
  }

  /// The samples of the track: the length of the text, the text, and a box that states UTF-8 (QuickTime File Format,
  /// "Text sample data").
  var samples: [[UInt8]] {
    starts.map { start in
      let count = start.title.count
      return [UInt8(count >> 8), UInt8(count & 0xFF)] + start.title
        + [0, 0, 0, 12] + Array("encd".utf8) + [0, 0, 1, 0]
    }
  }

  var media: [UInt8] { samples.flatMap { $0 } }

  /// Nero's list.
  var list: ChapterListBox {
    ChapterListBox(
      starts.map {
        (Double($0.tick) / Double(timescale), String(decoding: $0.title, as: UTF8.self))
      })
  }
}

extension ChapterListBox {
  /// Nero's list, which has at most 255 chapters with titles of at most 255 bytes.
  ///
  /// - Parameter chapters: the start of each, in seconds, and its title.
  package init(_ chapters: [(start: Double, title: String)]) {
    self.init()
    self.chapters = chapters.prefix(255).map { chapter in
      var made = Chapter()
      made.start = UInt64(max(0, min(1e18, chapter.start * 1e7)).rounded())
      made.title = Text(chapter.title.utf8(upTo: 255))
      return made
    }
  }
}

extension Text {
  fileprivate init(_ bytes: [UInt8]) {
    self.init(String(decoding: bytes, as: UTF8.self), form: .plain)
  }
}

extension String {
  /// The bytes of as many whole characters as fit.
  fileprivate func utf8(upTo count: Int) -> [UInt8] {
    guard utf8.count > count else { return Array(utf8) }
    var bytes: [UInt8] = []
    for character in self {
      guard bytes.count + character.utf8.count <= count else { break }
      bytes += character.utf8
    }
    return bytes
  }
}
