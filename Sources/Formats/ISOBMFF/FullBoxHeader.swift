/// The start of every `FullBox` (ISO/IEC 14496-12 §4.2.2).
public struct FullBoxHeader: Equatable, Sendable {
  /// Which form the box has, 8 bits.
  public var version: UInt8
  /// 24 bits, whose meanings the box defines.
  public var flags: UInt32

  /// A header, by default of version 0 and without flags.
  public init(version: UInt8 = 0, flags: UInt32 = 0) {
    self.version = version
    self.flags = flags
  }
}
