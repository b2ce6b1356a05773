import ISOBMFF

/// How an AAC decoder is set up.
enum AACConfiguration {
  /// What `esds` of a sample entry says; in QuickTime it is inside `wave`.
  static func of(_ entry: AudioSampleEntry) -> AudioSpecificConfig? {
    let box =
      entry.children.first(ElementaryStreamDescriptorBox.self)
      ?? entry.children.at("wave").first(ElementaryStreamDescriptorBox.self)
    return box?.audioConfiguration
  }

  /// Channels by `channelConfiguration` (ISO/IEC 14496-3 table 1.19); others are listed elsewhere.
  static let channels: [UInt8: Int] = [
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8,
  ]
}
