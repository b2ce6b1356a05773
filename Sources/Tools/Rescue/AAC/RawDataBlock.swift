import FieldCoding

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
