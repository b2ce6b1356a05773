import ISOBMFF

/// The configuration of an AAC decoder.
enum AACConfiguration {
  /// The configuration in the `esds` box of a sample entry; in QuickTime, the box is inside `wave`.
  static func of(_ entry: AudioSampleEntry) -> AudioSpecificConfig? {
    let box =
      entry.children.first(ElementaryStreamDescriptorBox.self)
      ?? entry.children.at("wave").first(ElementaryStreamDescriptorBox.self)
    return box?.audioConfiguration
  }

  /// The number of channels by `channelConfiguration` (ISO/IEC 14496-3 table 1.19); other values are not in the table.
  static let channels: [UInt8: Int] = [
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8,
  ]
}
