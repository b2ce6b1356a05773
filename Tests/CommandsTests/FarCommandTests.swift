import Foundation
import TestSupport
import Testing

/// Commands that write files from URLs: the output path, the JSON output, and the commands that accept no URLs.
@Suite(.needs("python3", "sh"), .needs("libcurl", if: { try FarLibrary.isThere() }))
struct FarCommandTests {
  private let folder: Folder
  private let server: FarServer
  private let samples = Program.package.appendingPathComponent("SampleMedia").path

  init() throws {
    folder = try Folder()
    server = try FarServer(samples)
  }

  /// Runs the command in the folder.
  private func run(_ arguments: [String]) throws -> Program.Result {
    let program = Program.products.appendingPathComponent("boxwalk").path
    return try Program.other(
      "sh", ["-c", #"cd "$0" && exec "$@""#, folder.url.path, program] + arguments)
  }

  private func far(_ arguments: String...) throws -> Program.Result {
    try run(arguments + ["--allow-private"])
  }

  private func address(_ name: String) -> String { server.address("plain", name) }

  private func documents(_ result: Program.Result) throws -> [[String: Any]] {
    try result.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  // MARK: JSON

  @Test(arguments: [
    ["convert", "portrait-single.heic", "-o", "a.jpg"],
    ["convert", "clip-hevc.mov", "-o", "a.gif", "--to", "0.2", "--max-size", "32"],
    ["frames", "clip-hevc.mov", "--at", "0,1", "-o", "frames/"],
    ["config", "clip-hevc.mov"], ["strip", "location", "clip-hevc.mov", "-o", "a.mov"],
    ["rotate", "90", "clip-hevc.mov", "--dry-run"], ["chapters", "clip-hevc.mov"],
    ["cover", "clip-hevc.mov"], ["hls", "clip-hevc.mov", "-o", "stream"],
    ["remux", "clip-hevc.mov", "-o", "a.mkv"],
    ["push", "clip-h264.mp4", "rtmp://127.0.0.1/live/key", "--dry-run"],
  ]) func linesSayWhatWasAsked(arguments: [String]) throws {
    let words = arguments.map { $0.contains("clip-") || $0.contains(".heic") ? address($0) : $0 }
    let result = try run(words + ["--json", "--allow-private"])
    #expect(result.code <= 1, "\(result.errors)")
    let documents = try documents(result)
    #expect(!documents.isEmpty)
    for document in documents {
      let transfer = try #require(document["transfer"] as? [String: Any], "\(document)")
      #expect(try #require(transfer["requests"] as? Int) > 0)
      #expect(try #require(transfer["bytes"] as? Int) > 0)
    }
    let bytes = (documents.last?["transfer"] as? [String: Any])?["bytes"] as? Int
    #expect(wait { server.requests.reduce(0) { $0 + $1.sent } == bytes })
  }

  @Test func bothSidesOfADifferenceSayWhatWasAsked() throws {
    let old = "\(samples)/clip-hevc.mov"
    let one = try documents(far("diff", old, address("clip-h264.mp4"), "--json"))[0]
    #expect(one["oldTransfer"] == nil && one["newTransfer"] != nil)
    let both = try documents(
      far("diff", address("clip-hevc.mov"), address("clip-h264.mp4"), "--json"))[0]
    #expect(both["oldTransfer"] != nil && both["newTransfer"] != nil)
    let near = try documents(far("diff", old, "\(samples)/clip-h264.mp4", "--json"))[0]
    #expect(near["oldTransfer"] == nil && near["newTransfer"] == nil)
  }

  // MARK: Output paths

  @Test func newFilesGoToTheCurrentFolder() throws {
    let there = "\(address("clip-hevc.mov"))?signature=secret"
    let edited = try far("strip", "location", there)
    #expect(edited.code == 0 && folder.names == ["clip-hevc-stripped.mov"], "\(edited.errors)")
    _ = try Program.boxwalk(
      "strip", "location", "\(samples)/clip-hevc.mov", "-o", folder.path("near.mov"))
    #expect(
      try Data(contentsOf: folder.url.appending(path: "near.mov"))
        == Data(contentsOf: folder.url.appending(path: "clip-hevc-stripped.mov")))
    // Its permissions are those of any new file.
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path("clip-hevc-stripped.mov"))
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }

  @Test func nothingIsWrittenAtAnAddress() throws {
    for words in [
      ["strip", "location", "--in-place"], ["faststart", "--in-place"],
      ["rotate", "90", "--in-place"],
    ] {
      let result = try run(words + [address("clip-hevc.mov"), "--allow-private"])
      #expect(
        result.code == 2 && result.errors.contains("name the new file with -o"), "\(result.errors)")
    }
    for output in [["-o", "\(address("out"))/"], ["--output=\(address("out.heic"))"]] {
      let upload = try run(["convert", "\(samples)/meadow.jpg", "--allow-private"] + output)
      #expect(
        upload.code == 64 && upload.errors.contains("writes nothing to a URL"),
        "\(upload.errors)")
    }
    #expect(folder.names.isEmpty)
    let kept = try far(
      "convert", address("portrait-single.heic"), "-o", "out/", "--delete-originals")
    #expect(kept.code != 0, "\(kept.output)\(kept.errors)")
  }

  /// Several addresses whose names are not sufficient.
  @Test func moviesAreJoined() throws {
    let there = address("clip-hevc.mov")
    let joined = try far("join", "\(there)?signature=1", "\(there)?signature=2", "-o", "far.mov")
    #expect(joined.code == 0, "\(joined.errors)")
    let near = "\(samples)/clip-hevc.mov"
    _ = try Program.boxwalk("join", near, near, "-o", folder.path("near.mov"))
    #expect(
      try Data(contentsOf: folder.url.appending(path: "near.mov"))
        == Data(contentsOf: folder.url.appending(path: "far.mov")))
    #expect(server.requests.allSatisfy { $0.address.contains("signature=") })
  }

  /// Outputs are called by the last part of an address, and the manifest knows each by all of it.
  @Test(.needs("sha256sum")) func listsHaveAManifest() throws {
    let names = ["landscape-tiled.heic", "meadow.jpg"]
    let addresses = names.map(address) + ["\(address("meadow.jpg"))?signature=2"]
    _ = try folder.write(Data((addresses + addresses).joined(separator: "\n").utf8), to: "list")
    let made = try far("convert", "--files-from", "list", "-o", "out")
    #expect(made.code == 1, "\(made.errors)")
    let outputs = Folder.names(folder.path("out")).filter { $0 != ".boxwalk" }
    #expect(outputs.count == 3 && outputs.contains("landscape-tiled.jpg"), "\(outputs)")
    let manifest = try String(
      contentsOfFile: folder.path("out/.boxwalk/manifest.jsonl"), encoding: .utf8)
    #expect(manifest.split(separator: "\n").count == 3)
    for name in names {
      let hash = try Program.other("sha256sum", "\(samples)/\(name)").output.prefix(64)
      #expect(manifest.contains("\"sha256\":\"\(hash)\""), "\(name)")
      #expect(manifest.contains("\"input\":\"\(address(name))\""), "\(manifest)")
    }
    let again = try far("convert", "--files-from", "list", "-o", "out", "--json")
    #expect(try documents(again).allSatisfy { $0["outcome"] as? String == "unchanged" })
    let kept = try far(
      "convert", "--files-from", "list", "-o", "out", "--delete-originals", "--json")
    #expect(kept.output.components(separatedBy: "\"original\":\"kept\"").count == 4)
    #expect(!(manifest + kept.output).contains("signature"))
  }

  // MARK: Live Photos

  @Test func livePhotosAreMadeAndChecked() throws {
    let (still, movie) = (address("portrait-single.heic"), address("clip-hevc.mov"))
    let made = try far("live", "make", still, movie, "-o", "made")
    #expect(made.code <= 1, "\(made.errors)")
    #expect(
      Folder.names(folder.path("made")).sorted() == [
        "portrait-single.heic", "portrait-single.mov",
      ])
    let own = try FarServer(folder.path("made"))
    let checked = try far(
      "live", "check", own.address("plain", "portrait-single.heic"),
      own.address("plain", "portrait-single.mov"))
    #expect(checked.code <= 1, "\(checked.output)\(checked.errors)")
    let other = try far("live", "still", movie, "--at", "1", "-o", "other", "--format", "jpeg")
    #expect(other.code <= 1, "\(other.errors)")
    #expect(Folder.names(folder.path("other")).sorted() == ["clip-hevc.jpg", "clip-hevc.mov"])
  }

  // MARK: Commands that read none

  @Test(arguments: [
    ["live", "pair", "ADDRESS"], ["live", "convert", "ADDRESS", "-o", "out"],
    ["live", "bundle", "ADDRESS", "ADDRESS", "-o", "out.zip"],
    ["live", "split", "ADDRESS", "-o", "out"], ["rescue", "ADDRESS", "-o", "out"],
    ["report", "ADDRESS"], ["undo", "ADDRESS"],
  ]) func othersSaySo(arguments: [String]) throws {
    let there = "http://me:secret@127.0.0.1:\(server.port)/plain/clip-hevc.mov?signature=secret"
    let words = arguments.map { $0 == "ADDRESS" ? there : $0 }
    let result = try run(words)
    #expect(
      result.code == 64 && result.errors.contains("reads only local files"), "\(result.errors)")
    #expect(!result.errors.contains("secret"))
    #expect(server.requests.isEmpty && folder.names.isEmpty)
  }
}
