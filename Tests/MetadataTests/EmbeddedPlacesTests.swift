import Foundation
import Testing

@testable import Metadata

/// A location that stands only in data within a text is found and taken out.
@Suite struct EmbeddedPlacesTests {
  private static let exif = Samples.photo(.little)
  private static let picture: [UInt8] = {
    let segment = Array("Exif\0\0".utf8) + exif
    return [
      0xFF, 0xD8, 0xFF, 0xE1, UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255),
    ]
      + segment + [0xFF, 0xD9]
  }()
  private static let text = #"{"lat":46.363611,"lon":14.093889}"#

  private static let forms: [[UInt8]] = [
    Array(text.utf8), Array("$GPRMC,081836,A,4621.8167,N,01405.6333,W".utf8), exif,
    Array("Exif\0\0".utf8) + exif, picture, Array("thumbnail".utf8) + picture,
    Array(text.data(using: .utf16LittleEndian) ?? Data()),
    Array(text.data(using: .utf16BigEndian) ?? Data()),
    Array(XMPPacketTests.packet("e:GPSLatitude=\"46,21.81666N\"", "").utf8),
  ]

  @Test(arguments: forms) func dataInXMP(data: [UInt8]) throws {
    let coded = Data(data).base64EncodedString()
    let lines = Data(data).base64EncodedString(options: .lineLength76Characters)
    for (attributes, elements) in [
      ("", "<dc:data>\(coded)</dc:data>"), ("dc:data=\"\(coded)\"", ""),
      ("", "<dc:data>\(lines)</dc:data>"),
      ("", "<dc:data>\(Data(coded.utf8).base64EncodedString())</dc:data>"),
    ] {
      let text = XMPPacketTests.packet(attributes, elements)
      let rest = try #require(XMPPacket(text.utf8)).withoutLocation()
      #expect(!String(decoding: rest, as: UTF8.self).contains("dc:data"))
    }
  }

  @Test func otherDataStays() throws {
    let coded = Data("46 of 14 pictures, taken 2024-06-15 16:42:07".utf8).base64EncodedString()
    let text = XMPPacketTests.packet("", "<dc:data>\(coded)</dc:data>")
    let packet = try #require(XMPPacket(text.utf8))
    #expect(packet.withoutLocation() == packet.bytes)
  }

  @Test(arguments: forms) func dataBehindOtherBytes(data: [UInt8]) {
    var traces = LocationTraces()
    traces.add(data: Bytes([1, 0, 2] + data))
    #expect(!traces.isEmpty && traces.isFound(inMetadata: Bytes(data)))
  }

  /// Letters before data in base 64, as in the type of a content, look like a part of it.
  @Test(arguments: ["", "a", "ab", "abc", "text/", "application/x-"])
  func dataBehindLetters(letters: String) {
    var traces = LocationTraces()
    traces.add(text: (letters + Data(Self.text.utf8).base64EncodedString()).utf8)
    #expect(traces.isFound(inText: "46.3636".utf8))
  }

  /// A comment in UTF-16.
  @Test func wideComment() {
    var traces = LocationTraces()
    traces.add(text: "46.363611, 14.093889".data(using: .utf16LittleEndian) ?? Data())
    #expect(traces.isFound(inText: "46.3636".utf8))
  }
}
