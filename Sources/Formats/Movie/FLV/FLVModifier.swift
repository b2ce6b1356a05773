public import FieldCoding

/// A modifier of a packet of Enhanced RTMP (`ModEx`, Enhanced RTMP v2, "Enhanced Video").
public struct FLVModifier: Equatable, Sendable {
  /// 0 is an offset of the timestamp, in nanoseconds.
  public var type: UInt8 = 0
  public var data = Bytes()
  public init() {}
}

extension FieldCoder {
  /// The type of a packet, with the modifiers before it: type 7 stands for a modifier.
  mutating func packetType(
    _ name: StaticString, _ type: inout UInt8, _ modifiers: inout [FLVModifier],
    as names: ValueNames
  ) throws(FieldError) {
    if isDecoding { modifiers = [] }
    var index = 0
    while true {
      var stated = isDecoding || index == modifiers.count ? type : 7
      try uint(4, name, &stated, as: .names(names))
      guard stated == 7 else {
        type = stated
        return
      }
      guard index < 64 else { throw error(.invalid("a packet has more than 64 modifiers")) }
      var modifier = isDecoding ? FLVModifier() : modifiers[index]
      try modifier.fields(&self)
      if isDecoding { modifiers.append(modifier) }
      index += 1
    }
  }
}

extension FLVModifier {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var short = UInt8(clamping: max(1, data.count) - 1)
    var count = data.count
    try f.uint(8, "modExDataSizeMinus1", &short)
    if short == 255 {
      var long = UInt16(clamping: max(1, data.count) - 1)
      try f.uint(16, "modExDataSizeMinus1", &long)
      if f.isDecoding { count = Int(long) + 1 }
    } else if f.isDecoding {
      count = Int(short) + 1
    }
    try f.bytes("modExData", &data, count: .exactly(count))
    try f.uint(4, "modExType", &type)
  }
}
