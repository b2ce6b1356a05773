import Foundation
import TestSupport
import Testing

/// Faces in metadata match the faces of the picture in every orientation, by ExifTool and FFmpeg.
@Suite(.needs("exiftool", "ffmpeg"))
struct ConvertRegionsTests {
  /// A red face of 80 × 60 in a blue picture of 320 × 200, with its top left corner at 40, 20 of the stored picture.
  private func photo(_ orientation: Int, _ folder: Folder) throws -> String {
    let path = folder.path("face\(orientation).jpg")
    let drawing =
      "color=c=0x2040C0:s=320x200,drawbox=x=40:y=20:w=80:h=60:color=0xE02020:t=fill"
    #expect(
      try Program.other(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", drawing, "-frames:v", "1", "-q:v", "2", path
      ).code == 0)
    let region =
      "{AppliedToDimensions={W=320,H=200,Unit=pixel},RegionList=[{Area={X=0.25,Y=0.25,W=0.25,H=0.3,"
      + "Unit=normalized},Type=Face,Name=Ada,Extensions={AngleInfoRoll=280,AngleInfoYaw=36}}]}"
    let result = try Program.other(
      "exiftool", "-q", "-overwrite_original", "-n", "-Comment=", "-Orientation=\(orientation)",
      "-ExifImageWidth=320", "-ExifImageHeight=200", "-SubjectArea=80 50 80 60",
      "-SubjectLocation=80 50", "-XMP-mwg-rs:RegionInfo=\(region)",
      "-XMP-MP:RegionInfoMP={Regions=[{Rectangle=0.125|, 0.1|, 0.25|, 0.3,PersonDisplayName=Ada}]}",
      path)
    #expect(result.code == 0, "\(result.errors)")
    return path
  }

  /// The fields of a file, as ExifTool reads them.
  private struct Fields {
    private var texts: [String: String] = [:]

    init(_ path: String) throws {
      let lines = try Program.other("exiftool", "-s", "-n", path).output.split(separator: "\n")
      for line in lines {
        // `RegionAreaX                     : 0.25`
        guard let (_, name, text) = line.firstMatch(of: /^(\w+) *: (.*)$/)?.output else { continue }
        texts[String(name)] = String(text)
      }
    }

    subscript(field: String) -> String? { texts[field] }

    func numbers(_ field: String) -> [Double] {
      texts[field, default: ""].split { " ,".contains($0) }.compactMap { Double($0) }
    }
  }

  /// Whether the picture is red at a point.
  private struct Picture {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    init(_ path: String, _ fields: Fields, _ folder: Folder) throws {
      var source = path
      if path.hasSuffix(".heic") || path.hasSuffix(".avif") {
        source = folder.path("shown.png")
        #expect(try Program.other("heif-convert", path, source).code == 0)
      }
      let raw = folder.path("raw")
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", source, "-f", "rawvideo", "-pix_fmt", "rgb24", raw)
      #expect(result.code == 0, "\(result.errors)")
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
      let size = fields.numbers("ImageSize").map { Int($0) }
      try #require(size.count == 2)
      (width, height) = (size[0], size[1])
      try #require(bytes.count == width * height * 3)
    }

    func isFace(_ x: Double, _ y: Double) -> Bool {
      let offset = (Int(y) * width + Int(x)) * 3
      return bytes.indices.contains(offset) && bytes[offset] > 160 && bytes[offset + 2] < 90
    }

    /// Whether a rectangle in samples has the face in it, and nothing else of the picture.
    func expectFace(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ name: String) {
      for (dx, dy) in [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1), (0, 0)] {
        let corner = (x + dx * (width / 2 - 3), y + dy * (height / 2 - 3))
        #expect(isFace(corner.0, corner.1), "\(name): \(corner)")
        if dx == 0 { continue }
        let outside = (x + dx * (width / 2 + 3), y + dy * (height / 2 + 3))
        #expect(!isFace(outside.0, outside.1), "\(name): \(outside)")
      }
    }
  }

  private func expectFaces(_ path: String, _ folder: Folder) throws {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let fields = try Fields(path)
    let picture = try Picture(path, fields, folder)
    let (width, height) = (Double(picture.width), Double(picture.height))
    let area = ["X", "Y", "W", "H"].flatMap { fields.numbers("RegionArea\($0)") }
    try #require(area.count == 4)
    picture.expectFace(
      area[0] * width, area[1] * height, area[2] * width, area[3] * height, "\(name) mwg-rs")
    #expect(fields.numbers("RegionAppliedToDimensionsW") == [width])
    #expect(fields.numbers("RegionAppliedToDimensionsH") == [height])
    let box = fields.numbers("RegionRectangle")
    try #require(box.count == 4)
    picture.expectFace(
      (box[0] + box[2] / 2) * width, (box[1] + box[3] / 2) * height, box[2] * width,
      box[3] * height, "\(name) MP")
    let subject = fields.numbers("SubjectArea")
    try #require(subject.count == 4)
    picture.expectFace(subject[0], subject[1], subject[2], subject[3], "\(name) Exif")
    #expect(fields.numbers("SubjectLocation") == Array(subject[..<2]))
    #expect(fields["RegionName"] == "Ada")
  }

  @Test(arguments: 1...8) func facesOfTurnedPictures(orientation: Int) throws {
    let folder = try Folder()
    let photo = try photo(orientation, folder)
    for (name, options) in [("face.png", []), ("small.png", ["--max-size", "160"])] {
      let output = folder.path(name)
      let result = try Program.boxwalk(["convert", photo, "-o", output] + options)
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      try expectFaces(output, folder)
    }
    // If the picture is upside down, so is the face (Apple's angles, clockwise).
    let fields = try Fields(folder.path("face.png"))
    let rolls = [280.0, 80, 100, 260, 350, 10, 170, 190]
    #expect(
      fields.numbers("RegionExtensionsAngleInfoRoll") == [rolls[orientation - 1]])
    #expect(
      fields.numbers("RegionExtensionsAngleInfoYaw")
        == [[2, 4, 5, 7].contains(orientation) ? 324 : 36])
  }

  @Test(
    .needs("libheif with encoders of HEVC and AV1") { Doctor.writesHEIF }, .needs("heif-convert"))
  func everyOutput() throws {
    let folder = try Folder()
    let photo = try photo(6, folder)
    for format in ["heic", "avif"] {
      let output = folder.path("face.\(format)")
      let result = try Program.boxwalk("convert", photo, "-o", output)
      #expect(result.code == 0, "\(result.errors)")
      try expectFaces(output, folder)
    }
    // The photo is turned by its properties now, and its metadata refers to the stored picture.
    let turned = folder.path("turned.heic")
    #expect(
      try Program.boxwalk("rotate", "90", folder.path("face.heic"), "-o", turned).code == 0)
    let output = folder.path("again.jpg")
    #expect(try Program.boxwalk("convert", turned, "-o", output).code == 0)
    try expectFaces(output, folder)
  }
}
