import Foundation
import TestSupport
import Testing

/// Movies whose pictures consist of two fields are deinterlaced when they are re-encoded.
@Suite(.needs("ffprobe", "ffmpeg"), .needs(encoders: "libx264", "libx265"))
struct InterlacedMovieTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Pictures of 50 moments in a second, two of them in each interlaced picture.
  private func make(_ name: String, _ size: String, _ coding: [String]) throws -> String {
    let path = folder.path(name)
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=size=\(size):rate=50:duration=0.6,gblur=1.5", "-vf",
        "interlace=scan=tff:lowpass=0",
      ] + coding + [path])
    try #require(made.code == 0, "\(made.errors)")
    return path
  }

  private func entries(_ path: String, _ what: String) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", what, "-of", "csv=p=0",
      path
    ).output.split(separator: "\n").map { String($0.prefix { $0 != "," }) }
  }

  /// How alike the pictures of two movies are, in dB; the second one is filtered first.
  private func likeness(_ path: String, _ other: String, filter: String) throws -> Double {
    let graph =
      "[0:v]settb=1/100,setpts=N[a];[1:v]\(filter),settb=1/100,setpts=N,scale=iw:ih[b];[a][b]psnr"
    let result = try Program.other(
      "ffmpeg", "-nostdin", "-i", path, "-i", other, "-lavfi", graph, "-f", "null", "-")
    let average = result.errors.firstRange(of: "average:").map {
      result.errors[$0.upperBound...].prefix { $0 != " " }
    }
    return try #require(average.flatMap { Double($0) }, "\(result.errors.suffix(300))")
  }

  @Test(arguments: [
    ("mpeg2.mov", "720x576", ["-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-q:v", "2"]),
    (
      "avc.mov", "320x240", ["-c:v", "libx264", "-flags", "+ilme+ildct", "-top", "1", "-crf", "10"]
    ),
    ("prores.mov", "320x240", ["-c:v", "prores_ks", "-flags", "+ilme+ildct", "-top", "1"]),
    ("2vuy.mov", "320x240", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422", "-field_order", "tt"]),
    ("v210.mov", "320x240", ["-c:v", "v210", "-field_order", "tt"]),
    (
      "dv.mov", "720x576",
      ["-c:v", "dvvideo", "-pix_fmt", "yuv420p", "-flags", "+ilme+ildct", "-top", "1"]
    ),
  ])
  func likeTheFilterOfFFmpeg(_ name: String, _ size: String, _ coding: [String]) throws {
    let source = try make(name, size, coding)
    let output = folder.path("output.mov")
    let result = try Program.boxwalk(
      "transcode", source, "-o", output, "-p", "hevc", "-q", "95", "--speed", "fast")
    #expect(result.code == 0 && result.errors.contains("were deinterlaced"), "\(result.errors)")
    #expect(
      try entries(output, "packet=pts_time").sorted() == entries(source, "packet=pts_time").sorted()
    )
    #expect(
      try entries(output, "stream=field_order").allSatisfy {
        ["progressive", "unknown"].contains($0)
      })
    let fields = try Program.boxwalk("inspect", "--path", "//fiel", output).output
    #expect(!fields.contains("fiel"))
    let filter = "format=yuv420p,\(name == "dv.mov" ? "" : "setfield=tff,")bwdif=mode=send_frame"
    let asFiltered = try likeness(output, source, filter: filter)
    let asTheyWere = try likeness(output, source, filter: "format=yuv420p")
    #expect(asFiltered > 36 && asFiltered > asTheyWere + 3, "\(asFiltered) \(asTheyWere)")
    let forecast = try Program.boxwalk("transcode", source, "--presets").output
    #expect(forecast.contains("deinterlaced") || name == "prores.mov", "\(forecast)")
  }

  /// The middle frame, the first two and the last one of a movie, and all of an animation.
  @Test func framesLikeTheFilterOfFFmpeg() throws {
    let source = try make(
      "mpeg2.mov", "720x576", ["-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-q:v", "2"])
    let (frames, all) = (folder.path("frames"), folder.path("all"))
    for (path, filter) in [(frames, "bwdif=mode=send_frame"), (all, "null")] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let made = try Program.other(
        "ffmpeg", "-v", "error", "-i", source, "-vf", filter, path + "/%d.png")
      try #require(made.code == 0, "\(made.errors)")
    }
    let output = folder.path("output")
    let result = try Program.boxwalk(
      "frames", source, "-o", output, "--format", "png", "--at", "0,0.04,0.28,0.56")
    #expect(result.code == 0 && !result.errors.contains("comb"), "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    try #require(names.count == 4)
    for (name, number) in zip(names, [1, 2, 8, 15]) {
      let asFiltered = try likeness(
        output + "/" + name, frames + "/\(number).png", filter: "null")
      let asItWas = try likeness(output + "/" + name, all + "/\(number).png", filter: "null")
      #expect(
        asFiltered > 33 && asFiltered > asItWas + 5, "\(number): \(asFiltered) \(asItWas)")
    }
    let loop = folder.path("loop.gif")
    let looped = try Program.boxwalk(
      "convert", source, "-o", loop, "--rate", "25", "--max-size", "720")
    #expect(looped.code == 0, "\(looped.errors)")
    let picture = folder.path("loop.png")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", loop, "-vf", "select=eq(n\\,7)", "-frames:v", "1", "-pix_fmt",
      "rgb24", picture)
    try #require(made.code == 0, "\(made.errors)")
    #expect(
      try likeness(picture, frames + "/8.png", filter: "null")
        > likeness(picture, all + "/8.png", filter: "null") + 3)
  }

  /// A browser would show both fields of a picture at once.
  @Test func picturesOfTheSameCodingDoNotStay() throws {
    let source = try make(
      "avc.mov", "320x240",
      ["-c:v", "libx264", "-flags", "+ilme+ildct", "-top", "1", "-pix_fmt", "yuv420p"])
    let output = folder.path("output.mov")
    let result = try Program.boxwalk("transcode", source, "-o", output)
    #expect(result.code == 0 && result.errors.contains("were deinterlaced"), "\(result.errors)")
    #expect(
      try entries(output, "packet=pts_time").sorted() == entries(source, "packet=pts_time").sorted()
    )
  }

  @Test func progressivePicturesStayAsTheyAre() throws {
    let path = folder.path("progressive.mov")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=0.4",
      "-c:v", "mpeg2video", "-q:v", "2", path)
    try #require(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk(
      "transcode", path, "-o", folder.path("output.mov"), "-p", "540p")
    #expect(result.code == 0 && !result.errors.contains("interlaced"), "\(result.errors)")
  }

  /// The lines of two fields would be mixed by scaling, if they were not deinterlaced before.
  @Test func scaledAndCut() throws {
    let source = try make(
      "scaled.mov", "720x576", ["-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-q:v", "2"])
    let output = folder.path("output.mov")
    let result = try Program.boxwalk(
      "transcode", source, "-o", output, "-p", "540p", "--from", ".08", "--to", ".4")
    #expect(result.code == 0 && result.errors.contains("were deinterlaced"), "\(result.errors)")
    #expect(try entries(output, "packet=pts_time").count == 8)
    #expect(!(try Program.boxwalk("inspect", "--path", "//fiel", output).output.contains("fiel")))
  }

  @Test(.needsMedia) func advancedProfileOfVC1() throws {
    let source = try #require(MediaFolder.path) + "/fmp4/fate/vc1-wmapro.mp4"
    let output = folder.path("vc1.mp4")
    let result = try Program.boxwalk("transcode", source, "-o", output, "--audio", "none")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try entries(output, "frame=pts_time") == entries(source, "frame=pts_time"))
    #expect(try likeness(output, source, filter: "format=yuv420p") > 30)
    // Its audio has no decoder, which only some presets need.
    let refused = try Program.boxwalk("transcode", source, "-o", folder.path("other.mp4"))
    #expect(refused.code == 2 && refused.errors.contains("--audio none"), "\(refused.errors)")
    let forecast = try Program.boxwalk("transcode", source, "--presets")
    let lines = forecast.output.split(separator: "\n").filter { $0.contains("cannot be made") }
    #expect(forecast.code == 0 && lines.contains { $0.hasPrefix("  compatible") }, "\(forecast)")
    #expect(!lines.contains { $0.hasPrefix("  hevc ") })
  }
}
