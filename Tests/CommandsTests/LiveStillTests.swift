import Foundation
import TestSupport
import Testing

/// `boxwalk live still`: another frame becomes the still.
@Suite struct LiveStillTests {
  private struct Made: Decodable {
    var still: String
    var movie: String
    var identifier: String
    var notes: [String]
    var warnings: [String]
  }

  private func findings(_ still: String, _ movie: String) throws -> (code: Int32, text: String) {
    let check = try Program.boxwalk("live", "check", still, movie)
    return (check.code, check.output + check.errors)
  }

  @Test(.needs("exiftool", "ffmpeg"), arguments: ["jpg", "heic"])
  func theStillIsAnotherFrame(_ ending: String) throws {
    let folder = try Folder()
    let photo = folder.path("a.\(ending)")
    let sample = ending == "jpg" ? "meadow.jpg" : "portrait-single.heic"
    try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: photo)
    let live = try Program.boxwalk(
      "live", "make", photo, Program.sample("clip-hevc.mov"), "-o", folder.path("old"), "--time",
      "0.5")
    #expect(live.code == 0, "\(live.errors)")
    let (still, movie) = (folder.path("old/a.\(ending)"), folder.path("old/a.mov"))
    let before = try findings(still, movie)

    let result = try Program.boxwalk(
      "live", "still", still, movie, "--at", "1.5", "-o", folder.path("new"), "--json")
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let made = try JSONDecoder().decode(Made.self, from: result.data)
    #expect(made.still == folder.path("new/a.\(ending)") && made.movie == folder.path("new/a.mov"))
    let after = try findings(made.still, made.movie)
    #expect(after.code == before.code, "\(after.text)")

    // Both have the identifiers that they had.
    let identifiers = try [still, movie, made.still, made.movie].map {
      try Program.other("exiftool", "-s3", "-ContentIdentifier", "-MediaGroupUUID", $0).output
    }
    #expect(Set(identifiers).count == 1 && identifiers[0].count > 30, "\(identifiers)")
    // The movie says the new time, and nothing else of it changes.
    func time(_ path: String) throws -> String {
      try Program.boxwalk("live", "check", made.still, path, "--json").output
    }
    let stated = try time(made.movie)
    #expect(stated.contains("1.5"), "\(stated)")
    let streams = try [movie, made.movie].map {
      try Program.other(
        "ffmpeg", "-v", "error", "-i", $0, "-map", "0:v", "-c", "copy", "-f", "md5", "-"
      )
      .output
    }
    #expect(streams[0] == streams[1])
    // The still is the frame.
    let frame = folder.path("frame.\(ending)")
    let frames = try Program.boxwalk("frames", movie, "-o", frame, "--at", "1.5")
    #expect(frames.code == 0, "\(frames.errors)")
    let dates = try [frame, made.still].map {
      try Program.other("exiftool", "-s3", "-SubSecDateTimeOriginal", "-ImageSize", $0).output
    }
    #expect(dates[0] == dates[1] && dates[0].contains("18:42:08.500"), "\(dates)")
    let found = try Program.boxwalk("frames", made.movie, "-o", folder.path("found.jpg"), "--still")
    #expect(found.code == 0 && found.output.contains("1.500 s"), "\(found.output)\(found.errors)")
  }

  @Test func aMovieAloneGetsAStill() throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "live", "still", Program.sample("clip-hevc.mov"), "--at", "0.5", "-o", folder.path("new"),
      "--format", "jpeg")
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let check = try findings(folder.path("new/clip-hevc.jpg"), folder.path("new/clip-hevc.mov"))
    #expect(check.code == 0, "\(check.text)")
    // No file is replaced.
    let again = try Program.boxwalk(
      "live", "still", Program.sample("clip-hevc.mov"), "--at", "1", "-o", folder.path("new"),
      "--format", "jpeg")
    #expect(again.code == 2 && again.errors.contains("exists"), "\(again.errors)")
  }

  /// Phones state the lens in the track of pictures.
  @Test(.needsMedia, .needs("exiftool")) func theLensIsKeptAndFilesAreReplacedIfAskedFor() throws {
    let folder = try Folder()
    let stem = try #require(MediaFolder.path) + "/livephoto-pairs/iPhone15Plus_71DCA213/IMG_3853"
    let (photo, movie) = (stem + ".HEIC", stem + ".MOV")
    func make(_ time: String, _ options: String...) throws -> Program.Result {
      try Program.boxwalk(
        ["live", "still", photo, movie, "--at", time, "-o", folder.path("new")] + options)
    }
    #expect(try make("1.2").code == 0)
    let still = folder.path("new/IMG_3853.HEIC")
    let tags = try Program.other(
      "exiftool", "-s3", "-LensModel", "-FocalLengthIn35mmFormat", still
    ).output
    #expect(tags == "iPhone 15 Plus back camera 5.96mm f/1.6\n25 mm\n", "\(tags)")
    let first = try Data(contentsOf: URL(fileURLWithPath: still))
    #expect(try make("0.3").code == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: still)) == first)
    let replaced = try make("0.3", "--force")
    #expect(replaced.code == 0, "\(replaced.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: still)) != first)
    let check = try findings(still, folder.path("new/IMG_3853.MOV"))
    #expect(check.code == 0, "\(check.text)")
    // The inputs themselves stay.
    let same = try Program.boxwalk(
      "live", "still", still, folder.path("new/IMG_3853.MOV"), "--at", "1", "-o",
      folder.path("new"), "--force")
    #expect(same.code == 2 && same.errors.contains("is an input"), "\(same.errors)")
  }
}
