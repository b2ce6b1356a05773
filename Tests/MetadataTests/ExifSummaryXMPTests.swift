import Metadata
import Testing

/// A summary of Exif and XMP is one reading of both.
@Suite struct ExifSummaryXMPTests {
  private let packet = Bytes(
    Array(
      XMPPacketTests.packet(
        """
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" tiff:Make="Canon"
        tiff:Model="Canon EOS 5DS R" aux:Lens="EF50mm" xmp:CreatorTool="Editor 3"
        photoshop:DateCreated="2016-03-05T14:21:01.5+02:00" e:ExposureTime="1/640"
        e:FNumber="28/10" e:FocalLength="50/1" e:GPSLatitude="46,21.84N"
        e:GPSLongitude="14,5,40.8W" e:GPSAltitude="475/1"
        """,
        "<e:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></e:ISOSpeedRatings>"
      ).utf8))

  @Test func onlyXMP() throws {
    let photo = ExifSummary(tiff: nil, xmp: packet)
    #expect(photo.make == "Canon" && photo.model == "Canon EOS 5DS R" && photo.lens == "EF50mm")
    #expect(photo.software == "Editor 3" && photo.iso == 200)
    #expect(photo.dateTimeOriginal == "2016-03-05 14:21:01.5+02:00")
    #expect(photo.exposureTime == TIFFRational(numerator: 1, denominator: 640))
    #expect(photo.fNumber == 2.8 && photo.focalLength == 50)
    let location = try #require(photo.location)
    #expect(abs(location.latitude - 46.364) < 1e-9 && abs(location.longitude + 14.094667) < 1e-6)
    #expect(location.altitude == 475)
    #expect(ExifSummary(tiff: nil, xmp: nil) == ExifSummary(tiff: nil, xmp: Bytes([1])))
  }

  @Test func exifComesFirst() {
    let exif = Bytes(Samples.photo(.big))
    let both = ExifSummary(tiff: exif, xmp: packet)
    let alone = ExifSummary(tiff: exif)
    #expect(both.make == "Apple" && both.model == nil)
    #expect(both.dateTimeOriginal == alone.dateTimeOriginal && both.location == alone.location)
    #expect(both.fNumber == 2.8 && alone.fNumber == nil)
  }

  /// Android's camera writes texts as bytes of no type, and others put the camera beside the settings.
  @Test func camerasInUnusualFields() {
    var tiff = Builder(order: .little)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      t.entry(0x010F, 7, 6, at: 200)
      t.entry(0x8769, 4, 1, long: 80)
    }
    tiff.directory(at: 80, next: 0) { t in t.entry(0x0110, 2, 3, text: "M8") }
    tiff.text("Google", at: 200)
    let photo = ExifSummary(tiff: Bytes(tiff.all))
    #expect(photo.make == "Google" && photo.model == "M8")
  }

  /// A date that only IPTC has: in Photoshop's resources of a JPEG, and in a directory of Exif.
  @Test func datesOfIPTC() {
    func dataSet(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let records = dataSet(55, "20191216") + dataSet(60, "151202+0100")
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
    let payload = Array("Photoshop 3.0\0".utf8) + resource
    let jpeg = JPEGSegments(
      Bytes([0xFF, 0xD8, 0xFF, 0xED, 0, UInt8(payload.count + 2)] + payload + [0xFF, 0xD9]))
    let photo = ExifSummary(tiff: jpeg.exif, xmp: jpeg.xmp, iptc: jpeg.iptc)
    #expect(photo.dateTimeOriginal == "2019-12-16 15:12:02+01:00")

    var tiff = Builder(order: .little)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in t.entry(0x83BB, 7, UInt64(records.count), at: 80) }
    tiff.text(String(decoding: records, as: UTF8.self), at: 80)
    #expect(
      ExifSummary(tiff: Bytes(tiff.all), xmp: nil).dateTimeOriginal == "2019-12-16 15:12:02+01:00")

    #expect(IPTCRecords(Bytes(dataSet(55, "20191216"))).dateCreated == "2019-12-16")
    #expect(IPTCRecords(Bytes(dataSet(55, "00000000"))).dateCreated == nil)
    #expect(IPTCRecords(Bytes(records.dropLast())).dateCreated == "2019-12-16")
  }
}
