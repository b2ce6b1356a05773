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
}

extension Track {
  /// The text of a sample: a count of 16 bits, and as many bytes of UTF-8, or of UTF-16 with its byte
  /// order mark (QuickTime File Format, "Text sample data"; 3GPP TS 26.245 §5.17.2). Nil if it is truncated.
  package static func text(ofSample sample: Bytes) -> String? {
    guard sample.count >= 2 else { return nil }
    let count = Int(sample[0]) << 8 | Int(sample[1])
    return sample.part(2..<2 + count).map { Text(bytes: Array($0)).string }
  }
}
