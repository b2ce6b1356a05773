import AV1
import AVC
package import FieldCoding
import HEVC
package import ISOBMFF
package import Movie

/// The form of the samples of a codec, which shows whether bytes are a sample of a known size: other bytes do not have
/// it, or rarely.
package enum SampleForm: Sendable {
  /// NAL units with their lengths (ISO/IEC 14496-15 §4.3.3).
  case nalUnits(lengthSize: Int)
  /// Frames of ProRes, which state their size and a name.
  case proRes
  /// Boxes, one after the other.
  case boxes
  /// A JPEG image.
  case jpeg
  /// An audio frame that states its length.
  case audioFrame(AudioFrames)
  /// A frame of AAC.
  case aac(AACFrames)
  /// A frame of Apple Lossless.
  case alac(ALACFrames)
  /// A frame of MPEG-4 Visual, with its start codes.
  case startCodes
  /// The open bitstream units of an AV1 image, which begin with a sequence header (AV1 Image File Format §2.1).
  case av1Image(AV1Images)

  package struct AudioFrames: Sendable { let syntax: AudioFrameSyntax }
  package struct AACFrames: Sendable { let bands: ScaleFactorBands }
  package struct ALACFrames: Sendable { let reader: ALACReader }
  package struct AV1Images: Sendable { let record: AV1CodecConfigurationRecord }

  /// Nil if the form of the track's samples is not known, or if they have several.
  package init?(of track: Track) {
    guard track.sampleEntries.count == 1, let entry = track.sampleEntries.first else { return nil }
    self.init(entry)
  }

  package init?(_ entry: Box) {
    if let form = SampleForm(properties: entry.children) {
      self = form
    } else if Track.encryptedEntries.contains(entry.type) {
      // Other samples have no form that encryption keeps.
      return nil
    } else if ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"].contains(entry.type) {
      self = .proRes
    } else if entry.type == "mebx" {
      self = .boxes
    } else if ["jpeg", "mjpa"].contains(entry.type) {
      self = .jpeg
    } else if let syntax = AudioFrameSyntax(entry) {
      self = .audioFrame(AudioFrames(syntax: syntax))
    } else if let bands = entry.scaleFactorBands {
      self = .aac(AACFrames(bands: bands))
    } else if let reader = ALACReader(entry, ReferenceSizes()) {
      self = .alac(ALACFrames(reader: reader))
    } else if entry.type == "mp4v", StartCodeReader.reads(entry) {
      self = .startCodes
    } else {
      return nil
    }
  }

  /// The form of the data of an image that its properties describe.
  package init?(ofImage properties: some Sequence<Box>) {
    if let record = properties.first(AV1CodecConfigurationBox.self)?.record {
      self = .av1Image(AV1Images(record: record))
    } else {
      self.init(properties: properties)
    }
  }

  /// The form of images or frames that boxes of a sample entry, or properties of an item, describe.
  package init?(properties: some Sequence<Box>) {
    // Shorter lengths are right by chance too often.
    guard
      let size = properties.first(HEVCConfigurationBox.self)?.record.lengthSize
        ?? properties.first(AVCConfigurationBox.self)?.record.lengthSize, size == 4
    else { return nil }
    self = .nalUnits(lengthSize: size)
  }

  /// The number of samples that have to have the form in a row, so that it is no chance.
  package var proof: Int {
    switch self {
    case .nalUnits, .proRes, .boxes, .av1Image: 2
    case .jpeg, .audioFrame, .startCodes: 4
    case .aac, .alac: 8
    }
  }

  /// How long it takes to look at a sample, compared with others.
  var work: Int {
    switch self {
    case .aac, .alac: 16
    case .nalUnits, .proRes, .boxes, .jpeg, .audioFrame, .startCodes, .av1Image: 1
    }
  }

  /// The bytes that a sample has at least, so that it is found nowhere else by chance.
  var leastBytes: Int { if case .av1Image = self { 16 } else { 65 } }

  /// What a sample of a size can start with.
  package func starts(_ byteCount: Int) -> BytePairs {
    var pairs = BytePairs()
    switch self {
    case .nalUnits, .boxes: pairs.insert(0...UInt16(clamping: byteCount >> 16))
    case .proRes:
      let high = UInt16(clamping: byteCount >> 16)
      pairs.insert(high...high)
    case .jpeg: pairs.insert(0xFFD8...0xFFD8)
    case .audioFrame(let frames): pairs = BytePairs(startsOf: frames.syntax.firstWords)
    case .aac, .alac: pairs.insert(0...UInt16.max)
    case .startCodes: pairs.insert(0...0)
    case .av1Image:
      // A sequence header, or a temporal delimiter before it.
      pairs.insert(0x0A00...0x0AFF)
      pairs.insert(0x1200...0x1200)
    }
    return pairs
  }

  /// Whether a sample is in a range. Bytes that are missing are no sample.
  package func fits(_ range: Range<Int>, in bytes: Bytes) -> Bool {
    guard range.lowerBound >= 0, let sample = bytes.part(range), sample.count > 1 else {
      return false
    }
    switch self {
    case .nalUnits(let size): return sample.isChain(lengthSize: size)
    case .proRes: return sample.number(at: 0, size: 4) == sample.count && sample.isNamed("icpf")
    case .boxes: return sample.isBoxes
    case .jpeg: return sample.starts(with: [0xFF, 0xD8, 0xFF])
    case .audioFrame(let frames):
      guard let count = frames.syntax.byteCount(sample) else { return false }
      return count <= sample.count
    case .aac(let frames):
      let frame = try? RawDataBlock.read(sample, frames.bands, anyPadding: true)
      // Some encoders add zeros.
      guard let count = frame?.byteCount, let rest = sample.part(count..<sample.count) else {
        return false
      }
      return rest.allSatisfy { $0 == 0 }
    case .alac(let frames):
      guard case .readings(let readings) = frames.reader.answer(at: range.lowerBound, in: bytes)
      else { return false }
      return readings.contains { $0.byteCount == sample.count }
    case .startCodes: return sample.isVisualFrame
    case .av1Image(let images): return sample.isAV1Image(images.record)
    }
  }
}

