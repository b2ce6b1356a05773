public import NALUnits

/// A hash of the decoded picture, with which a decoder can check its result (`decoded_picture_hash`, ITU-T H.265
/// §D.2.19).
public struct DecodedPictureHash: SEIPayload {
  public static let payloadType: UInt32 = 132
  public static let name = "decoded_picture_hash"

  public var type: UInt8 = 0
  /// The hash of each colour component: 16 bytes of MD5, 2 of a CRC or 4 of a checksum.
  public var components: [Bytes] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "hash_type", &type, as: .names(DecodedPictureHash.types))
    let size: Int
    switch type {
    case 0: size = 16
    case 1: size = 2
    case 2: size = 4
    default: throw f.error(.invalid("the hash_type \(type) is not known"))
    }
    // 1 or 3, as the SPS says; they fill the payload.
    let count = f.isDecoding ? min(f.bitsLeft / 8 / size, 3) : components.count
    guard count > 0 else {
      throw f.error(.truncated(neededBits: size * 8, availableBits: f.isDecoding ? f.bitsLeft : 0))
    }
    let type = type
    try f.list("components", &components, count: .exactly(count), of: Bytes()) {
      (hash, f) throws(FieldError) in
      if !f.isDecoding, hash.count != size {
        throw f.error(
          .invalid("the hash has \(counted(hash.count, "byte")), but hash_type says \(size)"))
      }
      let name: StaticString =
        type == 0 ? "picture_md5" : type == 1 ? "picture_crc" : "picture_checksum"
      try f.bytes(name, &hash, count: .exactly(size))
    }
  }

  /// The names of the values (ITU-T H.265 Table D.11).
  public static let types: ValueNames = [0: "MD5", 1: "CRC", 2: "checksum"]
}
