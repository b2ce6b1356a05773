public import FieldCoding
public import ISOBMFF
import Movie

/// Chooses how samples of a track are found, and proves on the reference that they are found so.
struct FinderBuilder {
  private let track: Track
  private let file: BoxFile

  /// More samples teach nothing new.
  private static let mostSamples = 4096

  init(_ track: Track, _ file: BoxFile) {
    self.track = track
    self.file = file
  }

  /// The samples that are learned from: their ranges in the file.
  private var samples: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for sample in track.samples.withBytes {
      guard ranges.count < FinderBuilder.mostSamples else { break }
      let range = sample.fileRange
      if !range.isEmpty { ranges.append(range) }
    }
    return ranges
  }

  /// The method for finding samples, and what was learned for it; nil if nothing had to be learned.
  ///
  /// - Parameter chunks: the number of chunks by their number of samples.
  func finder(chunks: [Int: Int]) -> (finder: ReferenceTrack.Finder, learned: LearnedSamplesBox?) {
    guard let entry = track.sampleEntries.first, track.sampleEntries.count == 1 else {
      return (.none("its samples are described in \(track.sampleEntries.count) ways"), nil)
    }
    if let blocks = blocks(entry, chunks) { return (.blocks(blocks), nil) }
    let ranges = samples
    var sizes = ReferenceSizes()
    for sample in ranges { sizes.add(sample.count) }
    if let learned = track.learnedSamples, let reader = learned.reader(entry, sizes) {
      return (.reader(reader), learned)
    }
    let samples = ranges.filter { $0.upperBound <= file.bytes.count }
    guard !samples.isEmpty else { return (.none("the reference has no samples of it"), nil) }
    let lessons = SampleLessons(
      bytes: file.bytes, entry: entry, handlerType: track.handlerType, samples: samples,
      sizes: sizes)
    // A stricter way that misses some samples of the reference would miss more of a recording.
    var best: (share: Int, reader: any LostSampleReader, learned: LearnedSamplesBox)?
    for learned in lessons.candidates {
      guard let reader = learned.reader(entry, sizes) else { continue }
      let share = share(of: samples, foundBy: reader)
      if share >= 950, share > best?.share ?? 0 { best = (share, reader, learned) }
      if share == 1000 { break }
    }
    if let best { return (.reader(best.reader), best.learned) }
    return (
      .none(
        entry.type == "Opus"
          ? "packets of Opus do not state their length, and those of the reference differ in it"
          : "samples coded as '\(entry.type)' are not known here"), nil
    )
  }

  /// Uncompressed audio, or audio in packets of one size.
  private func blocks(_ entry: Box, _ chunks: [Int: Int]) -> ReferenceBlocks? {
    guard let audio = entry[AudioSampleEntry.self],
      let first = track.samples.first(where: { _ in true }),
      let size = track.samples.chunks.first(where: { _ in true })
    else { return nil }
    let isPlain = [
      "lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "raw ", "ipcm", "fpcm",
      "ulaw", "alaw",
    ].contains(entry.type)
    guard isPlain, size.sampleCount > 0 else { return nil }
    let packet = audio.packet(of: entry.type)
    let samples = first.sampleCount > 1 ? Int(clamping: packet?.samples ?? 1) : 1
    let bytes = Int(clamping: size.byteCount) / max(1, size.sampleCount / samples)
    guard bytes > 0, samples > 0 else { return nil }
    return ReferenceBlocks(
      byteCount: bytes, sampleCount: samples, waves: waves(entry.type, audio, bytes), chunks: chunks
    )
  }

  /// Nil if values are not whole numbers of 1 to 4 bytes.
  private func waves(_ type: FourCC, _ audio: AudioSampleEntry, _ blockSize: Int) -> PCMDetector? {
    let channels = audio.channels
    guard channels > 0, blockSize % channels == 0, (1...4).contains(blockSize / channels),
      let format = format(type, audio, blockSize / channels)
    else { return nil }
    return PCMDetector(format: format, channels: channels, size: blockSize / channels)
  }

  private func format(
    _ type: FourCC, _ audio: AudioSampleEntry, _ size: Int
  ) -> PCMDetector.Format? {
    switch type {
    case "sowt": return .signed(isLittleEndian: true)
    case "twos": return .signed(isLittleEndian: false)
    case "in24", "in32":
      let isLittleEndian = audio.children.at("wave").first(EndianBox.self)?.littleEndian == 1
      return .signed(isLittleEndian: isLittleEndian)
    case "lpcm":
      // kAudioFormatFlagIsFloat, kAudioFormatFlagIsBigEndian
      let flags = audio.extended?.formatSpecificFlags ?? 0
      return flags & 1 == 0 ? .signed(isLittleEndian: flags & 2 == 0) : nil
    case "raw ": return size == 1 ? .unsigned : nil
    case "ulaw": return size == 1 ? .muLaw : nil
    case "alaw": return size == 1 ? .aLaw : nil
    default: return nil
    }
  }

  /// How many of 1000 samples a reader finds with the right length.
  private func share(of samples: [Range<Int>], foundBy reader: any LostSampleReader) -> Int {
    let step = max(1, samples.count / 256)
    var (tried, right) = (0, 0)
    for index in stride(from: 0, to: samples.count, by: step) {
      tried += 1
      switch reader.answer(at: samples[index].lowerBound, in: file.bytes) {
      case .readings(let readings):
        if readings.contains(where: { $0.byteCount == samples[index].count }) { right += 1 }
      case .open(let reading): if reading.couldHave(samples[index].count) { right += 1 }
      case .none, .torn: break
      }
    }
    return right * 1000 / max(1, tried)
  }
}

extension Track {
  /// The learned properties of its samples, if the file has no samples.
  fileprivate var learnedSamples: LearnedSamplesBox? { box.children.first(LearnedSamplesBox.self) }
}

/// Some frames of a track that were found, at which decoding can start.
///
/// Frames are found by a few fields of their slices. Only decoding them shows whether the parameter sets of the reference
/// are theirs.
public struct FirstFrames: Sendable {
  /// The number of the track in the reference, `track_ID`.
  public let track: UInt32
  /// The sample entry of the reference.
  public let entry: Box
  /// The samples.
  public let samples: [Bytes]
}

extension FoundRecording {
  /// More frames tell nothing.
  private static let mostTried = 4

  /// The first frames of each track at which decoding can start; tracks without any are left out.
  ///
  /// - Parameter data: the media data in which they were found.
  public func firstFrames(in data: Bytes, like reference: ReferenceRecording) -> [FirstFrames] {
    zip(reference.tracks, tracks).compactMap { known, found in
      guard known.track.handlerType == "vide", let entry = known.track.sampleEntries.first else {
        return nil
      }
      let kinds = known.times.syncKinds
      let samples = found.lazy
        .filter { sample in
          kinds.map { sample.picture.map(\.kind).map($0.contains) ?? false } ?? true
        }
        .prefix(FoundRecording.mostTried)
        .compactMap { data.part($0.start..<$0.start + $0.byteCount) }
      return samples.isEmpty
        ? nil : FirstFrames(track: known.track.id, entry: entry, samples: Array(samples))
    }
  }
}
