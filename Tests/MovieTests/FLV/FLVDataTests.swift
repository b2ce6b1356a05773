import FieldCoding
import Movie
import TestSupport
import Testing

/// Each field has a different value.
@Suite struct FLVDataTests {
  @Test func aFileOfOneTag() throws {
    let vector = hex(
      """
      464C56 01 05 00000009 00000000  // FLV, version 1, sound and video, 9, PreviousTagSize0
      12 00000E 345678 12 000000      // script data of 14 bytes, time 0x12345678, stream 0
      02 0003 616263                  // the string abc
      08 00000000 0000 09 00000019    // no property; the tag has 11 + 14 bytes
      """)
    let file = try FLVFile(vector)
    #expect(file.header.version == 1 && file.header.hasAudio && file.header.hasVideo)
    var tags = file.tags
    let first = tags.next()
    let tag = try #require(first)
    #expect(tag.type == .script && tag.timestamp == 0x1234_5678)
    #expect(tag.data.count == 14 && tag.size == 25)
    #expect(try ScriptData(decoding: tag.data).name == AMFValue("abc"))
    let last = tags.next()
    #expect(last == nil && tags.failure == nil)
    #expect(Bytes(try file.header.encoded() + tag.encoded()) == vector)
  }

  /// Enhanced RTMP v2: a key frame (1), coded frames (1), `hvc1`, shown 66 ms later.
  @Test func aPictureOfHEVC() throws {
    let vector = hex("91 68766331 000042 00000002 0A0B")
    let data = try FLVVideoData(decoding: vector)
    #expect(data.isEnhanced && data.frameType == .key && data.packetType == .codedFrames)
    #expect(data.fourCC == "hvc1" && data.compositionOffset == 66)
    #expect(data.body == hex("000000020A0B"))
    #expect(Bytes(try data.encoded()) == vector)
  }

  /// Pictures of AV1 are shown in the order in which they are decoded: there is no offset.
  @Test func aPictureOfAV1() throws {
    let vector = hex("A1 61763031 0A0B")
    let data = try FLVVideoData(decoding: vector)
    #expect(data.isEnhanced && data.frameType == .inter && data.fourCC == "av01")
    #expect(data.compositionOffset == nil && data.body == hex("0A0B"))
    #expect(Bytes(try data.encoded()) == vector)
  }

  /// Written by FFmpeg: an inter frame (2) of AVC (7), a picture (1), with a composition offset of 40 ms.
  @Test func aPictureOfAVC() throws {
    let vector = hex("27 01 FFFFD8 00000001 41")
    let data = try FLVVideoData(decoding: vector)
    #expect(!data.isEnhanced && data.codecID == 7 && data.frameType == .inter)
    #expect(data.packetType == .codedFrames && data.compositionOffset == -40)
    #expect(Bytes(try data.encoded()) == vector)
  }

  /// A modifier: an offset of 3 bytes, type 0, and then coded frames without an offset (3).
  @Test func aModifier() throws {
    let vector = hex("97 02 0003E8 03 68766331 AA")
    let data = try FLVVideoData(decoding: vector)
    #expect(data.packetType == .codedFramesX && data.fourCC == "hvc1")
    #expect(data.modifiers.map(\.type) == [0])
    #expect(data.modifiers.first?.data == hex("0003E8"))
    #expect(Bytes(try data.encoded()) == vector)
  }

  /// Written by FFmpeg: AAC with its configuration, and Opus.
  @Test func sound() throws {
    let aac = try FLVAudioData(decoding: hex("AF 00 120856E500"))
    #expect(aac.format == 10 && aac.packetType == .sequenceStart && aac.body == hex("120856E500"))
    let vector = hex("90 4F707573 4F70757348656164 01 01 3801 80BB0000 0000 00")
    let opus = try FLVAudioData(decoding: vector)
    #expect(opus.isEnhanced && opus.fourCC == "Opus" && opus.packetType == .sequenceStart)
    #expect(opus.body.count == 19)
    #expect(Bytes(try opus.encoded()) == vector)
  }

  @Test func valuesComeBack() throws {
    var data = ScriptData()
    data.value = .object([
      AMFProperty("number", .number(1.5)), AMFProperty("flag", .boolean(true)),
      AMFProperty("text", AMFValue("ä")), AMFProperty("nothing", .null),
      AMFProperty("list", .strictArray([.undefined, .number(2)])),
      AMFProperty("date", .date(1000, zone: -60)),
      AMFProperty("inside", .ecmaArray([AMFProperty("a", .number(3))])),
      AMFProperty("long", AMFValue(String(repeating: "x", count: 70_000))),
    ])
    #expect(try ScriptData(decoding: Bytes(data.encoded())) == data)
  }

  @Test func valuesInValuesAreNotReadForEver() {
    var deep = Array(hex("02 0001 61"))
    for _ in 0..<100_000 { deep += [3, 0, 1, 0x61] }
    #expect(throws: FieldError.self) { try ScriptData(decoding: Bytes(deep)) }
  }

  @Test func everyPrefixIsReadOrRefused() throws {
    let vector = hex("464C56 01 05 00000009 00000000 09 000002 000000 00 000000 9168 0000000D")
    for count in 0..<vector.count {
      guard let part = vector.part(0..<count), let file = try? FLVFile(part) else { continue }
      #expect(Array(file.tags).isEmpty)
    }
    #expect(Array(try FLVFile(vector).tags).count == 1)
  }

  /// Any bytes are read or refused, and everything that is read can be written.
  @Test func noiseIsReadOrRefused() throws {
    var generator = Noise(state: 23)
    let start = Array(hex("464C56 01 05 00000009 00000000"))
    for _ in 0..<2000 {
      let types: [UInt8] = [8, 9, 18]
      let data = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let tag = FLVTag(
        FLVTagType(rawValue: types.randomElement(using: &generator) ?? 9), at: 0, Bytes(data))
      let file = try FLVFile(Bytes(start + tag.encoded()))
      let found = try #require(file.tags.first { _ in true })
      if let video = try? FLVVideoData(decoding: found.data) {
        #expect(Bytes(try video.encoded()) == found.data)
      }
      if let audio = try? FLVAudioData(decoding: found.data) { _ = try audio.encoded() }
      _ = try? ScriptData(decoding: found.data)
    }
  }
}
