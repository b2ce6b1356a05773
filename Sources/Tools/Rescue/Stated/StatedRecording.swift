public import FieldCoding
import ISOBMFF
import Movie

/// What a recording states itself about the codec of its samples: parameter sets between them describe its frames, and
/// the syntax of AAC its audio. It has the form of a file that was learned from another recording.
public struct StatedRecording: Sendable {
  /// The file.
  public let bytes: Bytes
  /// Sentences about what is stated, and what is not.
  public private(set) var notes: [String] = []

  /// So many frames show how the others are.
  private static let mostFrames = 2048
  private static let mostSearched = 256 << 20
  /// The usual rate.
  private static let usualRate: (timescale: UInt32, duration: UInt32) = (30_000, 1000)

  /// Nil if the media data has no parameter sets and frames.
  public init?(in data: Bytes) {
    // Some writers fill NAL units up with zeros.
    let codecs = [LearnedSamplesBox.Codec.nalUnits, .filledNALUnits]
    let readings = codecs.compactMap { StatedFrames(in: data, $0) }.map {
      ($0, StatedRecording.frames(in: data, $0.reader))
    }
    let most = readings.map(\.1.found.count).max()
    guard let (frames, (found, gaps)) = readings.first(where: { $0.1.found.count == most }),
      found.count > 1
    else { return nil }
    let between = gaps.filter { $0.upperBound < data.count }
    let audio = StatedAudio(in: between, of: data, among: found, lasting: frames.rate)
    var rate = frames.rate
    notes.append("no other recording is needed: parameter sets are among its frames")
    if rate == nil, let heard = audio?.framesPerSecond {
      rate = (UInt32(heard) * 1000, 1000)
      notes.append(
        "its frames do not state their rate: the audio between them shows that it is \(heard) a second"
      )
    } else if rate == nil {
      notes.append("its frames do not state their rate: they get 30 a second")
    }
    if let audio, !audio.isSure {
      notes.append(
        "nothing shows the sampling rate of its audio: it gets \(audio.samplingRate) Hz")
    }
    if audio == nil, !between.isEmpty {
      notes.append("what is between its frames is no AAC, and nothing states how it is coded")
    }
    let video = StatedRecording.track(
      frames, found, rate ?? StatedRecording.usualRate)
    var header = MovieHeaderBox()
    header.nextTrackID = 3
    var boxes = [Box(header), video]
    if let audio { boxes.append(StatedRecording.track(audio)) }
    var type = FileTypeBox()
    (type.majorBrand, type.compatibleBrands) = ("isom", ["isom", "iso6"])
    var top = [Box(type), Box.container("moov", boxes)]
    var coder = FieldCoder()
    guard (try? coder.boxes(&top)) != nil else { return nil }
    bytes = Bytes(coder.written.bytes)
  }

  /// The first frames, and the ranges between them.
  private static func frames(
    in data: Bytes, _ reader: any LostSampleReader
  ) -> (found: [FoundSample], gaps: [Range<Int>]) {
    let thorough = reader.thorough
    let starts = BytePairs(startsOf: reader.firstWords)
    let header = reader.header
    let area = data.part(0..<min(data.count, mostSearched)) ?? data
    var found: [FoundSample] = []
    var gaps: [Range<Int>] = []
    var end = 0
    var position = 0
    while found.count < mostFrames, let offset = starts.firstOffset(in: area, from: position) {
      position = offset + 1
      if let header, let pair = area.number(at: offset + header.offset, size: 2),
        !header.pairs.contains(UInt16(truncatingIfNeeded: pair))
      {
        continue
      }
      guard case .readings(let readings) = thorough.answer(at: offset, in: area),
        let reading = readings.first, reading.byteCount > 16
      else { continue }
      if offset > end { gaps.append(end..<offset) }
      found.append(
        FoundSample(
          start: offset, byteCount: reading.byteCount, sampleCount: 1, picture: reading.picture))
      end = offset + reading.byteCount
      position = end
    }
    return (found, gaps)
  }

