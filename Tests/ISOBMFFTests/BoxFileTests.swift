import Testing

@testable import ISOBMFF

/// Big-endian bytes of a box.
private func box(_ type: String, _ payload: [UInt8], size: UInt32? = nil) -> [UInt8] {
  let size = size ?? UInt32(payload.count + 8)
  return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + payload
}

@Suite struct BoxFileTests {
  private let ftyp = box("ftyp", Array("heic".utf8) + [0, 0, 0, 7] + Array("mif1heic".utf8))

  @Test func unknownBoxesAndTrailingBytesSurvive() throws {
    let bytes = ftyp + box("zzzz", [1, 2, 3]) + [0xFF, 0xFF, 0xFF]
    let file = BoxFile(Bytes(bytes))
    #expect(file.boxes.map(\.type) == ["ftyp", "zzzz"])
    #expect(file.boxes[1].opaquePayload.map(Array.init) == [1, 2, 3])
    #expect(Array(file.trailing) == [0xFF, 0xFF, 0xFF])
    #expect(try file.encoded().bytes == bytes)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func changingAValueChangesOnlyItsBox() throws {
    var file = BoxFile(Bytes(ftyp + box("zzzz", [1, 2, 3])))
    var type = try #require(file.boxes.first(FileTypeBox.self))
    #expect(type.compatibleBrands == ["mif1", "heic"])
    type.compatibleBrands.append("miaf")
    file.boxes[0][FileTypeBox.self] = type
    let expected =
      box("ftyp", Array("heic".utf8) + [0, 0, 0, 7] + Array("mif1heicmiaf".utf8))
      + box("zzzz", [1, 2, 3])
    #expect(try file.encoded().bytes == expected)
  }

  /// A size of 0 reaches to the end, a size of 1 has its 64 bits behind the type.
  @Test func sizesZeroAndOne() throws {
    let large: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 18, 0xAA, 0xBB]
    let bytes = ftyp + large + box("mdat", [9, 9, 9], size: 0)
    let file = BoxFile(Bytes(bytes))
    #expect(file.boxes.map(\.type) == ["ftyp", "free", "mdat"])
    #expect(file.boxes[1].opaquePayload.map(Array.init) == [0xAA, 0xBB])
    #expect(file.boxes[2].opaquePayload.map(Array.init) == [9, 9, 9])
    #expect(file.findings.isEmpty)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// A box that cannot be read, and continues to the end of the file, gets a size when another box follows it.
  @Test func aDamagedBoxToTheEndGetsASize() throws {
    let payload: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 9, 1]
    var file = BoxFile(Bytes(ftyp + box("sidx", payload, size: 0)))
    #expect(!file.boxes[1].damage.isEmpty)
    file.boxes.append(Box(type: "zzzz", opaque: Bytes([5])))
    let written = try file.encoded().bytes
    #expect(written == ftyp + box("sidx", payload) + box("zzzz", [5]))
    #expect(BoxFile(Bytes(written)).boxes.map(\.type) == ["ftyp", "sidx", "zzzz"])
  }

  @Test func aUUIDBoxHasItsUserType() throws {
    let uuid: [UInt8] = (0..<16).map { $0 * 17 }
    let bytes = box("uuid", uuid + [5])
    let file = BoxFile(Bytes(bytes))
    #expect(file.boxes[0].userType == "00112233-4455-6677-8899-aabbccddeeff")
    #expect(file.boxes[0].userType?.description == "00112233-4455-6677-8899-aabbccddeeff")
    #expect(file.boxes[0].opaquePayload.map(Array.init) == [5])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// A box whose size exceeds the file: the existing part is read, and the finding states the offset.
  @Test func aTruncatedFileIsReadAsFarAsItGoes() throws {
    let pitm = box("pitm", [0, 0, 0, 0, 0, 42])
    let hdlr = box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let bytes = ftyp + box("meta", [0, 0, 0, 0] + hdlr + pitm, size: 5000)
    let file = BoxFile(Bytes(bytes))
    let meta = try #require(file.boxes.first("meta"))
    #expect(meta.children.first(PrimaryItemBox.self)?.itemID == 42)
    #expect(
      file.findings == [
        FieldError(
          .sizeBeyondEnd(size: 5000, available: bytes.count - ftyp.count), offset: ftyp.count,
          path: ["meta"])
      ])
    #expect(try file.encoded().bytes == bytes)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func damageStaysLocal() throws {
    // pitm is cut off within its item_ID; its sibling is read.
    let broken = box("pitm", [0, 0, 0, 0, 0])
    let hdlr = box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let bytes = box("meta", [0, 0, 0, 0] + hdlr + broken + box("idat", [7]))
    let file = BoxFile(Bytes(bytes))
    let meta = try #require(file.boxes.first("meta"))
    #expect(meta.children.map(\.type) == ["hdlr", "pitm", "idat"])
    #expect(file.findings.map(\.path) == [["meta", "pitm", "item_ID"]])
    #expect(file.findings.map(\.offset) == [12 + hdlr.count + 12])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func aSizeBelowTheHeaderEndsTheList() {
    let bytes = ftyp + box("free", [], size: 4) + box("mdat", [1])
    let file = BoxFile(Bytes(bytes))
    #expect(file.boxes.map(\.type) == ["ftyp"])
    #expect(file.findings.map(\.reason) == [.sizeBelowHeader(4)])
    #expect(file.trailing.count == bytes.count - ftyp.count)
  }

  /// QuickTime's `meta` has no version and flags; the content shows it.
  @Test func bothFlavoursOfMeta() throws {
    let hdlr = box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
    for prefix: [UInt8] in [[], [0, 0, 0, 0]] {
      let bytes = box("meta", prefix + hdlr)
      let file = BoxFile(Bytes(bytes))
      let meta = try #require(file.boxes.first(MetaBox.self))
      #expect((meta.header == nil) == prefix.isEmpty)
      #expect(meta.children.first(HandlerBox.self)?.handlerType == "mdta")
      #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
    }
  }

  @Test func boxesTooDeepAreAFinding() {
    var bytes = box("free", [])
    for _ in 0..<100 { bytes = box("moov", bytes) }
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.count == 1)
    guard case .exceedsLimit(name: .depth, limit: 32, _)? = file.findings.first?.reason else {
      Issue.record("\(file.findings)")
      return
    }
    #expect(try! file.encoded().bytes == bytes)
  }

  @Test func pathsFindBoxes() throws {
    let bytes = box("moov", box("trak", [1]) + box("trak", box("tkhd", [2])))
    let file = BoxFile(Bytes(bytes))
    #expect(file.box(at: try #require(BoxPath("moov/trak[1]/tkhd")))?.type == "tkhd")
    #expect(file.box(at: try #require(BoxPath("moov/trak[2]"))) == nil)
    #expect(BoxPath("moov/trak[x]") == nil)
    #expect(BoxPath("moov//trak") == nil)
    #expect(BoxPath("toolong") == nil)
  }
}
