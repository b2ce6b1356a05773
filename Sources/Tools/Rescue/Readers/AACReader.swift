import FieldCoding

/// Finds frames of AAC LC by their syntax.
struct AACReader: LostSampleReader {
  let bands: ScaleFactorBands
  /// Sequences of elements that the reference's frames have.
  var elements: Set<UInt64> = []
  var sizes = ReferenceSizes()
  /// Whether the bits after the end of a frame can have any value.
  var anyPadding = false
  var certainty: Certainty { .bySyntax }
  var isAudio: Bool { true }
  var greatestSize: Int? { longest }

  /// `id_syn_ele` of the first element, and 0 as its `element_instance_tag`; or a long fill element, in which some
  /// encoders state their name.
  var firstWords: [ClosedRange<UInt32>] {
    let first = Set(
      elements.compactMap { sequence in
        stride(from: 60, through: 0, by: -3)
          .map { sequence >> UInt64($0) & 7 }.first { $0 != 0 }
      })
    return first.map { UInt32($0 & 3) << 29 }.map { $0...$0 | 0x01FF_FFFF }
      + [0xDE00_0000...0xDFFF_FFFF]
  }

  /// A frame has at most 6144 bits a channel (ISO/IEC 14496-3 §4.5.3.1).
  private var longest: Int { max(768 * 8, sizes.greatest) }

  /// The length of the frame at a byte; nil if there is none, or if it is truncated.
  func frame(at start: Int, in data: Bytes) -> (byteCount: Int, elements: UInt64)? {
    data.part(start..<min(start + longest, data.count)).flatMap {
      try? RawDataBlock.read($0, bands, anyPadding: anyPadding)
    }
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let bytes = data.part(start..<min(start + longest, data.count)) else { return .none }
    do throws(FieldError) {
      let (byteCount, found) = try RawDataBlock.read(bytes, bands, anyPadding: anyPadding)
      guard elements.contains(found) else { return .none }
      return .readings([
        Reading(byteCount: byteCount, cost: sizes.contains(byteCount) ? 4 : 24)
      ])
    } catch {
      // The end of the file within a frame is not a syntax error.
      if case .truncated = error.reason, bytes.count < longest { return .torn }
      return .none
    }
  }
}

/// The syntax of a frame of AAC LC (`raw_data_block`, ISO/IEC 14496-3 §4.4.2.1): its length, without decoding the
/// audio.
struct RawDataBlock {
  /// The syntactic elements before `ID_END`, without fill and data elements, three bits each.
  private(set) var elements: UInt64 = 0

  private var bits: ByteReader
  private let bands: ScaleFactorBands

  /// Reads a frame to its end; throws if there is none here, or if it is truncated.
  ///
  /// - Parameter anyPadding: whether the bits up to the next byte can have any value, as some encoders write them.
  /// - Returns: its bytes, and the elements that it has.
  static func read(
    _ data: Bytes, _ bands: ScaleFactorBands, anyPadding: Bool
  ) throws(FieldError) -> (byteCount: Int, elements: UInt64) {
    var block = RawDataBlock(bits: ByteReader(data), bands: bands)
    try block.readElements()
    let unread = block.bits.bitsLeft
    // byte_alignment()
    let padding = try block.bits.read(bits: unread % 8)
    guard padding == 0 || anyPadding else { throw block.invalid("padding") }
    return (data.count - unread / 8, block.elements)
  }

  private init(bits: ByteReader, bands: ScaleFactorBands) {
    self.bits = bits
    self.bands = bands
  }

  private func invalid(_ what: String) -> FieldError {
    FieldError(.invalid(what), offset: bits.offset)
  }

  private mutating func flag() throws(FieldError) -> Bool { try bits.read(bits: 1) == 1 }

  private mutating func number(_ width: Int) throws(FieldError) -> Int {
    Int(truncatingIfNeeded: try bits.read(bits: width))
  }

  private mutating func readElements() throws(FieldError) {
    for _ in 0..<32 {
      let element = try number(3)
      switch element {
      case 0, 3:
        _ = try number(4)
        try readStream(sharing: nil)
      case 1: try readChannelPair()
      case 4: try skipDataStream()
      case 6: try skipFill()
      case 7:
        guard elements != 0 else { throw invalid("no elements") }
        return
      default: throw invalid("element")
      }
      if element < 4 { elements = elements << 3 | UInt64(element) | 4 }
    }
    throw invalid("more elements than channels")
  }

