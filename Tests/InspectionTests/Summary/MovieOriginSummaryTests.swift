import Foundation
import ISOBMFF
import Metadata
import TestSupport
import Testing

@testable import Inspection

/// The camera, the time and the location of movies.
@Suite struct MovieOriginSummaryTests {
  @Test(arguments: [
    ("+46.3636+014.0939+475.000/", 46.3636, 14.0939, 475),
    ("-33.8568-151.2153/", -33.8568, -151.2153, nil),
    ("+40.75-074.00CRSWGS_84/", 40.75, -74, nil),
    // Degrees and minutes, and seconds.
    ("+4012.22-07500.25-21.0/", 40.20366667, -75.00416667, -21),
    ("+401213.1-0750015.1+2.79CRSWGS_84/", 40.20363889, -75.00419444, 2.79),
    ("+0000+00000/", 0, 0, nil),
  ])
  func positions(_ text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let position = try #require(ISO6709Position(text))
    #expect(abs(position.latitude - latitude) < 1e-8)
    #expect(abs(position.longitude - longitude) < 1e-8)
    #expect(position.altitude == altitude)
  }

  @Test(arguments: [
    "", "/", "+", "+46", "+91+000/", "+00+181/", "46.3,14.0", "+a+b/", "+1.2.3+4/",
    "+46+14+475+3/",
  ])
  func whatIsNoPosition(_ text: String) {
    #expect(ISO6709Position(text) == nil)
  }

  @Test func datesHaveTheFormOfPhotos() {
    #expect(MovieOriginSummary.date("2024-07-12T13:25:29+0200") == "2024-07-12 13:25:29+02:00")
    #expect(MovieOriginSummary.date("2024-07-12T13:25:29-08:00") == "2024-07-12 13:25:29-08:00")
    #expect(MovieOriginSummary.date("2024-07-12T13:25:29Z") == "2024-07-12 13:25:29Z")
    #expect(MovieOriginSummary.date("Tuesday") == "Tuesday")
    #expect(MovieOriginSummary.date("2024") == "2024")
  }

  /// The halves of Live Photos of real iPhones say the same of the camera.
  @Test(.needsMedia, .needs("exiftool"), arguments: ["mov", "livephoto-pairs", "mp4"])
  func asExiftoolReadsThem(folder: String) throws {
    let path = try #require(MediaFolder.path)
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(path)/\(folder)").filter {
      ["mov", "mp4"].contains($0.split(separator: ".").last?.lowercased() ?? "")
    }
    var compared = 0
    for file in files {
      let name = "\(path)/\(folder)/\(file)"
      let data = try Data(contentsOf: URL(fileURLWithPath: name), options: .alwaysMapped)
      let summary = try FileInspection([UInt8](data)).json()["summary"]
      let tags = try OtherProgram.json(
        "exiftool", "-j", "-n", "-G1", "-Keys:all", "-ItemList:all", "-UserData:all", name)[0]
      func tag(_ tag: String) -> String? {
        ["Keys", "ItemList", "UserData"].lazy.compactMap { tags["\($0):\(tag)"].string }.first
      }
      if let model = tag("Model"), let make = tag("Make"), !model.isEmpty {
        #expect(summary["camera"].string == "\(make) \(model)", "\(file)")
        compared += 1
      }
      let location = tag("GPSCoordinates")?.split(separator: " ").compactMap { Double($0) } ?? []
      guard location.count >= 2 else { continue }
      #expect(abs((summary["location"]["latitude"].number ?? 99) - location[0]) < 1e-6, "\(file)")
      #expect(abs((summary["location"]["longitude"].number ?? 999) - location[1]) < 1e-6, "\(file)")
      compared += 1
    }
    #expect(compared > 0)
  }

  /// Cameras of GoPro state their model in metadata of their own.
  @Test func cameraOfGoPro() throws {
    func entry(_ key: String, _ type: UInt8, _ data: [UInt8]) -> [UInt8] {
      Array(key.utf8) + [type, 1] + be16(data.count) + data
    }
    let device =
      entry("DVNM", 0x63, Array("Settings".utf8))
      + entry("MINF", 0x63, Array("HERO11 Black".utf8))
    let metadata = box("GPMF", entry("DEVC", 0, device))
    let type = box("ftyp", Array("mp41".utf8), be32(0))
    func camera(_ userData: [UInt8]...) throws -> String? {
      let movie = box("moov", box("udta", userData.flatMap { $0 }))
      return try FileInspection(type + movie).json()["summary"]["camera"].string
    }
    #expect(try camera(metadata) == "GoPro HERO11 Black")
    #expect(try camera() == nil)
    // What players read comes first.
    let model = box("\u{A9}mod", be16(4), be16(0x15C7), Array("HERO".utf8))
    #expect(try camera(model, metadata) == "HERO")
  }

  /// The location of 3GPP (`loci`) is shown if no text states one.
  @Test func placeOfUserData() {
    var box = LocationInformationBox()
    (box.latitude, box.longitude) = (Int32(40.625 * 65536), Int32(-74.5 * 65536))
    box.altitude = 12 << 16
    let entry = MovieOriginSummary([], box).entries.first { $0.key == "location" }
    #expect(
      entry?.text.first?.hasPrefix("40.625° N, 74.5° W") == true, "\(String(describing: entry))")
    box.latitude = 91 << 16
    #expect(MovieOriginSummary([], box).entries.isEmpty)
    #expect(MovieOriginSummary([], nil).entries.isEmpty)
  }
}
