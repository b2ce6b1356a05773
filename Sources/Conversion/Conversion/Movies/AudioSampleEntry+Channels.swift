import ISOBMFF
import Movie

extension AudioSampleEntry {
  /// The position of each channel, with FFmpeg's numbers (`AVChannel`), as `chan` or `chnl` states it; empty if it is not
  /// stated, or if there are two channels with the same position.
  var channelPositions: [UInt8] {
    let stated: [UInt8?]
    if let layout = setting(ChannelLayout.self) {
      stated = layout.channelPositions
    } else {
      stated = (setting(AudioChannelLayoutBox.self)?.labels ?? []).map {
        AudioSampleEntry.positions[$0]
      }
    }
    let known = stated.compactMap { $0 }
    guard known.count == channels, stated.count == channels, Set(known).count == known.count else {
      return []
    }
    return known
  }

  /// Positions by the labels of Core Audio.
  fileprivate static let positions: [UInt32: UInt8] = [
    1: 0, 2: 1, 3: 2, 4: 3, 5: 9, 6: 10, 7: 6, 8: 7, 9: 8, 10: 33, 11: 34, 12: 11, 13: 12, 14: 13,
    15: 14, 16: 15, 17: 16, 18: 17, 33: 4, 34: 5, 35: 31, 36: 32, 37: 35, 42: 2,
  ]
}

extension ChannelLayout {
  /// Positions with the numbers of ISO/IEC 23091-3, in the order of the channels of its layouts.
  fileprivate var channelPositions: [UInt8?] {
    guard definedLayout != 0 else {
      return positions.map { ChannelLayout.speakers[$0.speakerPosition] }
    }
    guard omittedChannelsMap ?? 0 == 0 else { return [] }
    return ChannelLayout.layouts[definedLayout]?.map { ChannelLayout.speakers[$0] } ?? []
  }

  /// FFmpeg's numbers: L R C LFE Ls Rs Lc Rc Lsr Rsr Cs Lsd Rsd Lss Rss Lw Rw.
  private static let speakers: [UInt8: UInt8] = [
    0: 0, 1: 1, 2: 2, 3: 3, 4: 9, 5: 10, 6: 6, 7: 7, 8: 4, 9: 5, 10: 8, 11: 33, 12: 34, 13: 9,
    14: 10, 15: 31, 16: 32,
  ]

  private static let layouts: [UInt8: [UInt8]] = [
    1: [2], 2: [0, 1], 3: [2, 0, 1], 4: [2, 0, 1, 10], 5: [2, 0, 1, 4, 5], 6: [2, 0, 1, 4, 5, 3],
    7: [2, 6, 7, 0, 1, 4, 5, 3], 9: [0, 1, 10], 10: [0, 1, 4, 5], 11: [2, 0, 1, 4, 5, 10, 3],
    12: [2, 0, 1, 4, 5, 8, 9, 3],
  ]
}
