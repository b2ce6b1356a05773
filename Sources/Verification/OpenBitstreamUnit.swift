import FieldCoding

/// What stands in front of each OBU of AV1 (`obu_header`, AV1 Bitstream §5.3.2, and its size).
struct OpenBitstreamUnit: FieldCodable {
  var isForbidden = false
  var type: UInt8 = 0
  var hasExtension = false
  var hasSize = false
  var temporalID: UInt8 = 0
  var spatialID: UInt8 = 0
  /// `leb128`: seven bits in each byte, the least significant first.
  var size: UInt64 = 0
  var payload = Bytes()

  /// `OBU_SEQUENCE_HEADER`
  static let sequenceHeader: UInt8 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("obu_forbidden_bit", &isForbidden)
    if isForbidden { throw f.error(.invalid("the forbidden bit of an OBU is set")) }
    try f.uint(4, "obu_type", &type)
    try f.flag("obu_extension_flag", &hasExtension)
    try f.flag("obu_has_size_field", &hasSize)
    try f.reserved(1)
    if hasExtension {
      try f.uint(3, "temporal_id", &temporalID)
      try f.uint(2, "spatial_id", &spatialID)
      try f.reserved(3)
    }
    if hasSize {
      size = 0
      for index in 0..<8 {
        var hasMore = false
        var part: UInt64 = 0
        try f.flag("more", &hasMore)
        try f.uint(7, "leb128_byte", &part)
        size |= part << UInt64(index * 7)
        if !hasMore { break }
      }
      try f.bytes("obu", &payload, count: .exactly(Int(clamping: size)))
    } else {
      try f.bytes("obu", &payload, count: .toEnd)
    }
  }

  /// The types of the OBUs in `data`, one behind the other.
  static func types(in data: Bytes) throws(FieldError) -> [UInt8] {
    var types: [UInt8] = []
    var rest = data
    while !rest.isEmpty {
      let unit = try OpenBitstreamUnit(decoding: rest)
      types.append(unit.type)
      let used = unit.payload.range.upperBound - rest.range.lowerBound
      guard used > 0, let next = rest.part(used..<rest.count) else { break }
      rest = next
    }
    return types
  }
}
