package import ISOBMFF
public import Movie

extension Edit {
  /// Replaces the chapters of the movie. They are written as Nero's list (`chpl`), and as a text track to which
  /// the video and audio tracks refer (`chap`, QuickTime File Format, "Chapter lists"), so that both kinds of
  /// players find them.
  ///
  /// Throws if the movie has fragments (``defragment()``), if there are no chapters, if two chapters start at the
  /// same time, or if one starts after the end of the movie.
  ///
  /// - Parameter chapters: in any order; their ends are ignored, because each lasts until the next one starts.
  public mutating func setChapters(_ chapters: [Chapter]) throws(EditError) {
    try removeChapters()
    guard let movie = MovieFile(file), let timescale = movie.header?.timescale, timescale > 0 else {
      throw EditError(.wrongFile, "is not a movie with a timescale")
    }
    let length = Int64(
      clamping: max(
        movie.header?.duration ?? 0, movie.tracks.compactMap { $0.header?.duration }.max() ?? 0))
    let marks = try EditedChapterMarks(chapters, timescale: timescale, length: length)
    guard let id = movie.freeTrackID else {
      throw EditError(.unsupported, "has no track_ID left")
    }
    let offset = file.addMedia(marks.media)
    let track = try ChapterTrack(marks, id: id, offset: offset, isQuickTime: file.isQuickTime).box
    let readers = Set(
      movie.tracks.filter { ["vide", "soun"].contains($0.handlerType) }.map(\.id))
    try changeMovie { (children) throws(EditError) in
      for index in children.indices where children[index].type == "trak" {
        let number = children[index].children.first(TrackHeaderBox.self)?.trackID ?? 0
        if readers.contains(number) { children[index].addReference("chap", to: id) }
      }
      let last = children.lastIndex { $0.type == "trak" } ?? children.endIndex - 1
      children.insert(track, at: last + 1)
      for index in children.indices where children[index].type == "mvhd" {
        let largest = max(id, movie.tracks.map(\.id).max() ?? 0)
        children[index][MovieHeaderBox.self]?.makeNextTrackID(largerThan: largest)
      }
      children.changeUserData { $0.append(Box(marks.list)) }
    }
    keepsOffsets = false
    notes.append("has \(counted(chapters.count, "chapter")) now")
    if marks.list.chapters.count < chapters.count {
      notes.append("Nero's list has the first 255 of them, and the track has all")
    }
  }

  /// Removes the chapters: Nero's list, the text track with their titles, and the track with their images.
  ///
  /// Throws if the movie has fragments (``defragment()``).
  public mutating func removeChapters() throws(EditError) {
    let movie = try MovieFile(requiredIn: file)
    guard !movie.isFragmented else {
      throw EditError(.unsupported, "has fragments, which have to be put together first")
    }
    let referred = Set(movie.tracks.flatMap { $0.references("chap") })
    let gone = movie.tracks.filter {
      referred.contains($0.id) && ["text", "sbtl", "subt", "vide"].contains($0.handlerType)
    }
    if !gone.isEmpty { try removeTracks(Set(gone.map(\.id))) }
    try changeMovie { children in
      children.changeUserData { $0.removeAll { $0.type == "chpl" } }
    }
  }

  /// Changes the boxes in `moov`.
  mutating func changeMovie(
    _ change: (inout [Box]) throws(EditError) -> Void
  ) throws(EditError) {
    guard let movie = file.boxes.firstIndex("moov") else { return }
    var children = file.boxes[movie].children
    try change(&children)
    // A box that stays is copied with all its oddities.
    if children != file.boxes[movie].children { file.boxes[movie].children = children }
  }
}

extension [Box] {
  /// Changes the content of `udta`. The box is removed if it becomes empty, and created if it is missing. Several become
  /// one, without the zeros that end them.
  mutating func changeUserData(_ change: (inout [Box]) -> Void) {
    let index = firstIndex { $0.type == "udta" }
    let isSplit = all("udta").count > 1
    let old = isSplit ? userData.filter { $0.type.rawValue != 0 } : userData
    var new = old
    change(&new)
    guard new != old else { return }
    if let index {
      if isSplit {
        self = Array(prefix(index + 1)) + dropFirst(index + 1).filter { $0.type != "udta" }
      }
      if new.isEmpty { remove(at: index) } else { self[index].children = new }
    } else {
      var data = UserDataBox()
      data.children = new
      append(Box(data))
    }
  }
}

extension Box {
  /// Adds a reference to a track to a `trak` box.
  fileprivate mutating func addReference(_ type: FourCC, to id: UInt32) {
    var children = children
    var references =
      children.first(TrackReferenceBox.self) ?? TrackReferenceBox()
    var reference = TrackReferenceTypeBox()
    reference.trackIDs = [id]
    references.children.append(Box(type: type, reference, in: .trackReferences))
    if let index = children.firstIndex("tref") {
      children[index][TrackReferenceBox.self] = references
    } else {
      let index = children.firstIndex("mdia") ?? children.endIndex
      children.insert(Box(references), at: index)
    }
    self.children = children
  }
}

/// A track of titles, as in QuickTime movies: it is not played, and other tracks refer to it.
struct ChapterTrack {
  let box: Box

  /// - Parameters:
  ///   - offset: the offset of the titles, which follow each other.
  ///   - isQuickTime: whether the movie is a QuickTime movie, and not one of ISO/IEC 14496-12.
  init(_ marks: EditedChapterMarks, id: UInt32, offset: Int, isQuickTime: Bool) throws(EditError) {
    var tables = SampleTableBuilder()
    tables.beginChunk(at: offset, descriptionIndex: 1)
    for (duration, sample) in zip(marks.durations, marks.samples) {
      try tables.append(
        SampleTableBuilder.Row(
          duration: duration, compositionOffset: 0, byteCount: sample.count, flags: SampleFlags()))
    }
    var description = SampleDescriptionBox()
    description.children = [Box(QuickTimeTextSampleEntry(), in: .sampleEntries)]
    let table = Box.container("stbl", [Box(description)] + tables.boxes())

    var mediaHeader = MediaHeaderBox()
    mediaHeader.timescale = marks.timescale
    mediaHeader.setDuration(tables.duration)
    var handler = HandlerBox()
    handler.handlerType = "text"
    handler.name = "Chapters"
    var handlerBox = Box(handler)
    if isQuickTime { handlerBox.setHandlerForm(true) }
    let media = Box.container(
      "mdia", [Box(mediaHeader), handlerBox, ChapterTrack.information(table, isQuickTime)])

    var header = TrackHeaderBox()
    header.header.flags = 0
    header.trackID = id
    let start = marks.starts.first?.tick ?? 0
    header.setDuration(UInt64(clamping: start).addingSaturating(tables.duration))
    var box = Box.container("trak", [Box(header), media])
    if start > 0 {
      box.setEdits([[start, -1, 1, 0], [Int64(clamping: tables.duration), 0, 1, 0]])
    }
    self.box = box
  }

  private static func information(_ table: Box, _ isQuickTime: Bool) -> Box {
    var children: [Box] = [.baseMediaHeader(of: "text"), .dataInformation, table]
    if isQuickTime {
      children.insert(.dataHandler, at: 1)
    } else {
      children.insert(Box(NullMediaHeaderBox()), at: 0)
    }
    return .container("minf", children)
  }
}

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
