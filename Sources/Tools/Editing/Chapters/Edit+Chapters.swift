import ISOBMFF
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
    guard let movie = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return }
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
    if let index = children.firstIndex(where: { $0.type == "tref" }) {
      children[index][TrackReferenceBox.self] = references
    } else {
      let index = children.firstIndex { $0.type == "mdia" } ?? children.endIndex
      children.insert(Box(references), at: index)
    }
    self.children = children
  }
}
