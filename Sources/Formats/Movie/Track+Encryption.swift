package import ISOBMFF

extension Track {
  /// The types of sample entries whose samples are encrypted: those of ISO/IEC 14496-12 §8.12, and those of QuickTime.
  package static let encryptedEntries: Set<FourCC> = [
    "encv", "enca", "enct", "encs", "encm", "enc3", "encp", "drmi", "drms", "p608",
  ]

  /// Whether any of its samples is encrypted.
  package var isEncrypted: Bool {
    sampleEntries.contains { Track.encryptedEntries.contains($0.type) }
  }
}
