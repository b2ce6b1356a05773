import Foundation
import TestSupport
import Testing

/// An edit that would leave a file unplayable or without its picture is refused without `--force`.
@Suite struct HarmfulEditsTests {
  @Test(arguments: [
    ("clip-h264.mp4", ["remove", "moov"], "the movie would be gone, with 2 tracks"),
    ("clip-h264.mp4", ["remove", "moov/trak"], "track 1 (vide) would be gone"),
    ("clip-h264.mp4", ["remove", "ftyp"], "the kind of the file would be unknown"),
    (
      "clip-h264.mp4", ["insert", "/", "--hex", "0000000866726565", "--at", "0"],
      "ftyp would not be first"
    ),
    (
      "clip-h264.mp4", ["set", "moov/trak/mdia/hdlr.handler_type=meta"],
      "track 1 (vide) would no longer be of that kind"
    ),
    ("clip-h264.mp4", ["set", "moov/trak/mdia/mdhd.timescale=0"], "[timescale-zero]"),
    ("clip-h264.mp4", ["set", "moov/mvhd.timescale=0"], "[timescale-zero]"),
    ("clip-hevc.mov", ["remove", "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC"], "'hvcC'"),
    (
      "landscape-tiled.heic", ["remove", "meta/pitm"], "the primary item would be unknown"
    ),
    ("landscape-tiled.heic", ["remove", "meta/iprp"], "could no longer be shown"),
    ("landscape-tiled.heic", ["remove", "meta/iref"], "could no longer be shown"),
    ("landscape-tiled.heic", ["remove", "meta/iprp/ipco/hvcC"], "could no longer be shown"),
    ("coast.avif", ["remove", "meta/iprp/ipco/ispe"], "could no longer be shown"),
  ])
  func harmIsRefused(sample: String, command: [String], reason: String) throws {
    let folder = try Folder()
    let output = folder.path(sample)
    let arguments = command + [Program.sample(sample), "-o", output]
    for options in [[], ["--dry-run"]] {
      let result = try Program.boxwalk(arguments + options)
      #expect(result.code == 2)
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.errors.contains("; nothing was written; --force writes it nevertheless"))
      #expect(folder.names.isEmpty)
    }
    let forced = try Program.boxwalk(arguments + ["--force"])
    #expect(forced.code == 1 && forced.output.contains(reason), "\(forced.output)")
    #expect(folder.names == [sample])
  }

  /// The paths of all boxes.
  private func boxes(of sample: String) throws -> Set<String> {
    struct Node: Decodable {
      var box: String?
      var content: [Node]?
    }
    struct Document: Decodable { var boxes: [Node] }
    let json = try Program.boxwalk("inspect", "--json", "--tree", sample).data
    var paths: Set<String> = []
    func add(_ nodes: [Node], below path: String) {
      var counts: [String: Int] = [:]
      for node in nodes {
        guard let type = node.box else { continue }
        let number = counts[type, default: 0]
        counts[type] = number + 1
        let name = path + type + (number > 0 ? "[\(number)]" : "")
        paths.insert(name)
        add(node.content ?? [], below: name + "/")
      }
    }
    add(try JSONDecoder().decode(Document.self, from: json).boxes, below: "")
    return paths
  }

  /// Any box is removed: if that is not refused, FFmpeg still decodes all frames.
  @Test(
    .needs("ffmpeg"), arguments: ["clip-h264.mp4", "clip-hevc.mov", "clip-hevc-fragmented.mp4"])
  func noBoxOfAMovieGoesWithItsFrames(name: String) throws {
    let sample = Program.sample(name)
    func frames(_ path: String) throws -> Set<Substring> {
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v", "-map", "0:a", "-f",
        "framehash", "-hash", "md5", "-")
      // Only the hashes of frames are compared: times may differ.
      return Set(
        result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
          .compactMap { $0.split(separator: " ").last })
    }
    let before = try frames(sample)
    #expect(before.count > 50)
    var kept = 0
    for path in try boxes(of: sample) {
      let folder = try Folder()
      let output = folder.path(name)
      let result = try Program.boxwalk("remove", path, sample, "-o", output)
      if result.code == 2 {
        #expect(folder.names.isEmpty && !result.errors.isEmpty)
        continue
      }
      kept += 1
      // Without an edit list, what leads up to the audio is heard, too.
      #expect(try frames(output).isSuperset(of: before), "\(path)")
    }
    #expect(kept > 0)
  }

  /// The same for photos: converted photos can still be converted.
  @Test(arguments: ["portrait-single.heic", "landscape-tiled.heic"])
  func noBoxOfAPhotoGoesWithItsPicture(name: String) throws {
    let sample = Program.sample(name)
    var kept = 0
    // The media of tiles is that of one picture.
    for path in try boxes(of: sample) where !path.hasPrefix("meta/iinf/infe[") {
      let folder = try Folder()
      let output = folder.path(name)
      let result = try Program.boxwalk("remove", path, sample, "-o", output)
      guard result.code != 2 else { continue }
      kept += 1
      let picture = try Program.boxwalk(
        "convert", output, "-o", folder.path("new.png"), "--max-size", "64")
      #expect([0, 1].contains(picture.code), "\(path): \(picture.errors)")
    }
    #expect(kept > 0)
  }
}
