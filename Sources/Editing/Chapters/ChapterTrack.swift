import ISOBMFF
import Movie

/// A track of titles, as QuickTime has it: it is not played, and other tracks refer to it.
struct ChapterTrack {
  let box: Box

  /// - Parameters:
  ///   - place: where the titles stand, one behind the other.
  ///   - isQuickTime: whether the movie is QuickTime's, and not that of ISO/IEC 14496-12.
  init(_ marks: ChapterMarks, id: UInt32, place: Int, isQuickTime: Bool) throws(EditError) {
    var tables = SampleTableBuilder()
    tables.beginChunk(at: place, descriptionIndex: 1)
    for (duration, sample) in zip(marks.durations, marks.samples) {
      try tables.append(
        SampleTableBuilder.Row(
          duration: duration, compositionOffset: 0, byteCount: sample.count, flags: SampleFlags()))
    }
    var description = SampleDescriptionBox()
    description.children = [Box(QuickTimeTextSampleEntry(), in: .sampleEntries)]
    var table = ContainerBox()
    table.children = [Box(description)] + tables.boxes()

    var mediaHeader = MediaHeaderBox()
    mediaHeader.timescale = marks.timescale
    mediaHeader.setDuration(tables.duration)
    var handler = HandlerBox()
    handler.handlerType = "text"
    handler.name = "Chapters"
    var media = ContainerBox()
    media.children = [
      Box(mediaHeader), Box(handler),
      ChapterTrack.information(Box(type: "stbl", table), isQuickTime),
    ]
    if isQuickTime { media.children[1].setHandlerForm(true, component: "mhlr") }

    var header = TrackHeaderBox()
    header.header.flags = 0
    header.trackID = id
    let start = marks.starts.first?.tick ?? 0
    header.setDuration(UInt64(clamping: start).addingSaturating(tables.duration))
    var track = ContainerBox()
    track.children = [Box(header), Box(type: "mdia", media)]
    var box = Box(type: "trak", track)
    if start > 0 {
      box.setEdits([[start, -1, 1, 0], [Int64(clamping: tables.duration), 0, 1, 0]])
    }
    self.box = box
  }

  private static func information(_ table: Box, _ isQuickTime: Bool) -> Box {
    var references = DataReferenceBox()
    references.children = [Box(DataEntryUrlBox())]
    var data = ContainerBox()
    data.children = [Box(references)]
    var information = ContainerBox()
    information.children = [.baseMediaHeader(of: "text"), Box(type: "dinf", data), table]
    if isQuickTime {
      information.children.insert(.dataHandler, at: 1)
    } else {
      information.children.insert(Box(NullMediaHeaderBox()), at: 0)
    }
    return Box(type: "minf", information)
  }
}