  private static func track(
    _ frames: StatedFrames, _ found: [FoundSample],
    _ rate: (timescale: UInt32, duration: UInt32)
  ) -> Box {
    let coded = found.compactMap(\.picture)
    let ranks = FoundFrameOrder.ranks(
      of: coded, bits: frames.reader.orderBits, areAllThere: false)
    // No frame is shown before it is decoded.
    let delay = ranks.map { $0.enumerated().map { $0 - $1 }.max() ?? 0 } ?? 0
    let shift = Int64(delay) * Int64(rate.duration)
    var tables: [Box] = []
    var times = TimeToSampleBox()
    times.entries = FieldTable(
      columns: TimeToSampleBox.columns, values: [Int64(found.count), Int64(rate.duration)])
    tables.append(Box(times))
    if shift > 0 {
      var offsets = CompositionOffsetBox()
      offsets.entries = FieldTable(
        columns: CompositionOffsetBox.columns, values: [Int64(found.count), shift])
      tables.append(Box(offsets))
    }
    if coded.contains(where: { !frames.syncKinds.contains($0.kind) }) {
      var sync = SyncSampleBox()
      sync.entries = FieldTable(columns: SyncSampleBox.columns, values: [1])
      tables.append(Box(sync))
    }
    // Frames that follow each other are a chunk.
    var chunks: [(start: Int, sizes: [Int])] = []
    var end = -1
    for picture in found {
      if picture.start != end { chunks.append((picture.start, [])) }
      chunks[chunks.count - 1].sizes.append(picture.byteCount)
      end = picture.start + picture.byteCount
    }
    var header = TrackHeaderBox()
    (header.width, header.height) =
      (UInt32(frames.size.width) << 16, UInt32(frames.size.height) << 16)
    return trak(
      header, "vide", rate.timescale, frames.entry, tables, chunks, frames.learned,
      skipping: shift)
  }

  private static func track(_ audio: StatedAudio) -> Box {
    let count = audio.chunks.reduce(0) { $0 + $1.sizes.count }
    var times = TimeToSampleBox()
    times.entries = FieldTable(
      columns: TimeToSampleBox.columns, values: [Int64(count), Int64(StatedAudio.frameLength)])
    var header = TrackHeaderBox()
    header.trackID = 2
    header.volume = 0x100
    return trak(
      header, "soun", audio.samplingRate, audio.entry, [Box(times)], audio.chunks, audio.learned,
      skipping: 0)
  }

  private static func trak(
    _ header: TrackHeaderBox, _ kind: FourCC, _ timescale: UInt32, _ entry: Box, _ times: [Box],
    _ chunks: [(start: Int, sizes: [Int])], _ learned: LearnedSamplesBox, skipping start: Int64
  ) -> Box {
    var mediaHeader = MediaHeaderBox()
    mediaHeader.timescale = timescale
    var handler = HandlerBox()
    handler.handlerType = kind
    var description = SampleDescriptionBox()
    description.children = [entry]
    var toChunk = SampleToChunkBox()
    toChunk.entries = FieldTable(
      columns: SampleToChunkBox.columns,
      values: chunks.enumerated().flatMap { [Int64($0 + 1), Int64($1.sizes.count), 1] })
    var size = SampleSizeBox()
    let sizes = chunks.flatMap(\.sizes).map { Int64($0) }
    size.sampleCount = UInt32(clamping: sizes.count)
    size.entries = FieldTable(columns: SampleSizeBox.columns, values: sizes)
    var offsets = ChunkOffsetBox()
    offsets.chunkOffsets = FieldTable(
      columns: ChunkOffsetBox.columns, values: chunks.map { Int64($0.start) })
    let tables = [Box(description)] + times + [Box(toChunk), Box(size), Box(offsets)]
    let mediaKind = kind == "vide" ? Box(VideoMediaHeaderBox()) : Box(SoundMediaHeaderBox())
    let media = Box.container(
      "mdia",
      [
        Box(mediaHeader), Box(handler),
        .container("minf", [mediaKind, .dataInformation, .container("stbl", tables)]),
      ])
    let edits =
      start > 0
      ? [Box.container("edts", [Box(EditListBox(flags: 0, rows: [[0, start, 1, 0]]))])] : []
    return .container(
      "trak",
      [Box(header)] + edits
        + [media, Box(type: "uuid", userType: LearnedSamplesBox.userType, learned)])
  }
}
