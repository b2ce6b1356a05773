import Foundation
import TestSupport
import Testing

/// Names of outputs that mean something else than what would be written.
@Suite struct OutputNamesTests {
  private let folder: Folder
  private let photo: String
  private let movie: String

  init() throws {
    folder = try Folder()
    try folder.add("portrait-single.heic", as: "photo.heic")
    try folder.add("clip-hevc.mov", as: "movie.mov")
    (photo, movie) = (folder.path("photo.heic"), folder.path("movie.mov"))
  }

  private func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  /// An edit keeps the format, so that its output cannot have the name of another one.
  @Test(arguments: [
    ["rotate", "90", "photo.heic", "-o", "a.jpg"],
    ["strip", "location", "photo.heic", "-o", "a.png"],
    ["flip", "horizontal", "photo.heic", "-o", "a.avif"], ["mute", "movie.mov", "-o", "a.jpg"],
    ["faststart", "movie.mov", "-o", "a.txt"],
    ["track", "movie.mov", "--drop", "2", "-o", "a.mkv"],
    ["chapters", "movie.mov", "--set", "0=A", "-o", "a.webm"],
    ["join", "movie.mov", "movie.mov", "-o", "a.heic"], ["repair", "movie.mov", "-o", "a.jpg"],
    ["repair", "movie.mov", "-o", "a.mkv"], ["repair", "movie.mov", "-o", "a.mp4"],
    ["repair", "movie.mov", "-o", "a.m4a"], ["repair", "photo.heic", "-o", "a.webp"],
  ])
  func `An edit refuses the name of another format`(arguments: [String]) throws {
    let paths = arguments.map { $0.contains(".") ? folder.path($0) : $0 }
    let result = try Program.boxwalk(paths)
    #expect(result.code == 2 && result.errors.contains("keeps its format"), "\(result)")
    #expect(!isThere(String(arguments.last ?? "")))
  }

  @Test func `An edit allows other names`() throws {
    for name in ["a.heif", "a.HEIC", "a.backup"] {
      let result = try Program.boxwalk("rotate", "90", photo, "-o", folder.path(name))
      #expect(result.code == 0 && isThere(name), "\(result)")
    }
    let vague = try Program.boxwalk("rotate", "90", photo, "-o", folder.path("a"))
    #expect(vague.code == 2 && vague.errors.contains("can be a folder or a file"), "\(vague)")
    let named = try Program.boxwalk("trim", movie, "--to", "1", "-o", folder.path("a.mp4"))
    #expect(named.code == 0 && named.output.contains("is an MP4 file now"), "\(named)")
    let other = try Program.boxwalk("trim", movie, "--to", "1", "-o", folder.path("a.3gp"))
    #expect(other.code == 2 && !isThere("a.3gp"), "\(other)")
    let refused = try Program.boxwalk(
      "remux", movie, "--format", "mp4", "-o", folder.path("b.mov"))
    #expect(refused.code == 64 && !isThere("b.mov"), "\(refused)")
  }

  @Test(arguments: ["x.txt", "x.jpg.bak", "x.avci", "jpegs"])
  func `A picture gets a name of pictures`(name: String) throws {
    let photos = try Program.boxwalk("convert", photo, "-o", folder.path(name))
    #expect(photos.code == 64 && !isThere(name), "\(photos)")
    let frames = try Program.boxwalk("frames", movie, "--at", "0", "-o", folder.path(name))
    #expect(frames.code == 64 && !isThere(name), "\(frames)")
  }

  /// Only some commands write to standard output.
  @Test(arguments: [
    ["rotate", "90", "photo.heic"], ["trim", "movie.mov", "--to", "1"],
    ["join", "movie.mov", "movie.mov"], ["gallery", "photo.heic"], ["rescue", "movie.mov"],
    ["live", "make", "photo.heic", "movie.mov"],
  ])
  func `A minus sign is not the name of a file`(arguments: [String]) throws {
    let program = Program.products.appendingPathComponent("boxwalk").path
    let line = ([program] + arguments + ["-o", "-"]).map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.other("bash", "-c", "cd '\(folder.path(""))' && \(line)")
    #expect(result.code == 2 && result.errors.contains("standard output"), "\(result)")
    #expect(!isThere("-"))
  }

  /// Segments are one movie, so that their output is a file.
  @Test(.needs(encoders: "libx264")) func `Segments are transcoded to a file`() throws {
    let stream = folder.path("stream")
    #expect(try Program.boxwalk("hls", Program.sample("clip-h264.mp4"), "-o", stream).code == 0)
    let segments = folder.path("segments")
    try FileManager.default.createDirectory(atPath: segments, withIntermediateDirectories: true)
    for name in Folder.names(stream) where name.hasPrefix("video-1-0") {
      try FileManager.default.copyItem(atPath: "\(stream)/\(name)", toPath: "\(segments)/\(name)")
    }
    let result = try Program.boxwalk(
      "transcode", "--init", stream + "/video-1-init.mp4", segments, "-o", folder.path("new.mp4"),
      "--speed", "fast")
    #expect(result.code == 0 && isThere("new.mp4"), "\(result)")
  }

  @Test(.needs("bash")) func `Text that cannot be written is an error`() throws {
    let program = Program.products.appendingPathComponent("boxwalk").path
    for (command, streams) in [
      ("inspect '\(photo)'", ">/dev/full"), ("inspect --json '\(photo)'", ">/dev/full"),
      ("verify '\(photo)'", ">/dev/full"), ("catalogue", ">/dev/full"), ("--version", ">/dev/full"),
      ("--help", ">/dev/full"), ("inspect '\(photo)'", ">&-"), ("serve", "<&-"),
      ("inspect -", "<&-"),
    ] {
      let result = try Program.other("bash", "-c", "timeout 20 '\(program)' \(command) \(streams)")
      #expect(result.code == 2, "\(command) \(streams): \(result)")
      #expect(result.errors.contains("boxwalk: standard "), "\(command) \(streams): \(result)")
    }
  }

  /// The output of several files says which part belongs to which.
  @Test func `Files of a folder are named`() throws {
    let pages = try Program.boxwalk("inspect", folder.path(""), "--html", folder.path("page.html"))
    #expect(pages.code == 64 && !isThere("page.html"), "\(pages)")
    for options in [["--path", "ftyp"], ["--nal"], ["--samples"]] {
      let result = try Program.boxwalk(["inspect", folder.path("")] + options)
      #expect(result.output.contains("movie.mov:\n"), "\(options): \(result.output.prefix(200))")
    }
  }
}
