import Foundation
import TestSupport
import Testing

/// `inspect --metadata`
@Suite struct InspectMetadataTests {
  private let photo = Program.sample("portrait-single.heic")
  private let movie = Program.sample("clip-hevc.mov")

  @Test func textIsInGroups() throws {
    let result = try Program.boxwalk("inspect", "--metadata", photo)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("IFD0\n  ImageDescription  Dusk over a small lake\n"))
    #expect(result.output.contains("\n\nExifIFD\n  ExposureTime "))
    let several = try Program.boxwalk("inspect", "--metadata", photo, movie)
    #expect(several.output.hasPrefix("\(photo):\nIFD0\n"))
    #expect(several.output.contains("\n\n\(movie):\nKeys\n"))
  }

  @Test func jsonIsALineForEachFile() throws {
    let result = try Program.boxwalk("inspect", "--metadata", "--json", photo, movie)
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 2)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.metadata/1")
    #expect(object["file"] as? String == photo)
    let groups = try #require(object["metadata"] as? [String: [String: Any]])
    #expect(groups["ExifIFD"]?["ExposureTime"] as? String == "1/640")
  }

  @Test func csvIsARowForEachValue() throws {
    let result = try Program.boxwalk("inspect", "--metadata", "--csv", movie)
    #expect(result.output.hasPrefix("file,group,name,value\n\(movie),Keys,ContentIdentifier,"))
    #expect(result.output.contains("\"46 deg 21' 48.96\"\" N, 14 deg"))
  }

  @Test func aTagIsAValueForScripts() throws {
    #expect(try Program.boxwalk("inspect", "--tag", "model", photo).output == "Sample\n")
    #expect(try Program.boxwalk("inspect", "--tag", "GPS:GPSAltitude", photo).output == "475 m\n")
    let two = try Program.boxwalk("inspect", "--tag", "Make", "--tag", "Model", photo)
    #expect(two.output == "IFD0\n  Make   Boxwalk\n  Model  Sample\n")
    let none = try Program.boxwalk("inspect", "--tag", "IFD1:Model", photo)
    #expect(none.code == 1 && none.output.isEmpty)
  }

  @Test func filesAreCompared() throws {
    let other = Program.sample("meadow.jpg")
    let result = try Program.boxwalk("inspect", "--metadata", "--compare", photo, other)
    #expect(result.code == 1)
    #expect(
      result.output.hasPrefix(
        """
        - IFD0:ImageDescription  Dusk over a small lake
        + IFD0:ImageDescription  A meadow in flower

        """))
    #expect(!result.output.contains("IFD0:Make"))
    #expect(try Program.boxwalk("inspect", "--metadata", "--compare", photo, photo).code == 0)
    let json = try Program.boxwalk("inspect", "--metadata", "--compare", "--json", photo, movie)
    let object = try #require(
      JSONSerialization.jsonObject(with: json.data) as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.metadata-comparison/1")
    let differences = try #require(object["differences"] as? [[String: Any]])
    #expect(Set(differences.compactMap { $0["difference"] as? String }) == ["missing", "new"])
    let csv = try Program.boxwalk("inspect", "--metadata", "--compare", "--csv", photo, movie)
    #expect(csv.output.hasPrefix("difference,group,name,old,new\nmissing,IFD0,ImageDescription,"))
  }

  @Test func whatIsNoPhotoIsRefused() throws {
    let folder = try Folder()
    let text = try folder.write(Data("%PDF-1.4".utf8), to: "a.pdf")
    let result = try Program.boxwalk("inspect", "--metadata", text)
    #expect(result.code == 2)
    #expect(result.errors.contains("is a PDF document"))
    #expect(try Program.boxwalk("inspect", "--compare", photo, photo).code == 64)
    #expect(try Program.boxwalk("inspect", "--metadata", "--compare", photo).code == 64)
    #expect(try Program.boxwalk("inspect", "--metadata", "--tree", photo).code == 64)
  }
}
