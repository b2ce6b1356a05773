import Metadata
import Testing

@Suite struct MD5Tests {
  /// RFC 1321, appendix A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func digestsOfTheStandard(message: String, digest: String) {
    #expect(MD5Tests.hex(MD5.digest(of: message.utf8)) == digest)
  }

  /// Values of `md5sum`: lengths at which the padding starts another block.
  @Test(arguments: [
    (55, "04364420e25c512fd958a70738aa8f72"), (56, "668a72d5ba17f08e62dabcafad6db14b"),
    (64, "c1bb4f81d892b2d57947682aeb252456"),
  ])
  func lengthsAroundABlock(count: Int, digest: String) {
    let message = [UInt8](repeating: 0x78, count: count)
    #expect(MD5Tests.hex(MD5.digest(of: message)) == digest)
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
