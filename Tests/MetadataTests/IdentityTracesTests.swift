import FieldCoding
import Foundation
import Metadata
import TestSupport
import Testing

/// Serial numbers, identifiers and names of people are known again.
@Suite struct IdentityTracesTests {
  private func traces(_ add: (inout IdentityTraces) throws -> Void) rethrows -> IdentityTraces {
    var traces = IdentityTraces()
    try add(&traces)
    return traces
  }

  private func isFound(_ traces: IdentityTraces, in text: String) -> Bool {
    traces.first(in: Bytes(Array("before \(text) after".utf8))) == 7
  }

  @Test(arguments: [
    "DX4G81234", "C02-99817", "Ada Lovelace", "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9",
  ])
  func textsThatTellAreLookedFor(text: String) {
    let traces = traces { $0.add(text: " \(text)\0".utf8) }
    #expect(isFound(traces, in: text))
    let wide = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(traces.first(in: Bytes([1] + wide)) == 1)
  }

  /// A text of many files does not identify a person.
  @Test(arguments: ["", "Apple", "00000000", "Canon", "12345", "unknown"])
  func textsThatTellNothingAreNot(text: String) {
    #expect(traces { $0.add(text: text.utf8) }.isEmpty)
  }

  @Test func exifAndPacketsAreRead() throws {
    let exif = try TIFFWriter.tiff(
      .little,
      [
        TIFFField(0x013B, .text("Ada Lovelace")), TIFFField(0x010F, .text("Camera 12345")),
        TIFFField(0x8769, .directory([TIFFField(0xA431, .text("SN-778899"))])),
      ])
    let found = traces { $0.add(exif: Bytes(exif)) }
    #expect(isFound(found, in: "SN-778899") && isFound(found, in: "Ada Lovelace"))
    #expect(!isFound(found, in: "Camera 12345"))
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="SN-665544"
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Tool 25.123">
      <dc:creator><rdf:Seq><rdf:li>Grace Hopper</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let named = traces { $0.add(xmp: packet.utf8) }
    #expect(isFound(named, in: "SN-665544") && isFound(named, in: "Grace Hopper"))
    #expect(!isFound(named, in: "Tool 25.123"))
  }
}
