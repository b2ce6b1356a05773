import FieldCoding
import HEIF
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  /// Files that are copied unchanged. Each of them has to be decoded completely.
  @Suite struct ImageFileCheckerTests {
    private func check(_ file: [UInt8], _ codec: Codec, budget: UInt64 = 1 << 24) throws {
      var job = CheckJob()
      job.codec = codec
      job.byteCount = UInt64(file.count)
      job.planeBudget = budget
      try ImageFileChecker(job).check(MemoryReader(bytes: file))
    }

    private func reason(
      _ file: [UInt8], _ codec: Codec, budget: UInt64 = 1 << 24
    ) -> String? {
      do { try check(file, codec, budget: budget) } catch { return "\(error)" }
      return nil
    }

    /// A JPEG file of 64 × 64 (ITU-T T.81 §B.2): a block of a component is two bits, 0 for the
    /// difference of its mean and 0 for its end.
    ///
    /// - Parameter data: the coded data.
    private func jpeg(
      components: Int, _ data: [UInt8], frame: UInt8 = 0xC0, side: UInt8 = 64, adobe: [UInt8] = []
    ) -> [UInt8] {
      let numbers = (1...components).map { UInt8($0) }
      let tables = [UInt8(0x00), 0x10].flatMap { number -> [UInt8] in
        [0xFF, 0xC4, 0, 20, number, 1] + [UInt8](repeating: 0, count: 15) + [0]
      }
      let steps: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
      let header: [UInt8] =
        [0xFF, frame, 0, UInt8(8 + 3 * components), 8, 0, side, 0, side, UInt8(components)]
        + numbers.flatMap { [$0, 0x11, 0] }
      let scan: [UInt8] =
        [0xFF, 0xDA, 0, UInt8(6 + 2 * components), UInt8(components)]
        + numbers.flatMap { [$0, 0] } + [0, 63, 0]
      return [0xFF, 0xD8] + adobe + steps + tables + header + scan + data + [0xFF, 0xD9]
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Also two components, which are not known colours, and four inks.
    @Test(arguments: [1, 2, 3, 4]) func anyColours(components: Int) throws {
      // 64 blocks of each component, four in a byte.
      let count = 16 * components
      try check(jpeg(components: components, zeros(count)), .jpeg)
      let missing = reason(jpeg(components: components, zeros(count - 1)), .jpeg)
      #expect(missing?.contains("premature end") == true, "\(missing ?? "")")
      // A few bytes before the end are padding, as some cameras write it; more are samples.
      try check(jpeg(components: components, zeros(count + 8)), .jpeg)
      let left = reason(jpeg(components: components, zeros(count + 32)), .jpeg)
      #expect(left?.contains("extraneous") == true, "\(left ?? "")")
      // A code that no table has.
      var wrong = zeros(count)
      wrong[count / 2] = 0x80
      let code = reason(jpeg(components: components, wrong), .jpeg)
      #expect(code?.contains("bad Huffman code") == true, "\(code ?? "")")
    }

    /// The versions of JFIF and of Adobe's marker have no effect on samples.
    @Test func whatTellsNothingOfSamplesIsNoDamage() throws {
      let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [9, 9, 0, 0, 1, 0, 1, 0, 0]
      let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 77]
      for segment in [jfif, adobe] {
        try check(jpeg(components: 3, zeros(48), adobe: segment), .jpeg)
      }
    }

    @Test func memoryIsBounded() throws {
      // 64 coefficients of two bytes for each of 64 blocks of three components.
      let progressive = jpeg(components: 3, zeros(48), frame: 0xC2)
      let reason = reason(progressive, .jpeg, budget: 24_000)
      #expect(reason?.contains("over the limit of 24,000") == true, "\(reason ?? "")")
      try check(jpeg(components: 3, zeros(48)), .jpeg, budget: 24_000)
      #expect(self.reason(png(rows: 8, isInterlaced: false), .png, budget: 4) != nil)
      var job = CheckJob()
      job.byteCount = 1 << 40
      #expect(throws: CodecError.self) { try ImageFileChecker(job).check(MemoryReader(bytes: [])) }
    }

    @Test func otherCodings() {
      for codec in [Codec.hevc, .avc, .av1] {
        #expect(reason([0], codec) == "the file is neither JPEG nor PNG")
      }
      #expect(reason([0], .jpeg) != nil && reason([0], .png) != nil)
    }

    /// A grey PNG file of 8 × 8, whose coded rows are not compressed (RFC 1950, RFC 1951 §3.2.4).
    ///
    /// - Parameter rows: the number of rows; with Adam7 there are 15, of 64 samples.
    private func png(rows: Int, isInterlaced: Bool) -> [UInt8] {
      let widths =
        isInterlaced ? [1, 1, 2] + [2, 2, 4, 4] + [4, 4, 4, 4] + eights : eights + eights
      let data = widths.prefix(rows).flatMap { zeros($0 + 1) }
      // The Adler-32 checksum of zeros: its upper half is their number.
      let sum = UInt32(data.count) << 16 | 1
      let length = UInt16(data.count)
      let stream =
        [0x78, 0x01, 0x01] + [UInt8(length & 0xFF), UInt8(length >> 8)]
        + [UInt8(~length & 0xFF), UInt8(~length >> 8)] + data + big(sum)
      let header = big(8) + big(8) + [8, 0, 0, 0, isInterlaced ? 1 : 0]
      return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", header) + chunk("IDAT", stream) + chunk("IEND", [])
    }

    private let eights = [8, 8, 8, 8]

    private func big(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      var sum = CRC32()
      sum.add((Array(type.utf8) + data)[...])
      return big(UInt32(data.count)) + Array(type.utf8) + data + big(sum.value)
    }

    /// All checksums are right, for any missing rows.
    @Test func rowsOfPNG() throws {
      try check(png(rows: 8, isInterlaced: false), .png)
      try check(png(rows: 15, isInterlaced: true), .png)
      for rows in 0..<8 {
        #expect(reason(png(rows: rows, isInterlaced: false), .png) != nil, "\(rows)")
      }
      for rows in 0..<15 {
        #expect(reason(png(rows: rows, isInterlaced: true), .png) != nil, "\(rows)")
      }
    }
  }
#endif
