import Foundation
import Inspection
import TestSupport
import Testing
import Verification

/// Compares our descriptions of the sample files with those of other programs.
@Suite struct SampleSummaryTests {
  @Test(arguments: Sample.names)
  func samplesAreSound(name: String) throws {
    let inspection = try Sample.inspection(name)
    #expect(inspection.report.worst == nil)
    #expect(inspection.findings.isEmpty)
    #expect(inspection.refusal == nil)
  }

  @Test(
    .needs("exiftool"),
    arguments: Sample.photos)
  func photosAsExiftoolReadsThem(name: String) throws {
    let summary = try Sample.inspection(name).json()["summary"]
    let tags = try OtherProgram.json("exiftool", "-j", "-n", "-a", Sample.path(name))[0]
    let (width, height) = (tags["ImageWidth"].int, tags["ImageHeight"].int)
    let isRotated = tags["Rotation"].int.map { $0 % 180 != 0 } ?? false
    #expect(summary["size"]["width"].int == (isRotated ? height : width))
    #expect(summary["size"]["height"].int == (isRotated ? width : height))
    #expect(summary["lens"].string == tags["LensModel"].string)
    #expect(summary["exposure"]["iso"].int == tags["ISO"].int)
    #expect(summary["exposure"]["fNumber"].number == tags["FNumber"].number)
    #expect(summary["exposure"]["focalLength"].number == tags["FocalLength"].number)
    #expect(summary["exifOrientation"].int == tags["Orientation"].int)
    #expect(summary["colour"]["profile"].string == tags["ProfileDescription"].string)
    if let model = tags["Model"].string {
      #expect(summary["camera"].string == "\(tags["Make"].string ?? "") \(model)")
    }
    if let latitude = tags["GPSLatitude"].number {
      #expect(abs((summary["location"]["latitude"].number ?? 0) - latitude) < 1e-6)
    }
    if let longitude = tags["GPSLongitude"].number {
      #expect(abs((summary["location"]["longitude"].number ?? 0) - longitude) < 1e-6)
    }
    if let date = tags["DateTimeOriginal"].string {
      // With the separators of Exif.
      let ours = summary["date"].string.map { $0.prefix(19).replacing("-", with: ":") }
      #expect(ours.map(String.init) == String(date.prefix(19)))
    }
  }

  @Test(
    .needs("ffprobe"),
    arguments: Sample.movies)
  func moviesAsFfprobeReadsThem(name: String) throws {
    let summary = try Sample.inspection(name).json()["summary"]
    let report = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-show_format", "-show_streams", "-count_packets", "-of", "json",
      Sample.path(name))
    let duration = Double(report["format"]["duration"].string ?? "") ?? 0
    #expect(abs((summary["duration"].number ?? 0) - duration) < 0.06)
    let streams = report["streams"].array
    #expect(summary["tracks"].array.count == streams.count)
    for (track, stream) in zip(summary["tracks"].array, streams) {
      #expect(track["codec"]["type"].string == stream["codec_tag_string"].string)
      #expect(track["samples"].int == Int(stream["nb_read_packets"].string ?? ""))
      if stream["codec_type"].string == "video" {
        #expect(track["width"].int == stream["width"].int)
        #expect(track["height"].int == stream["height"].int)
        #expect(track["codec"]["profile"].string == stream["profile"].string)
        #expect(track["frameRate"].number == 30)
        let rotation = stream["side_data_list"][0]["rotation"].int ?? 0
        #expect(track["rotation"].int == (360 - rotation) % 360)
      } else {
        #expect(track["channels"].int == stream["channels"].int)
        #expect(track["sampleRate"].number == Double(stream["sample_rate"].string ?? ""))
      }
    }
    for key in ["make", "model", "content.identifier", "creationdate"] {
      let name = "com.apple.quicktime.\(key)"
      #expect(summary["keys"][name].string == report["format"]["tags"][name].string)
    }
  }

  @Test func aSummaryReadsWell() throws {
    let text = try Sample.inspection("clip-hevc.mov").summaryText
    for line in [
      "clip-hevc.mov: QuickTime movie", "  Duration  0:02.50",
      "  Tracks    1 video: HEVC hvc1.1.6.L90.90, Main profile, level 3, 8 bit, 4:2:0",
      "                640 × 480, shown as 480 × 640, rotated 90° clockwise, 30 frames/s",
      "                48000 Hz, 2 channels", "  Camera    Boxwalk Sample", "  Brands    qt (qt)",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
  }

  @Test func picturesThatBelongToAPhotoAreListed() throws {
    let summary = try Sample.inspection("landscape-tiled.heic").json()["summary"]
    #expect(summary["tiles"]["columns"].int == 8)
    #expect(summary["tiles"]["rows"].int == 6)
    #expect(summary["thumbnails"][0]["width"].int == 240)
    #expect(summary["auxiliary"].array.map { $0["kind"].string } == ["HDR gain map", "depth map"])
    #expect(summary["transforms"][0].string == "rotated 90° clockwise")
  }
}
