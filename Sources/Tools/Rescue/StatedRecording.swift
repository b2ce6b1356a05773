import AVC
public import FieldCoding
import HEVC
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

/// How the frames of a recording are coded, as parameter sets between its samples state it.
struct StatedFrames {
  let reader: any LostSampleReader & OrderedReader
  /// The sample entry for frames whose parameter sets are among them.
  let entry: Box
  let learned: LearnedSamplesBox
  /// The kinds of frames that are random access points.
  let syncKinds: Set<Int>
  /// The ticks of a second, and those of a frame; nil if no frame states its rate.
  let rate: (timescale: UInt32, duration: UInt32)?
  let size: (width: Int, height: Int)

  /// So many bytes are searched for parameter sets.
  private static let mostSearched = 64 << 20
  private static let longestSet = 1 << 12

  /// Nil if no parameter sets are found before a frame that is coded with them.
  ///
  /// - Parameter codec: NAL units, or NAL units that are filled up with zeros.
  init?(in data: Bytes, _ codec: LearnedSamplesBox.Codec) {
    guard let area = data.part(0..<min(data.count, StatedFrames.mostSearched)) else { return nil }
    var pairs = BytePairs()
    // A VPS and an SPS of HEVC in layer 0.
    for first in [0x4001, 0x4201] as [UInt16] { pairs.insert(first...first) }
    // An SPS of AVC with a profile.
    for first in [0x27, 0x47, 0x67] as [UInt16] {
      for profile in [66, 77, 88, 100, 110, 122, 244] as [UInt16] {
        pairs.insert(first << 8 | profile...first << 8 | profile)
      }
    }
    var position = 4
    while let offset = pairs.firstOffset(in: area, from: position) {
      position = offset + 1
      if let found = StatedFrames(data, from: offset - 4, codec) {
        self = found
        return
      }
    }
    return nil
  }

  /// - Parameter start: where the length of a parameter set is.
  private init?(_ data: Bytes, from start: Int, _ codec: LearnedSamplesBox.Codec) {
    let isHEVC = data[start + 4] & 0x7E == 0x40 || data[start + 4] & 0x7E == 0x42
    var sets: [Bytes] = []
    var position = start
    while let length = data.number(at: position, size: 4), length >= 3,
      length <= StatedFrames.longestSet,
      let unit = data.part(position + 4..<position + 4 + length), sets.count < 64,
      isHEVC ? (32...34).contains(unit[0] >> 1) : (7...8).contains(unit[0] & 31)
    {
      sets.append(unit)
      position += 4 + length
    }
    guard sets.count > 1 else { return nil }
    let found = isHEVC ? StatedFrames(hevc: sets, codec) : StatedFrames(avc: sets, codec)
    guard let found, found.reader.thorough.answer(at: start, in: data).picture != nil else {
      return nil
    }
    self = found
  }

  private init?(hevc units: [Bytes], _ codec: LearnedSamplesBox.Codec) {
    var box = HEVCConfigurationBox()
    guard let record = try? HEVCDecoderConfigurationRecord(parameterSets: units) else { return nil }
    box.record = record
    let types = Set((32...40).map { UInt8($0) })
    let sets = HEVC.ParameterSets(nalUnits: units)
    guard let sequence = sets.sequences.values.first,
      let syntax = HEVCSyntax(record, besides: [], types: types)
    else { return nil }
    let timing = sequence.vui?.timing
    let clock = sets.videos.values.first?.timing?.information
    rate = StatedFrames.rate(
      timing?.timeScale ?? clock?.timeScale, timing?.unitsInTick ?? clock?.unitsInTick)
    size = (sequence.displaySize.width, sequence.displaySize.height)
    reader = FrameReader(
      syntax: syntax, sizes: ReferenceSizes(), allowsZeros: codec == .filledNALUnits)
    entry = StatedFrames.entry("hev1", Box(box), size)
    syncKinds = Set((16...21).flatMap { [$0 << 1, $0 << 1 | 1] })
    learned = StatedFrames.learned(codec, types, syncKinds)
  }

