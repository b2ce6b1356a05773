import FieldCoding
import Foundation
import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct JPEGXLHeaderTests {
  /// Numbers whose lowest bit comes first.
  private func stream(_ numbers: [(value: Int, bits: Int)]) -> [UInt8] {
    let bits = numbers.flatMap { number in (0..<number.bits).map { number.value >> $0 & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8((start..<min(start + 8, bits.count)).reduce(0) { $0 | bits[$1] << ($1 - start) })
    }
  }

  /// A header with all optional parts (ISO/IEC 18181-1 Annex D).
  private var header: [UInt8] {
    stream([
      (0xFF, 8), (0x0A, 8),
      // 301 by 1001: 1 + u(9), no ratio, 1 + u(13).
      (0, 1), (0, 2), (300, 9), (0, 3), (1, 2), (1000, 13),
      // Not all default, with extra fields, turned clockwise.
      (0, 1), (1, 1), (5, 3),
      // An intrinsic size of 16 by 32, the ratio 2:1.
      (1, 1), (1, 1), (1, 5), (7, 3),
      // A preview of 32 by 32.
      (1, 1), (1, 1), (1, 2), (1, 3),
      // 30000/1001 ticks a second, 5 loops.
      (1, 1), (3, 2), (29_999, 30), (1, 2), (1, 2), (5, 3), (0, 1),
      // 10 bits, 2 further channels: opacity by default, and a spot colour of 12 bits named "ink".
      (0, 1), (1, 2), (1, 1), (2, 2), (0, 4),
      (1, 1),
      (0, 1), (2, 2), (0, 4), (0, 1), (2, 2), (3, 2), (4, 3), (1, 2), (3, 4),
      (0x69, 8), (0x6E, 8), (0x6B, 8),
      // 1, 0.5, 0 and -2.
      (0x3C00, 16), (0x3800, 16), (0, 16), (0xC000, 16),
      // Not XYB; RGB, D65, BT.2100, PQ, relative.
      (0, 1), (0, 1), (0, 1), (0, 2), (1, 2), (2, 2), (7, 4), (0, 1), (2, 2), (14, 4), (1, 2),
      // 1000 and 0.25 candelas a square metre.
      (0, 1), (0x63D0, 16), (0x3400, 16), (1, 1), (0, 16),
    ])
  }

  @Test func allParts() throws {
    let header = try #require(JPEGXLHeader(Bytes(header)))
    // The orientation is 6.
    #expect(header.width == 301 && header.height == 1001 && header.orientation == 6)
    #expect(header.bitsPerSample == 10 && !header.isFloat)
    #expect(header.hasAlpha && header.isAnimated)
  }

  @Test func descriptionHasThem() throws {
    let sink = FieldRecorder()
    BoxFile.describe(Bytes(boxBytes("jxlc", header + [0xAA, 0xBB])), to: sink)
    #expect(sink.damages.isEmpty)
    let fields = Dictionary(uniqueKeysWithValues: sink.fields.map { ($0.path, $0.value) })
    func number(_ path: String) -> UInt64? {
      guard case .uint(let value, _)? = fields["jxlc/" + path] else { return nil }
      return value
    }
    func float(_ path: String) -> Float? {
      number(path).map { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) }
    }
    #expect(number("size/height") == 301 && number("size/width") == 1001)
    #expect(number("metadata/intrinsic_size/height_div8") == 2)
    #expect(number("metadata/intrinsic_size/ratio") == 7)
    #expect(number("metadata/preview/height_div8") == 32)
    #expect(number("metadata/animation/tps_numerator") == 30_000)
    #expect(number("metadata/animation/tps_denominator") == 1001)
    #expect(number("metadata/animation/num_loops") == 5)
    #expect(fields["jxlc/metadata/ec_info[0]/d_alpha"] == .flag(true))
    #expect(number("metadata/ec_info[1]/bits_per_sample") == 12)
    #expect(number("metadata/ec_info[1]/dim_shift") == 5)
    #expect(fields["jxlc/metadata/ec_info[1]/name"] == .text(Text("ink", form: .plain)))
    #expect(float("metadata/ec_info[1]/red") == 1 && float("metadata/ec_info[1]/green") == 0.5)
    #expect(float("metadata/ec_info[1]/solidity") == -2)
    #expect(number("metadata/colour_encoding/primaries") == 9)
    #expect(number("metadata/colour_encoding/transfer_function") == 16)
    #expect(number("metadata/colour_encoding/rendering_intent") == 1)
    #expect(float("metadata/tone_mapping/intensity_target") == 1000)
    #expect(float("metadata/tone_mapping/min_nits") == 0.25)
    #expect(fields["jxlc/data"] == .bytes(Bytes([0xAA, 0xBB])))
  }

  /// A part ends where the writer has cut, and a box that ends there is damaged.
  @Test func partsMayEndInTheHeader() {
    for (type, prefix, damages) in [("jxlp", [UInt8](repeating: 0, count: 4), 0), ("jxlc", [], 1)] {
      let sink = FieldRecorder()
      BoxFile.describe(Bytes(boxBytes(type, prefix + header.prefix(12))), to: sink)
      #expect(sink.damages.count == damages)
      #expect(sink.fields.contains { $0.name == "width" })
    }
    for count in header.indices { #expect(JPEGXLHeader(Bytes(header.prefix(count))) == nil) }
  }
}
