import ISOBMFF
import Testing

extension Mutation {
  static let structure: [Mutation] = [
    // meta is at byte 28, hdlr at 40, pitm at 109, iprp at 205, ipco at 213.
    .bytes("box-size-beyond-end", at: "meta/iprp/ipco") { bytes in
      bytes[215] += 1
    },
    .bytes("box-size-below-header", at: "meta/iprp/ipco") { bytes in
      bytes.replaceSubrange(221..<225, with: [0, 0, 0, 7])
    },
    .bytes("box-fields-truncated", at: "meta/pitm", also: ["content-missing"]) { bytes in
      bytes.replaceSubrange(109..<123, with: [0, 0, 0, 13] + bytes[113..<122] + [0])
    },
    .bytes("box-version-unknown", at: "meta/pitm") { $0[117] = 9 },
    .bytes("box-field-width", at: "meta/iloc") { bytes in
      let start = try #require(place(of: "iloc", in: bytes))
      bytes[start + 12] = 0xF4
    },
    .bytes("box-content-invalid", at: "meta/iinf") { $0[123 + 13] += 1 },
    .bytes("limit-exceeded", at: nested(33)) { bytes in
      var boxes: [UInt8] = []
      for _ in 0..<40 {
        boxes =
          [0, 0, UInt8((boxes.count + 8) >> 8), UInt8((boxes.count + 8) & 255)] + Array("dinf".utf8)
          + boxes
      }
      bytes += boxes
    },
    .bytes("trailing-bytes") { $0 += [1, 2, 3] },
    .bytes("content-missing") { $0.removeLast($0.count - 28) },
  ]

  private static func nested(_ depth: Int) -> String {
    Array(repeating: "dinf", count: depth).joined(separator: "/")
  }

  /// The first byte of the first box of a type.
  static func place(of type: String, in bytes: [UInt8]) -> Int? {
    let type = Array(type.utf8)
    return (4..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(type) }.map { $0 - 4 }
  }
}
