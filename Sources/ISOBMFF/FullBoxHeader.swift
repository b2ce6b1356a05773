/// What every `FullBox` starts with (ISO/IEC 14496-12 §4.2.2).
public struct FullBoxHeader: Equatable, Sendable {
  public var version: UInt8
  /// 24 bits.
  public var flags: UInt32

  public init(version: UInt8 = 0, flags: UInt32 = 0) {
    self.version = version
    self.flags = flags
  }
}
