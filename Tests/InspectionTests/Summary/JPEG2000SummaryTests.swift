import ISOBMFF
import TestSupport
import Testing

@testable import Inspection

/// Pictures of JPEG 2000 in boxes, whose metadata is in boxes with a user type.
@Suite struct JPEG2000SummaryTests {
  private func summary(_ boxes: [[UInt8]]) throws -> JSON {
    let start = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 ".utf8), be32(0))
    return try FileInspection(start + boxes.flatMap { $0 }).json()["summary"]
  }

  @Test func metadataIsInTheSummary() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2015-10-14T08:52:18+02:00"/>\
      </rdf:RDF></x:xmpmeta>
      """
    let xmp = Array(hex("be7acfcb97a942e89c71999491e3afac")) + Array(packet.utf8)
    let only = try summary([box("uuid", xmp)])
    #expect(only["date"].string == "2015-10-14 08:52:18+02:00")
    // The camera in Exif, whose entry is a text of four bytes.
    let tiff: [UInt8] =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x10, 1, 2, 0, 4, 0, 0, 0] + Array("Cam\0".utf8)
      + [0, 0, 0, 0]
    let exif = Array("JpgTiffExif->JP2".utf8) + tiff
    let both = try summary([box("uuid", xmp), box("uuid", exif)])
    #expect(both["date"].string == "2015-10-14 08:52:18+02:00")
    #expect(both["camera"].string == "Cam")
  }
}
