import FieldCoding
import HEVC
import NALUnits
import Testing

struct SEIPayloadTests {
  @Test(arguments: SEIPayloadVectors.all)
  func fieldsOfThePayload(_ vector: SEIPayloadVector) throws {
    let type = try #require(SEIPayloadTypes.hevc[vector.type])
    let payload = bits(vector.bits)
    #expect(
      try fields(of: payload, as: type)
        == vector.fields.split(whereSeparator: \.isWhitespace).map(String.init))
    #expect(try written(payload, as: type) == Array(payload))
  }

  @Test(arguments: SEIPayloadVectors.all)
  func prefixesDoNoHarm(_ vector: SEIPayloadVector) throws {
    let type = try #require(SEIPayloadTypes.hevc[vector.type])
    let payload = bits(vector.bits)
    for count in 0..<payload.count {
      let prefix = try #require(payload.part(0..<count))
      // The readable part is written unchanged.
      if let bytes = try? written(prefix, as: type) { #expect(bytes == Array(prefix)) }
    }
  }

  @Test(arguments: SEIPayloadVectors.all)
  func damagedPayloadsAreWrittenAsTheyWere(_ vector: SEIPayloadVector) throws {
    let type = try #require(SEIPayloadTypes.hevc[vector.type])
    let original = Array(bits(vector.bits))
    for bit in 0..<original.count * 8 {
      var bytes = original
      bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      guard let result = try? written(Bytes(bytes), as: type) else { continue }
      #expect(result == bytes, "bit \(bit)")
    }
  }

  @Test func messagesOfOurOwn() throws {
    var light = ContentLightLevelInformation()
    light.maxContentLightLevel = 1000
    let message = try SEIMessage(light)
    #expect(message.payload == hex("03E80000"))
    #expect(try message.content(as: ContentLightLevelInformation.self) == light)
    #expect(throws: FieldError.self) { try message.content(as: RecoveryPoint.self) }

    var point = RecoveryPoint()
    point.isExact = true
    // 1 1 0, and the rest of the byte
    #expect(try SEIMessage(point).payload == hex("D0"))
  }

  @Test func numbersOfDepth() throws {
    let vector = try #require(SEIPayloadVectors.all.first { $0.type == 177 })
    let depth = try DepthRepresentationInformation(decoding: bits(vector.bits))
    #expect(depth.nearDepth?.value == 1.5)
    #expect(depth.maxDisparity?.value == -6)
  }

  @Test func numbersOfDisplays() throws {
    let vector = try #require(SEIPayloadVectors.all.first { $0.type == 176 })
    let displays = try ThreeDimensionalReferenceDisplays(decoding: bits(vector.bits))
    let display = try #require(displays.displays.first)
    #expect(display.viewingDistance.value(precision: 3) == 0.375)
  }

  @Test func identifiers() {
    #expect(
      UserDataUnregistered.Identifier.x265.description == "2CA2DE09-B517-47DB-BB55-A4FE7FC2FC4E")
    #expect(
      UserDataUnregistered.Identifier.x264.description == "DC45E9BD-E6D9-48B7-962C-D820D923EEEF")
    #expect(
      UserDataUnregistered.Identifier().description == "00000000-0000-0000-0000-000000000000")
  }

  private func fields<Payload: SEIPayload>(
    of payload: Bytes, as type: Payload.Type
  ) throws -> [String] {
    let recorder = FieldRecorder()
    _ = try SEIPayloadContent<Payload>(decoding: payload, sink: recorder)
    return recorder.fields.map { field in
      let value =
        switch field.value {
        case .uint(let value, _): "\(value)"
        case .int(let value, _): "\(value)"
        case .flag(let value): value ? "1" : "0"
        case .text(let text): text.string
        case .bytes(let bytes):
          bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
      return "\(field.name.prefix { $0 != "[" })=\(value)"
    }
  }
}
