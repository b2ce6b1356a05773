import AV1
import AVC
import FieldCoding
import HEVC
import ISOBMFF
import Movie

/// Learns from the samples of a track of the reference how to find those of other recordings.
struct SampleLessons {
  /// The bytes of the reference.
  let bytes: Bytes
  /// The sample entry.
  let entry: Box
  let handlerType: FourCC
  /// The ranges of the samples.
  let samples: [Range<Int>]
  let sizes: ReferenceSizes

  /// The ways in which the samples could be found, the most certain first.
  var candidates: [LearnedSamplesBox] {
    var found = frames + audio
    if ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"].contains(entry.type) {
      found.append(LearnedSamplesBox(.proRes))
    }
    if AudioFrameSyntax(entry) != nil { found.append(LearnedSamplesBox(.audioFrames)) }
    if entry.type == "alac" { found.append(LearnedSamplesBox(.alac)) }
    if ["jpeg", "mjpa"].contains(entry.type) { found.append(LearnedSamplesBox(.jpegImages)) }
    if entry.type == "av01" { found.append(openBitstreamUnits) }
    if entry.type == "mebx" { found.append(timedMetadata) }
    if entry.type == "gpmd" {
      var learned = LearnedSamplesBox(.keysAndLengths)
      learned.firstKeys = firstWords
      found.append(learned)
    }
    if StartCodeReader.reads(entry) {
      var learned = LearnedSamplesBox(.startCodes)
      learned.firstKeys = entry.type == "mp4v" ? firstWords : [0x80]
      found.append(learned)
    }
    // Packets of Opus do not state their length, but at a constant rate all have the same; so do frames of DV.
    let isMedia = ["vide", "soun"].contains(handlerType)
    let startsAlike = found.isEmpty && commonStart.count >= 4
    if sizes.values.count <= 4, !isMedia || entry.type == "Opus" || startsAlike {
      var learned = LearnedSamplesBox(.commonStart)
      learned.prefix = commonStart
      learned.patterns = patterns
      if !learned.patterns.isEmpty { learned.header.version = 1 }
      found.append(learned)
    }
    return found
  }

  /// The first four bytes of samples, as big-endian numbers.
  private var firstWords: [UInt32] {
    let words = Set(samples.compactMap { bytes.number(at: $0.lowerBound, size: 4) })
    return words.sorted().prefix(256).map { UInt32($0) }
  }

  /// A way in which NAL units have to end as they should, and one for writers that fill them up.
  private var frames: [LearnedSamplesBox] {
    let children = entry.children
    let isParameterSet: (Bytes) -> Bool
    let type: (Bytes) -> UInt8
    let lengthSize: Int
    if let record = children.first(HEVCConfigurationBox.self)?.record {
      (lengthSize, type) = (record.lengthSize, { $0[0] >> 1 & 63 })
      isParameterSet = { (32...34).contains($0[0] >> 1 & 63) }
    } else if let record = children.first(AVCConfigurationBox.self)?.record {
      (lengthSize, type) = (record.lengthSize, { $0[0] & 31 })
      isParameterSet = { (7...8).contains($0[0] & 31) }
    } else {
      return []
    }
    let units = units(lengthSize)
    return [LearnedSamplesBox.Codec.nalUnits, .filledNALUnits].map { codec in
      var learned = LearnedSamplesBox(codec)
      learned.unitTypes = Set(units.map(type)).sorted()
      for unit in units.lazy.filter(isParameterSet).prefix(64) where unit.count <= UInt16.max {
        var set = LearnedSamplesBox.NALUnit()
        set.bytes = unit
        if !learned.parameterSets.contains(set) { learned.parameterSets.append(set) }
      }
      return learned
    }
  }

  /// The sequence header is in the sample entry, or in the first sample.
  private var openBitstreamUnits: LearnedSamplesBox {
    var learned = LearnedSamplesBox(.openBitstreamUnits)
    let record = entry.children.first(AV1CodecConfigurationBox.self)?.record
    let streams = [record?.configOBUs, samples.first.flatMap { bytes.part($0) }].compactMap { $0 }
    for stream in streams {
      guard let units = try? OpenBitstreamUnit.units(in: stream),
        let header = units.first(where: { $0.header.type == .sequenceHeader }),
        let encoded = try? header.encoded(), encoded.count <= UInt16.max
      else { continue }
      var set = LearnedSamplesBox.NALUnit()
      set.bytes = Bytes(encoded)
      learned.parameterSets = [set]
      break
    }
    return learned
  }

  /// The NAL units of samples; only the start of slices is read.
  private func units(_ lengthSize: Int) -> [Bytes] {
    var units: [Bytes] = []
    for sample in samples {
      var position = sample.lowerBound
      while let length = bytes.number(at: position, size: lengthSize), length >= 2,
        position + lengthSize < sample.upperBound, units.count < 1 << 16
      {
        let start = position + lengthSize
        guard let unit = bytes.part(start..<min(start + length, sample.upperBound)),
          unit.count >= 2
        else { break }
        units.append(unit)
        position = start + length
      }
    }
    return units
  }

  private var audio: [LearnedSamplesBox] {
    guard let bands = entry.scaleFactorBands else { return [] }
    let reader = AACReader(bands: bands, sizes: sizes, anyPadding: true)
    var elements: Set<UInt64> = []
    for sample in samples {
      if let frame = reader.frame(at: sample.lowerBound, in: bytes) {
        elements.insert(frame.elements)
      }
    }
    guard elements.count <= 16 else { return [] }
    return [LearnedSamplesBox.Codec.aac, .paddedAAC].map { codec in
      var learned = LearnedSamplesBox(codec)
      learned.elements = elements.sorted()
      return learned
    }
  }

  /// The boxes of samples, whose types are keys of the sample entry.
  private var timedMetadata: LearnedSamplesBox {
    var learned = LearnedSamplesBox(.timedMetadata)
    var boxes: [UInt32: ReferenceSizes] = [:]
    for key in entry.children.at("keys") { boxes[key.type.rawValue] = ReferenceSizes() }
    var firstKeys: Set<UInt32> = []
    for sample in samples {
      var position = sample.lowerBound
      while position < sample.upperBound, let size = bytes.number(at: position, size: 4),
        let number = bytes.number(at: position + 4, size: 4), size >= 8,
        size <= sample.upperBound - position
      {
        let key = UInt32(number)
        boxes[key, default: ReferenceSizes()].add(size)
        if position == sample.lowerBound {
          firstKeys.insert(key)
        } else if firstKeys.contains(key) {
          learned.repeatsFirstKeys = true
        }
        position += size
      }
    }
    learned.firstKeys = firstKeys.sorted()
    learned.boxes = boxes.sorted { $0.key < $1.key }
      .map { LearnedSamplesBox.BoxSizes(key: $0.key, $0.value) }
    return learned
  }

  /// What samples of each size start with, the most frequent size first.
  private var patterns: [LearnedSamplesBox.Pattern] {
    Dictionary(grouping: samples, by: \.count).map { size, samples in
      LearnedSamplesBox.Pattern(
        size: size,
        of: samples.compactMap { bytes.part($0.prefix(LearnedSamplesBox.Pattern.length)) })
    }
    .sorted { ($1.count, $0.size) < ($0.count, $1.size) }
  }

  /// The common start of all samples, up to 16 bytes.
  private var commonStart: Bytes {
    guard samples.count > 1, let first = samples.first,
      var prefix = bytes.part(first).map({ Array($0.prefix(16)) })
    else { return Bytes() }
    for sample in samples {
      guard let bytes = bytes.part(sample) else { continue }
      while !bytes.starts(with: prefix) { prefix.removeLast() }
    }
    return Bytes(prefix)
  }
}

