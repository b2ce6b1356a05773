import AVC
import FieldCoding
import HEVC
import ISOBMFF
import Movie

/// Chooses how samples of a track are found, and proves on the reference that they are found so.
struct FinderBuilder {
  private let track: Track
  private let file: BoxFile
  private let entry: Box?

  /// More samples teach nothing new.
  private static let mostSamples = 4096

  init(_ track: Track, _ file: BoxFile) {
    self.track = track
    self.file = file
    entry = track.sampleEntries.first
  }

  /// The samples that are learned from: their places in the file.
  private var samples: [Range<Int>] {
    var places: [Range<Int>] = []
    for sample in track.samples.withBytes {
      guard places.count < FinderBuilder.mostSamples else { break }
      let place = sample.fileRange
      if !place.isEmpty, place.upperBound <= file.bytes.count { places.append(place) }
    }
    return places
  }

  /// - Parameter chunks: how many chunks have so many samples.
  func finder(chunks: [Int: Int]) -> ReferenceTrack.Finder {
    guard let entry, track.sampleEntries.count == 1 else {
      return .none("its samples are described in \(track.sampleEntries.count) ways")
    }
    if let blocks = blocks(entry, chunks) { return .blocks(blocks) }
    let samples = samples
    guard !samples.isEmpty else { return .none("the reference has no samples of it") }
    var sizes = SizeStatistics()
    for sample in samples { sizes.add(sample.count) }
    for candidate in candidates(entry, samples, sizes) {
      if share(of: samples, foundBy: candidate) >= 95 { return .reader(candidate) }
    }
    return .none("samples coded as '\(entry.type)' are not known here")
  }

  /// Uncompressed sound, or sound in packets of one size.
  private func blocks(_ entry: Box, _ chunks: [Int: Int]) -> BlockStatistics? {
    guard let sound = entry[AudioSampleEntry.self],
      let first = track.samples.first(where: { _ in true }),
      let size = track.samples.chunks.first(where: { _ in true })
    else { return nil }
    let isPlain = [
      "lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "raw ", "ipcm", "fpcm",
      "ulaw", "alaw",
    ].contains(entry.type)
    guard isPlain, size.sampleCount > 0 else { return nil }
    let packet = sound.packet(of: entry.type)
    let samples = first.sampleCount > 1 ? Int(clamping: packet?.samples ?? 1) : 1
    let bytes = Int(clamping: size.byteCount) / max(1, size.sampleCount / samples)
    guard bytes > 0, samples > 0 else { return nil }
    return BlockStatistics(
      byteCount: bytes, sampleCount: samples, waves: waves(entry.type, sound, bytes), chunks: chunks
    )
  }

  /// Nil if values are no whole numbers of 2 to 4 bytes.
  private func waves(_ type: FourCC, _ sound: AudioSampleEntry, _ blockSize: Int) -> SoundWaves? {
    let channels = sound.channels
    guard channels > 0, blockSize % channels == 0, (2...4).contains(blockSize / channels) else {
      return nil
    }
    let isLittleEndian: Bool
    switch type {
    case "sowt": isLittleEndian = true
    case "twos": isLittleEndian = false
    case "in24", "in32":
      isLittleEndian = sound.children.at("wave").first(EndianBox.self)?.littleEndian == 1
    case "lpcm":
      // kAudioFormatFlagIsFloat, kAudioFormatFlagIsBigEndian
      let flags = sound.extended?.formatSpecificFlags ?? 0
      guard flags & 1 == 0 else { return nil }
      isLittleEndian = flags & 2 == 0
    default: return nil
    }
    return SoundWaves(
      isLittleEndian: isLittleEndian, channels: channels, size: blockSize / channels)
  }

