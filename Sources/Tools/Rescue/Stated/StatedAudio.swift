import FieldCoding
import ISOBMFF

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