  private init?(avc units: [Bytes], _ codec: LearnedSamplesBox.Codec) {
    var box = AVCConfigurationBox()
    guard let record = try? AVCDecoderConfigurationRecord(parameterSets: units) else { return nil }
    box.record = record
    let types = Set((6...13).map { UInt8($0) })
    guard let sequence = (try? record.parameterSets())?.sequences.values.first,
      let syntax = AVCSyntax(record, besides: [], types: types)
    else { return nil }
    // A frame has two fields, and lasts two ticks.
    let timing = sequence.vui?.timing
    rate = StatedFrames.rate(timing?.timeScale, timing.map { $0.unitsInTick &* 2 })
    size = (sequence.displaySize.width, sequence.displaySize.height)
    reader = FrameReader(
      syntax: syntax, sizes: ReferenceSizes(), allowsZeros: codec == .filledNALUnits)
    entry = StatedFrames.entry("avc3", Box(box), size)
    syncKinds = Set((0..<4).map { 5 << 2 | $0 })
    learned = StatedFrames.learned(codec, types, syncKinds)
  }

  /// Nil for a rate that no camera has.
  private static func rate(
    _ timescale: UInt32?, _ duration: UInt32?
  ) -> (timescale: UInt32, duration: UInt32)? {
    guard let timescale, let duration, duration > 0, timescale / 1000 <= duration,
      timescale >= duration
    else { return nil }
    return (timescale, duration)
  }

  private static func entry(
    _ type: FourCC, _ configuration: Box, _ size: (width: Int, height: Int)
  ) -> Box {
    var entry = VisualSampleEntry()
    entry.width = UInt16(clamping: size.width)
    entry.height = UInt16(clamping: size.height)
    entry.children = [configuration]
    return Box(type: type, entry, in: .sampleEntries)
  }

  private static func learned(
    _ codec: LearnedSamplesBox.Codec, _ types: Set<UInt8>, _ syncKinds: Set<Int>
  ) -> LearnedSamplesBox {
    var learned = LearnedSamplesBox(codec)
    learned.unitTypes = types.sorted()
    learned.syncKinds = syncKinds.sorted().map { UInt16(clamping: $0) }
    return learned
  }
}

/// AAC between the frames of a recording, as its syntax shows it.
struct StatedAudio {
  let entry: Box
  let learned: LearnedSamplesBox
  let samplingRate: UInt32
  /// The frames for which this audio is; nil if it does not show one of the usual rates.
  let framesPerSecond: Int?
  /// Whether the length of the audio shows the sampling rate.
  let isSure: Bool
  /// The sizes of the frames of each gap that they fill.
  private(set) var chunks: [(start: Int, sizes: [Int])] = []

  private static let mostGaps = 256
  /// Frames have 1024 samples.
  static let frameLength: UInt32 = 1024

  /// Sampling rates, by their indices, that have the same bands.
  private static let rates: [[Int: UInt32]] = [
    [3: 48_000, 4: 44_100], [5: 32_000], [6: 24_000, 7: 22_050],
    [8: 16_000, 9: 12_000, 10: 11_025], [11: 8_000], [0: 96_000, 1: 88_200],
  ]

