public import FieldCoding
import ISOBMFF
import Movie

/// What a recording states itself about the coding of its samples: parameter sets between them describe its pictures, and
/// the syntax of AAC its sound. It has the form of a file that was learned from another recording.
public struct StatedRecording: Sendable {
  /// The file.
  public let bytes: Bytes
  /// Sentences about what is stated, and what is not.
  public private(set) var notes: [String] = []

  /// So many pictures show how the others are.
  private static let mostPictures = 2048
  private static let mostSearched = 256 << 20
  /// The usual rate.
  private static let usualRate: (timescale: UInt32, duration: UInt32) = (30_000, 1000)

  /// Nil if the media data has no parameter sets and pictures.
  public init?(in data: Bytes) {
    // Some writers fill NAL units up with zeros.
    let codings = [LearnedSamplesBox.Coding.nalUnits, .filledNALUnits]
    let readings = codings.compactMap { StatedPictures(in: data, $0) }.map {
      ($0, StatedRecording.pictures(in: data, $0.reader))
    }
    let most = readings.map(\.1.found.count).max()
    guard let (pictures, (found, gaps)) = readings.first(where: { $0.1.found.count == most }),
      found.count > 1
    else { return nil }
    let between = gaps.filter { $0.upperBound < data.count }
    let sound = StatedSound(in: between, of: data, among: found, lasting: pictures.rate)
    var rate = pictures.rate
    notes.append("no other recording is needed: parameter sets are among its pictures")
    if rate == nil, let heard = sound?.picturesPerSecond {
      rate = (UInt32(heard) * 1000, 1000)
      notes.append(
        "its pictures do not state their rate: the sound between them shows that it is \(heard) a second"
      )
    } else if rate == nil {
      notes.append("its pictures do not state their rate: they get 30 a second")
    }
    if let sound, !sound.isSure {
      notes.append(
        "nothing shows the sampling rate of its sound: it gets \(sound.samplingRate) Hz")
    }
    if sound == nil, !between.isEmpty {
      notes.append("what is between its pictures is no AAC, and nothing states how it is coded")
    }
    let video = StatedRecording.track(
      pictures, found, rate ?? StatedRecording.usualRate)
    var header = MovieHeaderBox()
    header.nextTrackID = 3
    var boxes = [Box(header), video]
    if let sound { boxes.append(StatedRecording.track(sound)) }
    var type = FileTypeBox()
    (type.majorBrand, type.compatibleBrands) = ("isom", ["isom", "iso6"])
    var top = [Box(type), Box.container("moov", boxes)]
    var coder = FieldCoder()
    guard (try? coder.boxes(&top)) != nil else { return nil }
    bytes = Bytes(coder.written.bytes)
  }

  /// The first pictures, and the ranges between them.
  private static func pictures(
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
    while found.count < mostPictures, let place = starts.firstPlace(in: area, from: position) {
      position = place + 1
      if let header, let pair = area.number(at: place + header.offset, size: 2),
        !header.pairs.contains(UInt16(truncatingIfNeeded: pair))
      {
        continue
      }
      guard case .readings(let readings) = thorough.answer(at: place, in: area),
        let reading = readings.first, reading.byteCount > 16
      else { continue }
      if place > end { gaps.append(end..<place) }
      found.append(
        FoundSample(
          start: place, byteCount: reading.byteCount, sampleCount: 1, picture: reading.picture))
      end = place + reading.byteCount
      position = end
    }
    return (found, gaps)
  }

  private static func track(
    _ pictures: StatedPictures, _ found: [FoundSample],
    _ rate: (timescale: UInt32, duration: UInt32)
  ) -> Box {
    let coded = found.compactMap(\.picture)
    let ranks = FoundPictureOrder.ranks(
      of: coded, bits: pictures.reader.orderBits, areAllThere: false)
    // No picture is shown before it is decoded.
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
    if coded.contains(where: { !pictures.syncKinds.contains($0.kind) }) {
      var sync = SyncSampleBox()
      sync.entries = FieldTable(columns: SyncSampleBox.columns, values: [1])
      tables.append(Box(sync))
    }
    // Pictures that follow each other are a chunk.
    var chunks: [(start: Int, sizes: [Int])] = []
    var end = -1
    for picture in found {
      if picture.start != end { chunks.append((picture.start, [])) }
      chunks[chunks.count - 1].sizes.append(picture.byteCount)
      end = picture.start + picture.byteCount
    }
    var header = TrackHeaderBox()
    (header.width, header.height) =
      (UInt32(pictures.size.width) << 16, UInt32(pictures.size.height) << 16)
    return trak(
      header, "vide", rate.timescale, pictures.entry, tables, chunks, pictures.learned,
      skipping: shift)
  }

  private static func track(_ sound: StatedSound) -> Box {
    let count = sound.chunks.reduce(0) { $0 + $1.sizes.count }
    var times = TimeToSampleBox()
    times.entries = FieldTable(
      columns: TimeToSampleBox.columns, values: [Int64(count), Int64(StatedSound.frameLength)])
    var header = TrackHeaderBox()
    header.trackID = 2
    header.volume = 0x100
    return trak(
      header, "soun", sound.samplingRate, sound.entry, [Box(times)], sound.chunks, sound.learned,
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