  private func candidates(
    _ entry: Box, _ samples: [Range<Int>], _ sizes: SizeStatistics
  ) -> [any SampleReader] {
    var found: [any SampleReader] = []
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      let units = units(of: samples, record.lengthSize)
      let sets = units.filter { [32, 33, 34].contains($0[0] >> 1 & 63) }.prefix(64)
      if let syntax = HEVCSyntax(
        record, besides: Array(sets), types: Set(units.map { $0[0] >> 1 & 63 }))
      {
        found += pictureReaders(syntax, sizes)
      }
    }
    if let record = entry.children.first(AVCConfigurationBox.self)?.record {
      let units = units(of: samples, record.lengthSize)
      let sets = units.filter { [7, 8].contains($0[0] & 31) }.prefix(64)
      if let syntax = AVCSyntax(
        record, besides: Array(sets), types: Set(units.map { $0[0] & 31 }))
      {
        found += pictureReaders(syntax, sizes)
      }
    }
    if let reader = soundReader(entry, samples, sizes) { found.append(reader) }
    if entry.type == "mebx" {
      found.append(
        MetadataReader(
          keys: Set(entry.children.at("keys").map { Int($0.type.rawValue) }), samples: samples,
          in: file.bytes))
    }
    if entry.type == "gpmd" {
      found.append(
        KeyLengthReader(
          firstKeys: Set(samples.compactMap { file.bytes.number(at: $0.lowerBound, size: 4) }),
          sizes: sizes))
    }
    if sizes.values.count <= 4, !["vide", "soun"].contains(track.handlerType) {
      found.append(PatternReader(prefix: prefix(of: samples), sizes: sizes.values.sorted()))
    }
    return found
  }

  /// A reader that wants NAL units to end as they have to, and one for writers that fill them up.
  private func pictureReaders(
    _ syntax: some PictureSyntax, _ sizes: SizeStatistics
  ) -> [any SampleReader] {
    [
      PictureReader(syntax: syntax, sizes: sizes),
      PictureReader(syntax: syntax, sizes: sizes, allowsZeros: true),
    ]
  }

  /// The first bytes of the NAL units of samples.
  private func units(of samples: [Range<Int>], _ lengthSize: Int) -> [Bytes] {
    var units: [Bytes] = []
    for sample in samples {
      var position = sample.lowerBound
      while let length = file.bytes.number(at: position, size: lengthSize), length >= 2,
        position + lengthSize < sample.upperBound, units.count < 1 << 16
      {
        let start = position + lengthSize
        guard let unit = file.bytes.part(start..<min(start + length, sample.upperBound)),
          unit.count >= 2
        else { break }
        units.append(unit)
        position = start + length
      }
    }
    return units
  }

  private func soundReader(
    _ entry: Box, _ samples: [Range<Int>], _ sizes: SizeStatistics
  ) -> AACReader? {
    let children = entry.children
    let descriptor =
      children.first(ElementaryStreamDescriptorBox.self)
      ?? children.at("wave").first(ElementaryStreamDescriptorBox.self)
    guard let configuration = descriptor?.audioConfiguration,
      [2, 5, 29].contains(configuration.audioObjectType),
      configuration.generalAudio?.hasShortFrames == false,
      let bands = ScaleFactorBands(
        samplingFrequencyIndex: Int(configuration.samplingFrequencyIndex))
    else { return nil }
    var reader = AACReader(bands: bands, sizes: sizes)
    for sample in samples {
      if let frame = reader.frame(at: sample.lowerBound, in: file.bytes) {
        reader.elements.insert(frame.elements)
      }
    }
    return reader.elements.count <= 16 ? reader : nil
  }

  /// What all samples start with, up to 16 bytes.
  private func prefix(of samples: [Range<Int>]) -> [UInt8] {
    guard samples.count > 1, let first = samples.first,
      var prefix = file.bytes.part(first).map({ Array($0.prefix(16)) })
    else { return [] }
    for sample in samples {
      guard let bytes = file.bytes.part(sample) else { continue }
      while !bytes.starts(with: prefix) { prefix.removeLast() }
    }
    return prefix
  }

  /// How many of 100 samples a reader finds with their length.
  private func share(of samples: [Range<Int>], foundBy reader: any SampleReader) -> Int {
    let step = max(1, samples.count / 256)
    var (tried, right) = (0, 0)
    for index in stride(from: 0, to: samples.count, by: step) {
      tried += 1
      if case .readings(let readings) = reader.answer(at: samples[index].lowerBound, in: file.bytes),
        readings.contains(where: { $0.byteCount == samples[index].count })
      {
        right += 1
      }
    }
    return right * 100 / max(1, tried)
  }
}
