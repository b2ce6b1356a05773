package import ISOBMFF

/// The kind and the channels of DTS audio, as its first frame has them (ETSI TS 102 114): many files call all kinds
/// the core.
package struct DTSStream {
  /// `DTS-HD Master Audio`
  package private(set) var name = "DTS"
  /// The channels; nil if they are not found.
  package private(set) var layout: ChannelLayoutName?
  /// The rate of a core without an extension, which may have a higher one; nil if it is not found.
  package private(set) var samplesPerSecond: Int?

  /// Nil if a sample has no frame of DTS.
  package init?(_ sample: Bytes) {
    var rest = sample
    if sample.starts(with: DTSStream.coreSync) {
      guard let size = readCore(sample) else { return nil }
      // Frames end at a multiple of four bytes.
      rest = sample.part(min((size + 3) / 4 * 4, sample.count)..<sample.count) ?? Bytes()
    }
    if rest.starts(with: DTSStream.extensionSync) {
      samplesPerSecond = nil
      name = DTSStream.kinds.first { DTSStream.has($0.sync, rest) }?.name ?? name
      layout = (try? DTSStream.layout(ofExtension: rest)) ?? layout
    } else if rest.count == sample.count {
      return nil
    }
  }

  private static let coreSync: [UInt8] = [0x7F, 0xFE, 0x80, 0x01]
  private static let extensionSync: [UInt8] = [0x64, 0x58, 0x20, 0x25]

  /// The marks with which the parts of an extension start; what has more comes first.
  private static let kinds: [(sync: [UInt8], name: String)] = [
    ([0x02, 0x00, 0x08, 0x50], "DTS:X"), ([0x41, 0xA2, 0x95, 0x47], "DTS-HD Master Audio"),
    ([0x0A, 0x80, 0x19, 0x21], "DTS Express"),
    ([0x65, 0x5E, 0x31, 0x5E], "DTS-HD High Resolution"),
    ([0x47, 0x00, 0x4A, 0x03], "DTS-HD High Resolution"),
    ([0x1D, 0x95, 0xF2, 0x62], "DTS-HD High Resolution"),
  ]

  /// Frames have some thousand bytes.
  private static let searched = 1 << 16

  private static func has(_ sync: [UInt8], _ bytes: Bytes) -> Bool {
    let bytes = Array(bytes.prefix(searched))
    return bytes.indices.dropLast(3).contains { offset in
      bytes[offset] == sync[0] && bytes[offset..<offset + 4].elementsEqual(sync)
    }
  }

  /// §5.3.1: the size of a frame in bytes.
  private mutating func readCore(_ frame: Bytes) -> Int? {
    var f = FieldCoder(decoding: frame)
    do throws(FieldError) {
      try f.skip(32 + 1 + 5 + 1 + 7)
      let size = try f.value(14) + 1
      let arrangement = try f.value(6)
      let rate = try f.value(4)
      try f.skip(5 + 5)
      let (kind, hasExtension) = (try f.value(3), try f.value(1) == 1)
      try f.skip(1)
      let lfe = try f.value(2)
      let rates = [
        0, 8000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000,
      ]
      if rates.indices.contains(rate), rates[rate] > 0 {
        // An extension within the core doubles the rate (X96).
        samplesPerSecond = rates[rate] * (hasExtension && kind == 2 ? 2 : 1)
      }
      let channels = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8]
      if channels.indices.contains(arrangement) {
        layout = ChannelLayoutName(
          main: channels[arrangement], lfe: (1...2).contains(lfe) ? 1 : 0)
      }
      return size
    } catch { return nil }
  }

  /// §7.4 and §7.5: the loudspeakers of the first asset.
  private static func layout(ofExtension bytes: Bytes) throws(FieldError) -> ChannelLayoutName? {
    var f = FieldCoder(decoding: bytes)
    try f.skip(32 + 8)
    let index = try f.value(2)
    let isLong = try f.value(1) == 1
    try f.skip(isLong ? 12 : 8)
    let sizeBits = isLong ? 20 : 16
    try f.skip(sizeBits)
    guard try f.value(1) == 1 else { return nil }
    try f.skip(2 + 3)
    if try f.value(1) == 1 { try f.skip(36) }
    let presentations = try f.value(3) + 1
    let assets = try f.value(3) + 1
    var active: [Int] = []
    for _ in 0..<presentations { active.append(try f.value(index + 1).nonzeroBitCount) }
    for count in active { try f.skip(count * 8) }
    if try f.value(1) == 1 {
      try f.skip(2)
      let maskBits = (try f.value(2) + 1) * 4
      let configurations = try f.value(2) + 1
      try f.skip(configurations * maskBits)
    }
    try f.skip(assets * sizeBits)
    // The descriptor of the first asset.
    try f.skip(9 + 3)
    if try f.value(1) == 1 { try f.skip(4) }
    if try f.value(1) == 1 { try f.skip(24) }
    if try f.value(1) == 1 {
      let textBytes = try f.value(10) + 1
      try f.skip(textBytes * 8)
    }
    try f.skip(5 + 4)
    let channels = try f.value(8) + 1
    guard try f.value(1) == 1 else { return nil }
    if channels > 2 { try f.skip(1) }
    if channels > 6 { try f.skip(1) }
    guard try f.value(1) == 1 else {
      return channels <= 2 ? ChannelLayoutName(main: channels, lfe: 0) : nil
    }
    let maskBits = (try f.value(2) + 1) * 4
    return ChannelLayoutName(speakers: try f.value(maskBits))
  }
}

extension ChannelLayoutName {
  /// The loudspeakers of DTS-HD (ETSI TS 102 114 Table 7-10): each bit is one, or a pair.
  fileprivate init(speakers mask: Int) {
    var (main, lfe, top) = (0, 0, 0)
    for (bit, count) in [1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 2, 1, 2].enumerated()
    where mask >> bit & 1 != 0 {
      if bit == 3 || bit == 12 { lfe += count } else { main += count }
      if [5, 7, 8, 13, 14, 15].contains(bit) { top += count }
    }
    self.init(main: main, lfe: lfe, top: top)
  }
}

extension FieldCoder {
  /// The number of the next bits, at most 32.
  fileprivate mutating func value(_ bits: Int) throws(FieldError) -> Int {
    var number: UInt32 = 0
    try uint(bits, "value", &number)
    return Int(number)
  }

  fileprivate mutating func skip(_ bits: Int) throws(FieldError) {
    for start in stride(from: 0, to: bits, by: 32) { _ = try value(min(32, bits - start)) }
  }
}
