import ISOBMFF

/// The usual name of a channel layout: `5.1`.
package struct ChannelLayoutName: Equatable {
  package let name: String
  package let channels: Int

  /// - Parameters:
  ///   - main: channels for all frequencies.
  ///   - lfe: channels for only low frequencies.
  ///   - top: channels of `main` that are above the listener.
  init(main: Int, lfe: Int, top: Int = 0) {
    channels = main + lfe
    name =
      switch (main, lfe) {
      case (1, 0): "mono"
      case (2, 0): "stereo"
      default: "\(main - top).\(lfe)" + (top > 0 ? ".\(top)" : "")
      }
  }

  private init(name: String, channels: Int) {
    (self.name, self.channels) = (name, channels)
  }

  /// The layout that `chnl` or `chan` states; nil if there is none, or if it is for another number of channels.
  init?(_ boxes: [Box], channels: Int) {
    if let box = boxes.first(ChannelLayout.self) {
      guard let layout = ChannelLayoutName(defined: box.definedLayout) else { return nil }
      self = layout
    } else if let box = boxes.first(AudioChannelLayoutBox.self) {
      guard let layout = ChannelLayoutName(box) else { return nil }
      self = layout
    } else {
      return nil
    }
    if self.channels != channels { return nil }
  }

  /// A layout that has a number (ISO/IEC 23091-3, ChannelConfiguration; those of AAC are the same).
  init?(defined number: UInt8) {
    let layouts: [UInt8: (main: Int, lfe: Int, top: Int)] = [
      1: (1, 0, 0), 2: (2, 0, 0), 3: (3, 0, 0), 4: (4, 0, 0), 5: (5, 0, 0), 6: (5, 1, 0),
      7: (7, 1, 0), 9: (3, 0, 0), 10: (4, 0, 0), 11: (6, 1, 0), 12: (7, 1, 0), 13: (22, 2, 0),
      14: (7, 1, 2), 16: (9, 1, 4), 19: (11, 1, 4), 20: (13, 1, 4),
    ]
    guard let layout = layouts[number] else { return nil }
    self.init(main: layout.main, lfe: layout.lfe, top: layout.top)
  }

  /// The layout of FLAC (RFC 9639 §9.1.3) and Opus (RFC 7845 §5.1.1.2), which follows from the number.
  init?(inOrderOf channels: Int) {
    guard (1...8).contains(channels) else { return nil }
    let lfe = channels >= 6 ? 1 : 0
    self.init(main: channels - lfe, lfe: lfe)
  }

  /// AC-3 (ETSI TS 102 366 §4.4.2.3): modes 0 and 2 are two channels.
  init(acmod: UInt8, lfe: Bool) {
    self.init(main: [2, 1, 2, 3, 3, 4, 4, 5][Int(acmod & 7)], lfe: lfe ? 1 : 0)
  }

  /// Enhanced AC-3, with the channels that dependent substreams add (§F.6.2.11): of `chan_loc` the
  /// lowest bit is Lc and Rc.
  init(_ stream: EC3SpecificBox.Substream) {
    let base = ChannelLayoutName(acmod: stream.acmod, lfe: stream.lfeon)
    var (main, lfe, top) = (base.channels - (stream.lfeon ? 1 : 0), stream.lfeon ? 1 : 0, 0)
    if stream.numDependent > 0 {
      for (bit, count) in [2, 2, 1, 1, 2, 2, 2, 1].enumerated()
      where stream.channelLocations >> bit & 1 != 0 {
        main += count
        if [3, 6, 7].contains(bit) { top += count }
      }
      if stream.channelLocations >> 8 & 1 != 0 { lfe += 1 }
    }
    self.init(main: main, lfe: lfe, top: top)
  }

  /// Dolby TrueHD: the presentation with most channels. Each bit of an assignment is a loudspeaker, or
  /// a pair of them.
  init(_ box: MLPSpecificBox) {
    let eight = box.eightChannelAssignment
    let assignment = eight == 0 ? UInt16(box.sixChannelAssignment) : eight
    var (main, lfe, top) = (0, 0, 0)
    for (bit, count) in [2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1].enumerated()
    where assignment >> bit & 1 != 0 {
      if bit == 2 || bit == 12 { lfe += count } else { main += count }
      if [4, 8, 11].contains(bit) { top += count }
    }
    self.init(main: main == 0 ? 2 : main, lfe: lfe, top: top)
  }

  /// QuickTime: a tag, a set of bits, or a list (Core Audio).
  private init?(_ box: AudioChannelLayoutBox) {
    switch box.channelLayoutTag {
    case 0:
      let labels = box.channelDescriptions.map(\.channelLabel)
      let lfe = labels.count { $0 == 4 || $0 == 37 }
      self.init(main: labels.count - lfe, lfe: lfe)
    case 0x1_0000:
      let lfe = box.channelBitmap >> 3 & 1
      self.init(main: (box.channelBitmap.nonzeroBitCount) - Int(lfe), lfe: Int(lfe))
    default:
      let count = Int(box.channelLayoutTag & 0xFFFF)
      guard let name = ChannelLayoutTag.names[UInt64(box.channelLayoutTag)] else { return nil }
      // The part after the colon names each channel.
      let lfe = name.split(separator: " ").count { $0 == "LFE" }
      guard count > 2, name.contains(":") else {
        self.init(name: name, channels: count)
        return
      }
      self.init(main: count - lfe, lfe: lfe)
    }
  }
}