extension LearnedSamplesBox {
  init(_ codec: Codec) {
    self.init()
    self.codec = codec.rawValue
  }
}

extension LearnedSamplesBox.BoxSizes {
  fileprivate init(key: UInt32, _ sizes: ReferenceSizes) {
    self.init()
    self.key = key
    count = UInt32(clamping: sizes.count)
    least = sizes.count > 0 ? UInt32(clamping: sizes.least) : 0
    greatest = UInt32(clamping: sizes.greatest)
    step = UInt32(clamping: sizes.step)
    values = sizes.values.sorted().map { UInt32(clamping: $0) }
  }
}

extension LearnedSamplesBox {
  /// Finds samples by the learned properties; nil if the sample entry describes another codec.
  ///
  /// - Parameters:
  ///   - entry: the sample entry of the track.
  ///   - sizes: the sizes of the track's samples.
  func reader(_ entry: Box, _ sizes: ReferenceSizes) -> (any LostSampleReader)? {
    switch Codec(rawValue: codec) {
    case .nalUnits: pictureReader(entry, sizes, allowsZeros: false)
    case .filledNALUnits: pictureReader(entry, sizes, allowsZeros: true)
    case .aac: audioReader(entry, sizes, anyPadding: false)
    case .paddedAAC: audioReader(entry, sizes, anyPadding: true)
    case .timedMetadata: TimedMetadataReader(self, sizes)
    case .keysAndLengths:
      GoProMetadataReader(firstKeys: Set(firstKeys.map { Int($0) }), sizes: sizes)
    case .commonStart: ReferencePatternReader(self, sizes)
    case .proRes: ProResReader(entry, sizes)
    case .audioFrames:
      AudioFrameSyntax(entry).map {
        AudioFrameReader(
          syntax: $0, framesPerSample: $0.framesPerSample(entry), sizes: sizes)
      }
    case .alac: ALACReader(entry, sizes)
    case .jpegImages: MotionJPEGReader(sizes: sizes)
    case .openBitstreamUnits: OBUReader(parameterSets.map(\.bytes), sizes)
    case .startCodes: StartCodeReader(entry, self, sizes)
    case nil: nil
    }
  }

  private func audioReader(
    _ entry: Box, _ sizes: ReferenceSizes, anyPadding: Bool
  ) -> (any LostSampleReader)? {
    entry.scaleFactorBands.map {
      AACReader(bands: $0, elements: Set(elements), sizes: sizes, anyPadding: anyPadding)
    }
  }

  private func pictureReader(
    _ entry: Box, _ sizes: ReferenceSizes, allowsZeros: Bool
  ) -> (any LostSampleReader)? {
    let (sets, types) = (parameterSets.map(\.bytes), Set(unitTypes))
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      return HEVCSyntax(record, besides: sets, types: types)
        .map { FrameReader(syntax: $0, sizes: sizes, allowsZeros: allowsZeros) }
    }
    if let record = entry.children.first(AVCConfigurationBox.self)?.record {
      return AVCSyntax(record, besides: sets, types: types)
        .map { FrameReader(syntax: $0, sizes: sizes, allowsZeros: allowsZeros) }
    }
    return nil
  }
}

extension Box {
  /// The scale factor bands of AAC LC for a sample entry; nil for another codec.
  var scaleFactorBands: ScaleFactorBands? {
    guard
      let configuration = self[AudioSampleEntry.self]?.elementaryStream?.audioConfiguration,
      [2, 5, 29].contains(configuration.audioObjectType),
      configuration.generalAudio?.hasShortFrames == false
    else { return nil }
    return ScaleFactorBands(samplingFrequencyIndex: Int(configuration.samplingFrequencyIndex))
  }
}