  /// `channel_pair_element()`
  private mutating func readChannelPair() throws(FieldError) {
    _ = try number(4)
    guard try flag() else {
      try readStream(sharing: nil)
      return try readStream(sharing: nil)
    }
    let windows = try Windows(&bits, bands)
    switch try number(2) {
    case 1:
      for _ in windows.groups { _ = try bits.read(bits: windows.bandCount) }
    case 3: throw invalid("ms_mask_present")
    default: break
    }
    try readStream(sharing: windows)
    try readStream(sharing: windows)
  }

  /// `data_stream_element()`
  private mutating func skipDataStream() throws(FieldError) {
    _ = try number(4)
    let isAligned = try flag()
    var count = try number(8)
    if count == 255 { count += try number(8) }
    if isAligned { _ = try bits.read(bits: bits.bitsLeft % 8) }
    try skip(bytes: count)
  }

  /// `fill_element()`
  private mutating func skipFill() throws(FieldError) {
    var count = try number(4)
    if count == 15 { count += try number(8) - 1 }
    try skip(bytes: count)
  }

  private mutating func skip(bytes: Int) throws(FieldError) {
    for _ in 0..<bytes { _ = try bits.read(bits: 8) }
  }

  // MARK: Channels

  /// `individual_channel_stream()`
  private mutating func readStream(sharing shared: Windows?) throws(FieldError) {
    let gain = try number(8)
    let windows: Windows
    if let shared { windows = shared } else { windows = try Windows(&bits, bands) }
    let sections = try readSections(windows)
    try readScaleFactors(sections, gain)
    if try flag() { try skipPulses(windows) }
    if try flag() { try skipNoiseShaping(windows) }
    // gain_control_data_present is of AAC SSR.
    guard try !flag() else { throw invalid("gain_control_data_present") }
    for section in sections where (1...11).contains(section.codebook) {
      let book = HuffmanCodebook.spectra[section.codebook - 1]
      let values = windows.bands[section.bands.upperBound] - windows.bands[section.bands.lowerBound]
      for _ in 0..<values * section.windowCount / book.dimension { try book.skip(&bits) }
    }
  }

  /// Bands in a row that are coded by the same codebook.
  private struct Section {
    var codebook: Int
    var bands: Range<Int>
    /// The number of windows that share these bands.
    var windowCount: Int
  }

  /// `section_data()`
  private mutating func readSections(_ windows: Windows) throws(FieldError) -> [Section] {
    var sections: [Section] = []
    let width = windows.isShort ? 3 : 5
    for windowCount in windows.groups {
      var band = 0
      while band < windows.bandCount {
        let codebook = try number(4)
        guard codebook != 12 else { throw invalid("sect_cb") }
        var length = 0
        while true {
          let part = try number(width)
          length += part
          guard band + length <= windows.bandCount else { throw invalid("sect_len") }
          if part < 1 << width - 1 { break }
        }
        guard length > 0 else { throw invalid("sect_len") }
        sections.append(
          Section(codebook: codebook, bands: band..<band + length, windowCount: windowCount))
        band += length
      }
    }
    return sections
  }

  /// `scale_factor_data()`
  private mutating func readScaleFactors(_ sections: [Section], _ gain: Int) throws(FieldError) {
    var factor = gain
    var isFirstNoise = true
    for section in sections where section.codebook != 0 {
      for _ in section.bands {
        if section.codebook == 13, isFirstNoise {
          isFirstNoise = false
          _ = try number(9)
          continue
        }
        let difference = try HuffmanCodebook.scaleFactors.read(&bits) - 60
        guard section.codebook < 12 else { continue }
        factor += difference
        guard (0...255).contains(factor) else { throw invalid("scale factor") }
      }
    }
  }

  /// `pulse_data()`
  private mutating func skipPulses(_ windows: Windows) throws(FieldError) {
    guard !windows.isShort else { throw invalid("pulse_data_present") }
    let count = try number(2) + 1
    guard try number(6) < bands.long.count - 1 else { throw invalid("pulse_start_sfb") }
    _ = try bits.read(bits: count * 9)
  }

  /// `tns_data()`
  private mutating func skipNoiseShaping(_ windows: Windows) throws(FieldError) {
    for _ in 0..<(windows.isShort ? 8 : 1) {
      let count = try number(windows.isShort ? 1 : 2)
      guard count > 0 else { continue }
      let resolution = try number(1) + 3
      for _ in 0..<count {
        _ = try number(windows.isShort ? 4 : 6)
        let order = try number(windows.isShort ? 3 : 5)
        // TNS_MAX_ORDER of AAC LC
        guard order <= 12 else { throw invalid("order") }
        guard order > 0 else { continue }
        _ = try flag()
        let isCompressed = try flag()
        _ = try bits.read(bits: order * (resolution - (isCompressed ? 1 : 0)))
      }
    }
  }
}

