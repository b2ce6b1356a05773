import Commands
import Foundation
import TestSupport
import Testing

/// Each command ends with the codes that its help and ``rows`` say, and the page has the codes of all commands.
@Suite(.serialized) struct ExitCodeTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var command: String
    var code: Int32
    var words: String
    var example: String

    var testDescription: String { example }

    init(_ command: String, _ code: Int32, _ words: String, _ example: String) {
      (self.command, self.code, self.words, self.example) = (command, code, words, example)
    }
  }

  /// The codes that the help of a command lists, with their words.
  private func stated(_ command: String) throws -> [(code: Int32, words: String)] {
    let help = try Program.boxwalk(command.split(separator: " ").map(String.init) + ["--help"])
    #expect(help.code == 0)
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "EXIT CODES") else { return [] }
    return lines[(start + 1)...].prefix { !$0.isEmpty }.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return Int32(parts[0]).map { ($0, parts[1].trimmingCharacters(in: .whitespaces)) }
    }
  }

  /// All commands in the help.
  private func commands() throws -> Set<String> {
    func names(_ arguments: [String]) throws -> [String] {
      try Program.boxwalk(arguments + ["--help"]).output.split(separator: "\n").compactMap {
        guard $0.hasPrefix("  "), !$0.hasPrefix("   ") else { return nil }
        // Other names of a command follow a comma.
        let line = $0.dropFirst(2)
        let names = line.range(of: "  ").map { line[..<$0.lowerBound] } ?? ""
        return names.split(separator: ",").first.map(String.init)
      }.filter { $0.allSatisfy { $0.isLetter && $0.isLowercase } }
    }
    let live = try names(["live"]).map { "live " + $0 }
    return Set(try names([]).filter { $0 != "live" && $0 != "help" } + live)
  }

  @Test func everyCommandAndCodeHasARow() throws {
    #expect(ExitCodeTableTests.rows.count > 80)
    let commands = try commands()
    #expect(commands.count > 20)
    #expect(Set(ExitCodeTableTests.rows.map(\.command)) == commands)
    for command in commands {
      let rows = ExitCodeTableTests.rows.filter { $0.command == command }
      #expect(rows.contains { $0.code == 0 } && rows.contains { $0.code == 64 }, "\(command)")
      for (code, words) in try stated(command) {
        #expect(rows.contains { $0.code == code && $0.words == words }, "\(command) \(code)")
      }
    }
  }

  @Test func thePageAndTheReadmeListTheSameCodes() throws {
    func codes(_ page: String) throws -> [Substring] {
      let text = try String(
        contentsOf: Program.package.appendingPathComponent(page), encoding: .utf8)
      return text.split(separator: "\n").filter { $0.wholeMatch(of: /\| \d+ \|[^|]+\|/) != nil }
    }
    let page = try codes("Documentation/exit-codes.md")
    #expect(page.count == 6)
    #expect(try codes("README.md") == page)
  }

  // MARK: Inputs of the examples

  /// A folder with all files that the command lines name.
  private static func prepared() throws -> Folder {
    let folder = try Folder()
    func data(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    }
    func run(_ line: String, code: Int32 = 0) throws {
      let result = try ExitCodeTableTests.run("boxwalk " + line, in: folder)
      #expect(result.code == code, "\(line): \(result.output)\(result.errors)")
    }
    for (name, sample) in [
      ("photo.heic", "portrait-single.heic"), ("same.heic", "portrait-single.heic"),
      ("depth.heic", "landscape-tiled.heic"), ("photo.jpg", "meadow.jpg"),
      ("movie.mov", "clip-hevc.mov"), ("movie.mp4", "clip-h264.mp4"),
    ] {
      try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: folder.path(name))
    }
    for name in ["photos", "both", "edited", "changed", "damaged", "pairs", "taken", "library"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    func copy(_ name: String, _ target: String) throws {
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: folder.path(target))
    }
    _ = try folder.write(data("photo.heic").prefix(60_000), to: "cut.heic")
    _ = try folder.write(data("photo.heic"), to: "renamed.avif")
    let tiles = try data("depth.heic")
    _ = try folder.write(tiles.prefix(tiles.count * 2 / 3), to: "cut-tiles.heic")
    try run("cover movie.mp4 --set photo.jpg -o covered.mp4")
    try run("faststart movie.mov -o cut.mov")
    _ = try folder.write(data("cut.mov").prefix(120_000), to: "cut.mov")
    _ = try folder.write(data("movie.mov").prefix(120_000), to: "torn.mov")
    _ = try folder.write(Data("A text.\n".utf8), to: "text.txt")
    try run("set moov/mvhd.duration=1 movie.mp4 -o warned.mp4 --force")
    try run("set moov/mvhd.duration=60000 movie.mov -o long.mov")
    let record = "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC"
    try run("set \(record).general_level_idc=30 movie.mov -o lower.mov")
    for target in ["photos/a.jpg", "both/a.jpg"] { try copy("photo.jpg", target) }
    _ = try folder.write(data("photo.jpg").prefix(200), to: "both/cut.jpg")
    try run("convert photos -o run --manifest manifest.jsonl")
    _ = try folder.write(data("manifest.jsonl") + Data("A text.\n".utf8), to: "damaged.jsonl")
    try run("hls movie.mp4 -o stream")
    let playlist = String(decoding: try data("stream/video-1.m3u8"), as: UTF8.self)
    let short = playlist.replacingOccurrences(of: "#EXTINF:2.500000", with: "#EXTINF:1.500000")
    _ = try folder.write(Data(short.utf8), to: "stream/short.m3u8")
    for name in ["edited", "changed"] {
      try copy("photo.heic", "\(name)/a.heic")
      try run("rotate 90 \(name) --recursive")
    }
    let rotated = try #require(
      Folder.names(folder.path("changed")).first { $0 != "a.heic" && $0.hasSuffix(".heic") })
    _ = try folder.write(Data("other".utf8), to: "changed/" + rotated)
    try run("live make photo.jpg movie.mov -o live")
    try run("live make photo.jpg movie.mov -o pairs")
    try run("live make depth.heic movie.mov -o pairs --identifier new")
    try run("live bundle live/photo.jpg live/photo.mov -o live.zip")
    try run("set ftyp.major_brand=mp42 live/photo.mov -o android.mov")
    for name in ["photo.zip", "photo.MP.jpg"] { try copy("text.txt", "taken/" + name) }
    _ = try folder.write(Data(), to: "damaged/IMG_1.HEIC")
    try copy("depth.heic", "library/IMG_1.HEIC")
    try copy("movie.mp4", "library/IMG_1_HEVC.MP4")
    try run("live pair library --rename --apply --undo-file undo.txt")
    try copy("text.txt", "library/IMG_1_HEVC.MP4")
    return folder
  }

  private static func run(_ line: String, in folder: Folder) throws -> Program.Result {
    let program = Program.products.appendingPathComponent("boxwalk").path
    return try Program.other(
      "bash", "-c",
      "cd \"$0\" && export XDG_CACHE_HOME=\"$0/cache\" && "
        + line.replacingOccurrences(of: "boxwalk ", with: "'\(program)' "), folder.url.path)
  }

  @Test func theExamplesEndAsTheyAreSaidTo() throws {
    let folder = try ExitCodeTableTests.prepared()
    for row in ExitCodeTableTests.rows {
      try? FileManager.default.removeItem(atPath: folder.path("new"))
      #expect(
        row.example.hasPrefix("boxwalk \(row.command)")
          || row.example.contains("=none boxwalk \(row.command)"))
      let result = try ExitCodeTableTests.run(row.example, in: folder)
      #expect(result.code == row.code, "\(row.example): \(result.output)\(result.errors)")
    }
  }
}
