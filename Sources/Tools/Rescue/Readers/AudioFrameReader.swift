package import FieldCoding
import ISOBMFF
import Movie

/// Finds samples of audio whose frames state their length. A sample has one frame, or several if the reference's samples
/// have several.
struct AudioFrameReader: LostSampleReader {
  let syntax: AudioFrameSyntax
  /// Nil if only ``sizes`` tell.
  let framesPerSample: Int?
  let sizes: ReferenceSizes
  var certainty: Certainty { .bySyntax }
  var isAudio: Bool { true }

  /// Whether only sizes count that the reference has.
  private var isStrict = false

  init(syntax: AudioFrameSyntax, framesPerSample: Int?, sizes: ReferenceSizes) {
    self.syntax = syntax
    self.framesPerSample = framesPerSample
    self.sizes = sizes
  }

  var thorough: any LostSampleReader {
    var reader = self
    reader.isStrict = sizes.areFew
    return reader
  }

  var firstWords: [ClosedRange<UInt32>] { syntax.firstWords }

  /// Samples with more frames are not usual.
  private static let mostFrames = 32

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var position = start
    var readings: [Reading] = []
    for number in 1...(framesPerSample ?? AudioFrameReader.mostFrames) {
      guard let header = data.part(position..<min(position + headerSize, data.count)),
        let byteCount = syntax.byteCount(header)
      else { break }
      guard byteCount <= data.count - position else {
        return readings.isEmpty ? .torn : .readings(readings)
      }
      position += byteCount
      let size = position - start
      if let framesPerSample, number < framesPerSample { continue }
      guard framesPerSample != nil || size <= sizes.greatest else { break }
      guard framesPerSample != nil || size >= sizes.least else { continue }
      let isUsual = sizes.values.contains(size)
      if isStrict, !isUsual { continue }
      readings.append(Reading(byteCount: size, cost: isUsual ? 4 : 12))
    }
    return readings.isEmpty ? .none : .readings(readings)
  }

  private var headerSize: Int { AudioFrameSyntax.headerSize }
}

/// The codecs of audio whose frames state their length in their first bytes.
enum AudioFrameSyntax: Sendable {
  /// AC-3 and Enhanced AC-3 (ETSI TS 102 366 §4.4.1, §E.1.2).
  case ac3
  /// Layers I to III of MPEG audio (ISO/IEC 11172-3 §2.4.1.3, ISO/IEC 13818-3 §2.4.2.3).
  case mpegAudio
  /// AMR (IETF RFC 4867 §5.3), with the number of bytes of a frame for each frame type; 0 for types that are reserved.
  case amr([Int])

  /// Nil if the sample entry describes another codec.
  init?(_ entry: Box) {
    switch entry.type {
    case "samr": self = .amr([13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1])
    case "sawb": self = .amr([18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1])
    default:
      switch FramedAudioCodec(entry) {
      case .ac3: self = .ac3
      case .mpegAudio: self = .mpegAudio
      case nil: return nil
      }
    }
  }

  /// The number of frames of a sample; nil if only the reference's samples show it.
  func framesPerSample(_ entry: Box) -> Int? {
    switch self {
    case .ac3: entry.type == "ec-3" ? nil : 1
    case .mpegAudio: 1
    case .amr: entry.children.first(AMRSpecificBox.self).map { max(1, Int($0.framesPerSample)) }
    }
  }

  /// The most bytes of a header.
  static let headerSize = 6

  /// What the first four bytes of a frame can be, as a big-endian number.
  var firstWords: [ClosedRange<UInt32>] {
    switch self {
    case .ac3: [0x0B77_0000...0x0B77_FFFF]
    case .mpegAudio: [0xFFE0_0000...0xFFFF_FFFF]
    case .amr: [0...0x7CFF_FFFF]
    }
  }

  /// The number of bytes of the frame that begins with these bytes; nil if no frame begins so.
  func byteCount(_ header: Bytes) -> Int? {
    switch self {
    case .ac3: AudioFrameSyntax.ac3ByteCount(header)
    case .mpegAudio: AudioFrameSyntax.mpegByteCount(header)
    case .amr(let sizes):
      header.first.flatMap { byte in
        // F, FT, Q, and two bits of padding.
        let size = sizes[Int(byte >> 3 & 15)]
        return byte & 0b1000_0011 == 0 && size > 0 ? size : nil
      }
    }
  }

  private static func ac3ByteCount(_ header: Bytes) -> Int? {
    guard header.number(at: 0, size: 2) == 0x0B77, let version = header.number(at: 5, size: 1),
      let code = header.number(at: 4, size: 1), let length = header.number(at: 2, size: 2)
    else { return nil }
    switch version >> 3 {
    case 11...16:
      // strmtyp, substreamid, frmsiz
      guard length >> 14 != 3 else { return nil }
      return (length & 0x7FF + 1) * 2
    case 0...10:
      // fscod, frmsizecod
      let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512]
      guard let rate = (rates + [576, 640]).dropFirst((code & 63) / 2).first else { return nil }
      switch code >> 6 {
      case 0: return rate * 4
      case 1: return (rate * 1000 * 1536 / (44_100 * 16) + code & 1) * 2
      case 2: return rate * 6
      default: return nil
      }
    default: return nil
    }
  }

  private static func mpegByteCount(_ header: Bytes) -> Int? {
    guard let word = header.number(at: 0, size: 4), word >> 21 == 0x7FF else { return nil }
    // Version 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1; layer 3 is Layer I.
    let (version, layer) = (word >> 19 & 3, word >> 17 & 3)
    let (rateCode, frequencyCode) = (word >> 12 & 15, word >> 10 & 3)
    let padding = word >> 9 & 1
    guard version != 1, layer != 0, (1...14).contains(rateCode), frequencyCode < 3,
      // The emphasis that is reserved.
      word & 3 != 2
    else { return nil }
    let rates =
      switch (version == 3, layer) {
      case (true, 3): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
      case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
      case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      case (false, 3): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
      case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      }
    let frequency =
      [44_100, 48_000, 32_000][frequencyCode] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    let rate = rates[rateCode - 1] * 1000
    if layer == 3 { return (12 * rate / frequency + padding) * 4 }
    return (layer == 1 && version != 3 ? 72 : 144) * rate / frequency + padding
  }
}

extension SampleForm.AudioFrames {
  /// Why a sample is not whole: a frame of AC-3 or of Enhanced AC-3 that does not fit its checksum, crc2
  /// (ATSC A/52 §7.10.1). Nil for other codecs, whose frames need none.
  package func problem(in sample: Bytes) -> FieldError? {
    guard case .ac3 = syntax else { return nil }
    var rest = sample
    while !rest.isEmpty {
      guard let count = syntax.byteCount(rest), let frame = rest.part(2..<count),
        let next = rest.part(count..<rest.count)
      else {
        return FieldError(
          .invalid("at byte \(rest.fileOffset), no whole frame begins"), offset: rest.fileOffset)
      }
      guard frame.crc16 == 0 else {
        return FieldError(
          .invalid("the checksum of a frame does not fit its data"), offset: rest.fileOffset)
      }
      rest = next
    }
    return nil
  }
}