  /// Nil if most gaps are no sequences of frames.
  ///
  /// - Parameters:
  ///   - gaps: the bytes between frames of video.
  ///   - video: the frames between which they are.
  ///   - rate: how long a frame lasts; nil if that is not stated.
  init?(
    in gaps: [Range<Int>], of data: Bytes, among video: [FoundSample],
    lasting rate: (timescale: UInt32, duration: UInt32)?
  ) {
    let gaps = gaps.prefix(StatedAudio.mostGaps)
    var best: (rates: [Int: UInt32], chunks: [(start: Int, sizes: [Int])], elements: Set<UInt64>)?
    for rates in StatedAudio.rates {
      guard let index = rates.keys.min(),
        let bands = ScaleFactorBands(samplingFrequencyIndex: index)
      else { continue }
      let reader = AACReader(bands: bands)
      var elements: Set<UInt64> = []
      let chunks = gaps.compactMap { gap -> (start: Int, sizes: [Int])? in
        StatedAudio.frames(in: gap, of: data, reader, &elements).map { (gap.lowerBound, $0) }
      }
      if chunks.count > best?.chunks.count ?? 0 { best = (rates, chunks, elements) }
    }
    guard let best, best.chunks.count * 2 > gaps.count, best.elements.count == 1,
      let sequence = best.elements.first
    else { return nil }
    chunks = best.chunks
    let count = chunks.reduce(0) { $0 + $1.sizes.count }
    guard count >= 8, let start = chunks.first?.start, let end = chunks.last?.start else {
      return nil
    }
    // Audio can begin later than the frames. What is in the last gap belongs to frames after it.
    let shown = video.count { $0.start > start && $0.start < end }
    let heard = count - (chunks.last?.sizes.count ?? 0)
    let length = Double(heard) * Double(StatedAudio.frameLength)
    let rates = best.rates.sorted { $0.value > $1.value }
    let matches = rates.map {
      Match($0, frameCount: shown, of: rate, in: length / Double($0.value))
    }
    // A second shows which of the rates it is.
    let isShown = length >= Double(rates.first?.value ?? 0)
    let nearest = isShown ? matches.min { $0.error < $1.error } : nil
    isSure = nearest.map { $0.error < StatedAudio.greatestError } ?? false
    guard let found = isSure ? nearest : matches.first,
      let entry = StatedAudio.entry(found.index, found.samplingRate, sequence)
    else { return nil }
    samplingRate = found.samplingRate
    framesPerSecond = isSure ? found.framesPerSecond : nil
    self.entry = entry
    var learned = LearnedSamplesBox(.aac)
    learned.elements = best.elements.sorted()
    self.learned = learned
  }

  /// A sampling rate with which audio lasts as long as frames at a usual rate, or nearly so.
  private struct Match {
    let index: Int
    let samplingRate: UInt32
    let framesPerSecond: Int
    let error: Double

    init(
      _ rate: (key: Int, value: UInt32), frameCount: Int,
      of stated: (timescale: UInt32, duration: UInt32)?, in seconds: Double
    ) {
      (index, samplingRate) = (rate.key, rate.value)
      let shown = Double(frameCount) / max(seconds, 1e-3)
      let usual = [24, 25, 30, 50, 60, 120]
      let nearest = usual.min { abs(shown - Double($0)) < abs(shown - Double($1)) } ?? 30
      framesPerSecond = nearest
      let wanted = stated.map { Double($0.timescale) / Double($0.duration) } ?? Double(nearest)
      error = abs(shown - wanted) / wanted
    }
  }

  private static let greatestError = 0.025

  /// The sizes of the frames that fill a range; nil if it does not consist of frames.
  private static func frames(
    in gap: Range<Int>, of data: Bytes, _ reader: AACReader, _ elements: inout Set<UInt64>
  ) -> [Int]? {
    var sizes: [Int] = []
    var found: Set<UInt64> = []
    var position = gap.lowerBound
    while position < gap.upperBound, let frame = reader.frame(at: position, in: data) {
      sizes.append(frame.byteCount)
      found.insert(frame.elements)
      position += frame.byteCount
    }
    guard position == gap.upperBound else { return nil }
    elements.formUnion(found)
    return sizes
  }

  /// - Parameter sequence: the elements of a frame: `ID_SCE` is 4, and `ID_CPE` is 5.
  private static func entry(_ index: Int, _ rate: UInt32, _ sequence: UInt64) -> Box? {
    var channels = 0
    var rest = sequence
    while rest != 0 {
      channels += rest & 7 == 5 ? 2 : 1
      rest >>= 3
    }
    guard (1...6).contains(channels) else { return nil }
    var configuration = AudioSpecificConfig()
    configuration.samplingFrequencyIndex = UInt8(index)
    configuration.channelConfiguration = UInt8(channels)
    configuration.generalAudio = GASpecificConfig()
    var entry = AudioSampleEntry()
    entry.channelCount = UInt16(channels)
    entry.sampleRate = min(rate, 0xFFFF) << 16
    entry.children = [
      Box(ElementaryStreamDescriptorBox(Descriptor.DecoderConfig(), audio: configuration))
    ]
    return Box(type: "mp4a", entry, in: .sampleEntries)
  }
}
