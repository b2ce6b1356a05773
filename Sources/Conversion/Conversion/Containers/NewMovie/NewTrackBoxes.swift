import Editing
import ISOBMFF
import Movie

/// The `trak` box of a new track of coded samples.
struct NewTrackBoxes {
  private(set) var box: Box
  /// The end of the track, in ticks of the movie.
  private(set) var presented: Int64

  /// - Parameter start: where the media starts in the file.
  init(
    _ track: NewMovie.Track, of movie: NewMovie, id: UInt32, mediaAt start: Int
  ) throws(EditError) {
    guard let first = track.samples.map(\.compositionTime).min(),
      track.samples.count == track.offsets.count
    else { throw EditError(.invalid, "gets a track without samples") }
    // Media times begin at 0.
    let samples = track.samples.map { sample in
      var sample = sample
      sample.compositionTime = sample.compositionTime.subtractingSaturating(first)
      return sample
    }
    let times = ReplacedTimes(samples)
    var tables = SampleTableBuilder()
    var endOfLast = -1
    for (index, sample) in samples.enumerated() {
      let offset = track.offsets[index]
      if offset != endOfLast { tables.beginChunk(at: start + offset, descriptionIndex: 1) }
      endOfLast = offset + sample.byteCount
      if track.momentByteCount > 0 {
        let end = times.decodeTimes[index + 1]
        try tables.append(
          moments: sample.byteCount / track.momentByteCount, of: track.momentByteCount,
          lasting: end.subtractingSaturating(times.decodeTimes[index]))
      } else {
        try tables.append(sample, at: index, times)
      }
    }
    let end = samples.map { $0.compositionTime.addingSaturating($0.duration) }.max() ?? 0
    let last = max(1, end.subtractingSaturating(track.unheard))
    let duration = tables.duration
    var description = SampleDescriptionBox()
    description.children = [track.sampleEntry]
    let audio = track.sampleEntry[AudioSampleEntry.self]
    // Rates that need a box of their own (ISO/IEC 14496-12 §12.2.3).
    if audio?.children.first(SamplingRateBox.self) != nil { description.header.version = 1 }
    let table = Box.container("stbl", [Box(description)] + tables.boxes())

    let scale = EditedTimescale(movie: NewMovie.timescale, media: track.timescale)
    // Samples before the start of the presentation are decoded, and not shown.
    let hidden = max(0, -first)
    let shown = max(0, scale.movieTicks(last - min(hidden, last)))
    let delay = max(0, scale.nearestTicks(max(0, first)))
    presented = delay.addingSaturating(shown)
    var edits: [[Int64]] = delay > 0 ? [[delay, -1, 1, 0]] : []
    edits.append([shown, times.shift.addingSaturating(hidden), 1, 0])

    var header = TrackHeaderBox()
    header.header = FullBoxHeader(flags: track.isEnabled ? 3 : 2)
    header.trackID = id
    (header.creationTime, header.modificationTime) = (movie.creationTime, movie.creationTime)
    header.setDuration(UInt64(clamping: presented))
    (header.width, header.height) = (track.width << 16, track.height << 16)
    header.volume = track.handlerType == "soun" ? 0x100 : 0
    header.rotate(by: track.rotation)
    var boxes = [
      Box(header), .container("edts", [Box(EditListBox(flags: 0, rows: edits))]),
      NewTrackBoxes.media(of: track, in: movie, duration, table),
    ]
    if !track.name.isEmpty {
      let name = Box(type: "name", opaque: Bytes(Array(track.name.utf8)))
      boxes.append(.container("udta", [name]))
    }
    box = .container("trak", boxes)
  }

  /// The `mdia` box.
  private static func media(
    of track: NewMovie.Track, in movie: NewMovie, _ duration: UInt64, _ table: Box
  ) -> Box {
    var header = MediaHeaderBox()
    (header.creationTime, header.modificationTime) = (movie.creationTime, movie.creationTime)
    header.timescale = track.timescale
    header.setDuration(duration)
    // Without a language code, it is `und`.
    if let code = PackedLanguage.packed(track.language.lowercased()) { header.language = code }
    var handler = HandlerBox()
    handler.handlerType = track.handlerType
    handler.name = Text(track.name)
    let kind =
      switch track.handlerType {
      case "soun": Box(SoundMediaHeaderBox())
      case "vide": Box(VideoMediaHeaderBox())
      default: Box(NullMediaHeaderBox())
      }
    return .container(
      "mdia", [Box(header), Box(handler), .container("minf", [kind, .dataInformation, table])])
  }
}

extension SampleTableBuilder {
  /// Adds audio frames of uncompressed audio: each lasts one tick, and the last one until the next packet.
  fileprivate mutating func append(
    moments count: Int, of byteCount: Int, lasting ticks: Int64
  ) throws(EditError) {
    guard count > 0 else { return }
    let whole = min(count - 1, Int(clamping: max(0, ticks)))
    var row = Row(duration: 1, compositionOffset: 0, byteCount: byteCount, flags: SampleFlags())
    if whole > 0 { try append(row, count: whole) }
    // If packets overlap, the rest of them has no duration.
    row.duration = 0
    if count - 1 > whole { try append(row, count: count - 1 - whole) }
    row.duration = max(0, ticks.subtractingSaturating(Int64(whole)))
    try append(row)
  }
}

extension TrackHeaderBox {
  /// Rotates the frames clockwise by a multiple of 90 degrees, so that it keeps its position (ISO/IEC 14496-12 §8.3.2).
  fileprivate mutating func rotate(by degrees: Int) {
    let one: Int32 = 0x1_0000
    let (width, height) = (Int32(clamping: width), Int32(clamping: height))
    switch degrees {
    case 90:
      (matrix.a, matrix.b, matrix.c, matrix.d) = (0, one, -one, 0)
      matrix.x = height
    case 180:
      (matrix.a, matrix.d) = (-one, -one)
      (matrix.x, matrix.y) = (width, height)
    case 270:
      (matrix.a, matrix.b, matrix.c, matrix.d) = (0, -one, one, 0)
      matrix.y = width
    default: break
    }
  }
}
