import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

/// The description of a JPEG 2000 codestream.
@Suite struct JPEG2000CodestreamTests {
  private func described(_ file: Bytes) -> (fields: [String: FieldValue], damages: [FieldError]) {
    let sink = FieldRecorder()
    BoxFile.describe(file, to: sink)
    return (
      Dictionary(sink.fields.map { ($0.path, $0.value) }) { first, _ in first }, sink.damages
    )
  }

  private func number(_ value: FieldValue?) -> UInt64? {
    switch value {
    case .uint(let number, _): number
    case .flag(let isSet): isSet ? 1 : 0
    default: nil
    }
  }

  private static let header = """
    FF4F FF51 0029 4000 00000140 000000F0 00000001 00000002 00000080 00000060 00000003 00000004 0001
    8B 02 01  FF52 000E 05 02 0003 01 01 03 04 22 01 77 88  FF53 0009 00 00 02 05 06 00 00
    FF5C 0007 40 48 50 50 58  FF5D 0006 00 22 6F12  FF64 0007 0001 'abc'  FF90 000A
    """

  @Test func segmentsAreFields() {
    let (fields, damages) = described(Bytes(boxBytes("jp2c", hexArray(Self.header))))
    #expect(damages.isEmpty)
    func value(_ path: String) -> UInt64? {
      number(
        fields["jp2c/segments" + path.replacing("]/", with: "]/parameters/", maxReplacements: 1)])
    }
    #expect(number(fields["jp2c/segments[0]/marker"]) == 0xFF51)
    let size = ["Rsiz", "Xsiz", "Ysiz", "XOsiz", "YOsiz", "XTsiz", "YTsiz", "XTOsiz", "YTOsiz"]
    #expect(size.map { value("[0]/\($0)") } == [0x4000, 320, 240, 1, 2, 128, 96, 3, 4])
    #expect(value("[0]/components[0]/bit_depth_minus1") == 11)
    #expect(value("[0]/components[0]/is_signed") == 1)
    #expect(value("[0]/components[0]/XRsiz") == 2 && value("[0]/components[0]/YRsiz") == 1)
    #expect(value("[1]/EPH_may_be_used") == 1 && value("[1]/SOP_may_be_used") == 0)
    #expect(value("[1]/progression_order") == 2 && value("[1]/number_of_layers") == 3)
    #expect(value("[1]/decomposition_levels") == 1)
    #expect(value("[1]/code_block_width_exponent_minus2") == 3)
    #expect(value("[1]/code_block_height_exponent_minus2") == 4)
    #expect(value("[1]/code_block_style") == 0x22 && value("[1]/transformation") == 1)
    #expect(value("[1]/precinct_sizes[1]") == 0x88)
    #expect(value("[2]/Ccoc") == 0 && value("[2]/decomposition_levels") == 2)
    #expect(value("[3]/guard_bits") == 2 && value("[3]/steps[3]/exponent") == 11)
    #expect(value("[4]/quantization_style") == 2 && value("[4]/steps[0]/mantissa") == 0x712)
    #expect(value("[5]/Rcom") == 1)
  }

  @Test func damageIsLocal() {
    // The coding style states a segment that is too short for it.
    var bytes = hexArray(Self.header)
    bytes[48] = 4
    let (fields, damages) = described(Bytes(boxBytes("jp2c", bytes)))
    #expect(!damages.isEmpty)
    #expect(number(fields["jp2c/segments[0]/parameters/Xsiz"]) == 320)
    let none = described(Bytes(boxBytes("jp2c", hexArray("FF4F 0102 0003"))))
    #expect(none.damages.count == 1)
  }

  /// OpenJPEG reads the same.
  @Test(
    .needsMedia, .needs("opj_dump"),
    arguments: ["testcard_rgba16.jp2", "relax.jp2", "test-card-lossy-tiled.jp2", "comment.jp2"])
  func asOthersReadIt(name: String) throws {
    let path = try #require(MediaFolder.path) + "/jp2-jxl/" + name
    let dump = try InstalledProgram.run("opj_dump", ["-i", path]).output
    let (fields, damages) = described(try ByteSource(mapping: path).bytes)
    #expect(damages.isEmpty)
    func ours(_ field: String, of marker: UInt64) -> Int? {
      let start = (0..<8).map { "jp2c/segments[\($0)]/" }.first {
        number(fields[$0 + "marker"]) == marker
      }
      return start.flatMap { number(fields[$0 + "parameters/" + field]).map { Int($0) } }
    }
    func theirs(_ name: String) -> Int? {
      let lines = dump.split(whereSeparator: \.isWhitespace)
      let words = lines.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
      return words.flatMap { Int($0.prefix { $0 != "," }.replacing("2^", with: "")) }
    }
    #expect(ours("XTsiz", of: 0xFF51) == theirs("tdx"))
    #expect(ours("number_of_layers", of: 0xFF52) == theirs("numlayers"))
    #expect(ours("multiple_component_transformation", of: 0xFF52) == theirs("mct"))
    #expect(ours("decomposition_levels", of: 0xFF52).map { $0 + 1 } == theirs("numresolutions"))
    #expect(ours("code_block_width_exponent_minus2", of: 0xFF52).map { $0 + 2 } == theirs("cblkw"))
    #expect(ours("transformation", of: 0xFF52) == theirs("qmfbid"))
    #expect(ours("guard_bits", of: 0xFF5C) == theirs("numgbits"))
  }
}
