import ISOBMFF

extension Track {
  /// The index of the first packet of audio that a decoder needs, so that it decodes another one as if it had decoded
  /// all before it.
  ///
  /// It follows from `roll` (ISO/IEC 14496-12 §10.1). If that is missing, Opus needs 80 ms (RFC 7845 §4.6), MP3 the
  /// packets that its bit reservoir refers to (ISO/IEC 11172-3 §2.4.2.7), and all others the packet before, because the
  /// packets of most codings overlap.
  package func firstPacket(toDecode shown: Sample) -> Int {
    // PCM has a sample for each moment.
    guard shown.duration > 1 else { return shown.index }
    let stated = shown.groups.lazy.compactMap { $0.description?.description as? RollRecoveryEntry }
      .first.map { Int($0.rollDistance) }
    if let stated { return max(0, shown.index - max(1, -stated)) }
    let entry = sampleEntries.first
    if entry?.type == "Opus" {
      let packets = (0.08 * Double(timescale) / Double(shown.duration)).rounded(.up)
      return max(0, shown.index - max(1, Int(min(packets, 1e6))))
    }
    var first = max(0, shown.index - 1)
    guard entry.flatMap({ FramedAudioCodec($0) }) == .mpegAudio else { return first }
    var reservoir = 0
    while first > 0, reservoir < Track.longestReservoir,
      let packet = samples.sample(at: first - 1)
    {
      reservoir += max(0, packet.fileRange.count - Track.longestHead)
      first -= 1
    }
    return first
  }

  /// The number of bytes before a packet of MP3 that it can refer to (`main_data_begin`, 9 bits).
  private static let longestReservoir = 511
  /// The header, check and side information of a packet of MP3, which are not part of the reservoir.
  private static let longestHead = 38
}
