import FieldCoding
import Testing

@testable import ISOBMFF

/// A program's own types of boxes are read, written, shown and named as all others.
@Suite struct OwnBoxTests {
  /// A box that no specification has.
  struct OwnBox: BoxBody {
    static let type: FourCC = "ownb"
    static let specification = "a test"
    var header = FullBoxHeader()
    var number: UInt16 = 0
    init() {}
    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.fullBox(&header, versions: 0...0)
      try f.uint(16, "number", &number)
    }
  }

  private let file = Bytes([
    0, 0, 0, 22, 0x6D, 0x6F, 0x6F, 0x76, 0, 0, 0, 14, 0x6F, 0x77, 0x6E, 0x62, 0, 0, 0, 0, 1, 2,
  ])

  private var limits: DecodeLimits {
    var limits = DecodeLimits()
    limits.ownBoxes = OwnBoxes([.box(OwnBox.self, .optional(in: "moov"))])
    return limits
  }

  @Test func ownBoxesAreRead() throws {
    let box = try #require(BoxFile(file, limits: limits).boxes.at("moov").first)
    #expect(box[OwnBox.self]?.number == 258)
    #expect(box.definition()?.title == "OwnBox")
    #expect(BoxFile(file).boxes.at("moov").first?.opaquePayload?.count == 6)
    let written = try BoxFile(file, limits: limits).encoded(copyingUnchanged: false)
    #expect(written.count == file.count)
  }

  @Test func ownBoxesOfOtherNamespacesAreNotRead() {
    var limits = DecodeLimits()
    limits.ownBoxes = OwnBoxes([.box(OwnBox.self)], in: .userData)
    #expect(BoxFile(file, limits: limits).boxes.at("moov").first?[OwnBox.self] == nil)
    limits.ownBoxes?.add([.box(OwnBox.self)])
    #expect(BoxFile(file, limits: limits).boxes.at("moov").first?[OwnBox.self] != nil)
  }
}