extension SampleForm {
  /// Whether a sample could begin at an offset, whatever follows.
  package func couldBegin(_ range: Range<Int>, in bytes: Bytes) -> Bool {
    switch self {
    case .nalUnits(let size):
      guard let length = bytes.number(at: range.lowerBound, size: size),
        let header = bytes.number(at: range.lowerBound + size, size: 1)
      else { return false }
      return length > 1 && length <= range.count - size && header < 0x80
    // A frame that begins before lost bytes does not end where it should.
    case .aac, .alac: return true
    case .startCodes: return bytes.part(range.prefix(3))?.elementsEqual([0, 0, 1]) == true
    case .proRes, .boxes, .jpeg, .audioFrame, .av1Image: return fits(range, in: bytes)
    }
  }

  private static let mostTried = 1 << 12

  /// The share of samples that have the form.
  package func share(of samples: TrackSamples, in bytes: Bytes) -> Double {
    var (right, tried) = (0, 0)
    for sample in samples.withBytes {
      guard tried < SampleForm.mostTried else { break }
      tried += 1
      if fits(sample.fileRange, in: bytes) { right += 1 }
    }
    return tried == 0 ? 1 : Double(right) / Double(tried)
  }
}

extension Bytes {
  fileprivate func isNamed(_ type: StaticString) -> Bool {
    part(4..<8)?.elementsEqual("\(type)".utf8) == true
  }

  /// Whether the lengths of NAL units lead exactly to the end.
  fileprivate func isChain(lengthSize: Int) -> Bool {
    var position = 0
    while position + lengthSize < count {
      // A NAL unit begins with a bit that is 0.
      guard let length = number(at: position, size: lengthSize), length > 1,
        self[position + lengthSize] < 0x80
      else { return false }
      position += lengthSize + length
    }
    return position == count
  }

  /// Whether the bytes are the units of an AV1 image that is coded as the record says.
  fileprivate func isAV1Image(_ record: AV1CodecConfigurationRecord) -> Bool {
    guard let all = try? OpenBitstreamUnit.units(in: self),
      all.allSatisfy({ !$0.header.forbiddenBit && !$0.header.reservedBit }),
      all.dropLast().allSatisfy(\.header.hasSize)
    else { return false }
    let units = all.drop { $0.header.type == .temporalDelimiter }
    guard let first = units.first, first.header.type == .sequenceHeader,
      let sequence = try? SequenceHeader(first),
      units.contains(where: { [.frame, .frameHeader].contains($0.header.type) })
    else { return false }
    return sequence.profile == record.profile
      && sequence.colour.bitDepth == record.colour.bitDepth
      && sequence.colour.isMonochrome == record.isMonochrome
  }

  /// Whether the bytes begin with a start code of MPEG-4 Visual, and have one frame (ISO/IEC 14496-2 §6.2.1).
  fileprivate var isVisualFrame: Bool {
    guard starts(with: [0, 0, 1]) else { return false }
    var frames = 0
    var pairs = BytePairs()
    pairs.insert(0...0)
    var position = 0
    while let start = pairs.firstOffset(in: self, from: position), start + 3 < count {
      position = start + 1
      // vop_start_code
      if self[start + 2] == 1, self[start + 3] == 0xB6 { frames += 1 }
    }
    return frames == 1
  }

  /// Whether the sizes of boxes lead exactly to the end.
  fileprivate var isBoxes: Bool {
    var position = 0
    while position + 8 <= count {
      guard let size = number(at: position, size: 4), size >= 8 else { return false }
      position += size
    }
    return position == count
  }
}
