import ISOBMFF
import Movie

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
