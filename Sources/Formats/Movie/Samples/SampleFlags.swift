import ISOBMFF

/// The dependencies between a sample and other samples (ISO/IEC 14496-12 §8.8.3.1): the `sample_flags` of
/// fragments, or the same information from `stss`, `sdtp` and `stdp`.
public struct SampleFlags: RawRepresentable, Hashable, Sendable {
  /// The 32 bits of `sample_flags`.
  public var rawValue: UInt32

  /// The flags with the bits of `sample_flags`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The flags of a sync sample, with everything else unknown.
  public init() { rawValue = 0 }

  private func bits(_ shift: UInt32, _ count: UInt32) -> Int {
    Int(rawValue >> shift & (1 << count - 1))
  }

  /// Whether it is a leading sample, which is shown before the sync sample that it follows (§8.6.4):
  /// 0 unknown, 1 it is, and depends on samples before the sync sample, 2 it is not, 3 it is, and can be
  /// decoded without samples before the sync sample.
  public var isLeading: Int { bits(26, 2) }
  /// 0 unknown, 1 it depends on other samples, 2 it does not.
  public var dependsOn: Int { bits(24, 2) }
  /// 0 unknown, 1 other samples depend on it, 2 no other sample depends on it.
  public var isDependedOn: Int {
    get { bits(22, 2) }
    set { rawValue = rawValue & ~(3 << 22) | UInt32(newValue & 3) << 22 }
  }
  /// 0 unknown, 1 it has redundant coding, 2 it has not.
  public var hasRedundancy: Int { bits(20, 2) }
  /// The number of padding bits at its end, 0 to 7.
  public var paddingBits: Int { bits(17, 3) }
  /// Whether it is not a sync sample: decoding cannot start at it.
  public var isNonSync: Bool {
    get { bits(16, 1) == 1 }
    set { rawValue = rawValue & ~0x1_0000 | (newValue ? 0x1_0000 : 0) }
  }
  /// The degradation priority (§8.5.3); 0 if the file does not state it.
  public var degradationPriority: Int { bits(0, 16) }

  /// Everything except ``isNonSync`` that is known: `needs other samples`, `no other needs it`.
  public var descriptions: [String] {
    SampleFlagNames.dependencies.names(of: UInt64(rawValue))
      + [
        paddingBits > 0 ? "\(paddingBits) bits of padding" : nil,
        degradationPriority > 0 ? "degradation priority \(degradationPriority)" : nil,
      ].compactMap { $0 }
  }

  /// Sets the four fields that `sdtp` has for each sample, and the priority of `stdp`.
  mutating func add(dependencies: UInt32, priority: UInt32 = 0) {
    rawValue |= dependencies << 20 | priority & 0xFFFF
  }
}

extension FieldTable {
  /// The eight bits that a table of `sdtp` has for a sample; 0 if it has none.
  func dependencies(of sample: Int) -> UInt32 {
    guard sample < count else { return 0 }
    return columns.indices.reduce(0) { $0 << 2 | UInt32(truncatingIfNeeded: self[sample, $1]) }
  }
}