extension RawDataBlock {
  /// The division of a frame (`ics_info`, ISO/IEC 14496-3 §4.4.2.7).
  private struct Windows {
    let isShort: Bool
    /// `max_sfb`
    let bandCount: Int
    /// The number of windows in each group with common scale factors.
    let groups: [Int]
    /// The starts of bands.
    let bands: [Int]

    init(_ bits: inout ByteReader, _ bands: ScaleFactorBands) throws(FieldError) {
      guard try bits.read(bits: 1) == 0 else {
        throw FieldError(.invalid("ics_reserved_bit"), offset: bits.offset)
      }
      isShort = try bits.read(bits: 2) == 2
      _ = try bits.read(bits: 1)
      self.bands = isShort ? bands.short : bands.long
      bandCount = Int(truncatingIfNeeded: try bits.read(bits: isShort ? 4 : 6))
      guard bandCount < self.bands.count else {
        throw FieldError(.invalid("max_sfb"), offset: bits.offset)
      }
      guard isShort else {
        groups = [1]
        // AAC LC predicts nothing.
        guard try bits.read(bits: 1) == 0 else {
          throw FieldError(.invalid("predictor_data_present"), offset: bits.offset)
        }
        return
      }
      var groups = [1]
      let grouping = try bits.read(bits: 7)
      for window in 0..<7 {
        if grouping >> UInt64(6 - window) & 1 == 1 {
          groups[groups.count - 1] += 1
        } else {
          groups.append(1)
        }
      }
      self.groups = groups
    }
  }
}

/// The starts of the scale factor bands of a frame of 1024 samples, by sampling frequency (ISO/IEC 14496-3 §4.5.4).
struct ScaleFactorBands: Sendable {
  /// The bands of a long window, with the end of the last one.
  let long: [Int]
  /// The bands of each of eight short windows.
  let short: [Int]

  /// Nil if the index of the sampling frequency means nothing.
  init?(samplingFrequencyIndex index: Int) {
    switch index {
    case 0, 1: (long, short) = (Self.long96, Self.short96)
    case 2: (long, short) = (Self.long64, Self.short96)
    case 3, 4: (long, short) = (Self.long48, Self.short48)
    case 5: (long, short) = (Self.long32, Self.short48)
    case 6, 7: (long, short) = (Self.long24, Self.short24)
    case 8, 9, 10: (long, short) = (Self.long16, Self.short16)
    case 11, 12: (long, short) = (Self.long8, Self.short8)
    default: return nil
    }
  }

  private static let long96 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144,
    156, 172, 188, 212, 240, 276, 320, 384, 448, 512, 576, 640, 704, 768, 832, 896, 960, 1024,
  ]
  private static let long64 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64, 72, 80, 88, 100, 112, 124, 140,
    156,
    172, 192, 216, 240, 268, 304, 344, 384, 424, 464, 504, 544, 584, 624, 664, 704, 744, 784, 824,
    864, 904, 944, 984, 1024,
  ]
  private static let long48 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176,
    196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704, 736,
    768, 800, 832, 864, 896, 928, 1024,
  ]
  private static let long32 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176,
    196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704, 736,
    768, 800, 832, 864, 896, 928, 960, 992, 1024,
  ]
  private static let long24 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 124, 136,
    148,
    160, 172, 188, 204, 220, 240, 260, 284, 308, 336, 364, 396, 432, 468, 508, 552, 600, 652, 704,
    768, 832, 896, 960, 1024,
  ]
  private static let long16 = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 100, 112, 124, 136, 148, 160, 172, 184, 196, 212,
    228, 244, 260, 280, 300, 320, 344, 368, 396, 424, 456, 492, 532, 572, 616, 664, 716, 772, 832,
    896, 960, 1024,
  ]
  private static let long8 = [
    0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 172, 188, 204, 220, 236, 252, 268,
    288, 308, 328, 348, 372, 396, 420, 448, 476, 508, 544, 580, 620, 664, 712, 764, 820, 880, 944,
    1024,
  ]
  private static let short96 = [0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 92, 128]
  private static let short48 = [0, 4, 8, 12, 16, 20, 28, 36, 44, 56, 68, 80, 96, 112, 128]
  private static let short24 = [
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 64, 76, 92, 108, 128,
  ]
  private static let short16 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 60, 72, 88, 108, 128,
  ]
  private static let short8 = [
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 60, 72, 88, 108, 128,
  ]
}
