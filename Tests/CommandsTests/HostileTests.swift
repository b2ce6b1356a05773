import Foundation
import TestSupport
import Testing

/// `boxwalk convert` of damaged or hostile files.
@Suite struct HostileTests {
  private static let samples = [
    "portrait-single.heic", "landscape-tiled.heic", "coast.avif", "shore-tiled.avif", "meadow.jpg",
  ]

  private func bytes(_ sample: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: Program.sample(sample)))
  }

  private func make(_ folder: Folder, _ names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
  }

  private func paths(_ folder: Folder, _ name: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)).sorted()
  }

  /// A file that was truncated anywhere is not converted, and all others are.
  @Test(arguments: ["jpeg", "png"]) func nothingComesOfAPart(format: String) throws {
    let folder = try Folder()
    try make(folder, "in")
    var cuts = 0
    for (number, sample) in HostileTests.samples.enumerated() {
      let whole = try bytes(sample)
      _ = try folder.write(whole, to: "in/whole-\(number).heic")
      for part in [0, 3, 20, 700, whole.count / 3, whole.count * 4 / 5, whole.count - 12] {
        _ = try folder.write(whole.prefix(part), to: "in/cut-\(number)-\(part).heic")
        cuts += 1
      }
    }
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--format", format, "--jobs", "2",
      "--json")
    #expect(result.code == 3, "\(result.errors)")
    let names = try paths(folder, "out").filter { !$0.hasPrefix(".boxwalk") }
    #expect(names.map { $0.prefix(7) } == (0..<5).map { "whole-\($0)" })
    #expect(result.output.components(separatedBy: "\"failed\"").count == cuts + 1)
    #expect(!result.output.contains("crashed"))
  }

  /// A PNG file is copied; a byte that was changed shows in the checksums.
  @Test func damageIsNotCopied() throws {
    let folder = try Folder()
    let png = folder.path("good.png")
    let made = try Program.boxwalk(
      "convert", Program.sample("portrait-single.heic"), "-o", png, "--max-size", "300")
    #expect(made.code == 0, "\(made.errors)")
    let good = try Data(contentsOf: URL(fileURLWithPath: png))
    try make(folder, "in")
    _ = try folder.write(good, to: "in/good.png")
    for offset in stride(from: 9, to: good.count, by: good.count / 20) {
      var bad = good
      bad[offset] ^= 4
      _ = try folder.write(bad, to: "in/\(offset).png")
    }
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--format", "png")
    #expect(result.code == 3)
    #expect(try paths(folder, "out").filter { $0.hasSuffix(".png") } == ["good.png"])
  }

  /// Random changes: the command ends normally, with a line for each file, and leaves only the files that it names.
  /// Other programs can read its outputs.
  @Test func changesWithoutSense() throws {
    let folder = try Folder()
    try make(folder, "in")
    var generator = Numbers(state: 20_261_121)
    for index in 0..<80 {
      var data = try bytes(HostileTests.samples[index % HostileTests.samples.count])
      // Most of what can go wrong is at the start.
      let end = index % 3 == 0 ? data.count : 1500
      for _ in 0...generator.next(3) {
        let offset = generator.next(end)
        data[offset] = [0, 0xFF, 0x80, UInt8(generator.next(256))][generator.next(4)]
      }
      _ = try folder.write(data, to: "in/\(index).heic")
    }
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--jobs", "2", "--time-limit", "60")
    #expect([0, 1, 3].contains(result.code), "\(result.code): \(result.errors)")
    let lines = try String(
      contentsOfFile: folder.path("out/.boxwalk/manifest.jsonl"), encoding: .utf8
    ).split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(Set(lines.compactMap { $0["input"] as? String }).count == 80 && lines.count == 80)
    let outputs = lines.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
      .compactMap { $0["path"] as? String }.sorted()
    #expect(outputs.count > 10)
    #expect(
      try paths(folder, "out")
        == ([".boxwalk", ".boxwalk/manifest.jsonl"] + outputs).sorted())
    // Copies are what their files were.
    let converted = lines.filter { $0["outcome"] as? String == "converted" }
      .flatMap { $0["outputs"] as? [[String: Any]] ?? [] }.compactMap { $0["path"] as? String }
    for output in converted {
      let path = folder.path("out/\(output)")
      let reading = try Program.other("djpeg", "-outfile", "/dev/null", path)
      #expect(reading.code == 0, "\(output): \(reading.errors)")
    }
  }

  #if os(Linux)
    /// Names do not steer the terminal, and a pipe does not make anybody wait.
    @Test func oddThingsInLists() throws {
      let folder = try Folder()
      try make(folder, "in")
      let escape = "in/a\u{1B}[31m\u{1B}]0;b\u{7}.jpg"
      _ = try folder.write(bytes("meadow.jpg"), to: escape)
      _ = try folder.write(Data("none".utf8), to: "in/c\u{1B}[2J\u{9B}1A.heic")
      #expect(try Program.other("mkfifo", folder.path("in/pipe.heic")).code == 0)
      let tree = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("tree"))
      #expect(tree.code == 3)
      #expect(FileManager.default.fileExists(atPath: folder.path("tree" + escape.dropFirst(2))))
      let list = ["in/pipe.heic", escape, "in/c\u{1B}[2J\u{9B}1A.heic"].map { folder.path($0) }
      let listed = try Program.boxwalk(
        "convert", "--files-from", "-", "-o", folder.path("listed"),
        input: Data(list.joined(separator: "\n").utf8))
      #expect(listed.code == 3)
      #expect(listed.errors.contains("pipe.heic: is not a regular file"), "\(listed.errors)")
      let one = try Program.boxwalk("convert", list[0], "-o", folder.path("one.jpg"))
      #expect(one.code == 2)
      for text in [tree, listed, one].flatMap({ [$0.output, $0.errors] }) {
        #expect(
          text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        )
      }
      for command in [["inspect"], ["strip", "--location", "-o", folder.path("x")], ["verify"]] {
        let result = try Program.boxwalk(command + [list[0]])
        #expect(result.code != 0, "\(command): \(result.output)")
      }
    }

    /// Names in other encodings are reported, and so is a folder that has one: nothing is skipped silently.
    @Test func namesThatAreNoUTF8() throws {
      let folder = try Folder()
      try make(folder, "in")
      _ = try folder.write(bytes("meadow.jpg"), to: "in/a.jpg")
      let script =
        #"cd "$0" && d="$(printf 'G\374ter')" && mkdir "$d" && cp a.jpg "$d.jpg" && cp a.jpg "$d.txt""#
      #expect(try Program.other("sh", "-c", script, folder.path("in")).code == 0)
      for command in [["convert", "-o", folder.path("out")], ["inspect"], ["verify"]] {
        let result = try Program.boxwalk(command + [folder.path("in")])
        #expect(result.code == (command == ["verify"] ? 2 : 3), "\(command): \(result.errors)")
        #expect(result.output.contains("a.jpg"))
        let told = result.errors.split(separator: "\n").filter {
          $0.contains("is not a UTF-8 name")
        }
        #expect(told.count == 2, "\(command): \(result.errors)")
      }
    }
  #endif

  /// A generator whose numbers are the same each time.
  private struct Numbers {
    var state: UInt64

    mutating func next(_ end: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % end
    }
  }

  /// Links that were there before, instead of an output, of its folder, or of the manifest, lead
  /// nowhere; nor do names.
  @Test func nothingIsWrittenElsewhere() throws {
    let folder = try Folder()
    try make(folder, "in/sub", "out", "elsewhere")
    for name in ["a.jpg", "b.jpg", "sub/c.jpg"] {
      _ = try folder.write(bytes("meadow.jpg"), to: "in/\(name)")
    }
    let victim = try folder.write(Data("victim".utf8), to: "elsewhere/victim")
    for (link, target) in [
      ("out/a.jpg", "elsewhere/victim"), ("out/b.jpg", "elsewhere/nothing"),
      ("out/sub", "elsewhere"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: folder.path(target))
    }
    for arguments in [[], ["--force"]] {
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("out")] + arguments)
      #expect(result.code != 0)
      #expect(try paths(folder, "elsewhere") == ["victim"], "\(arguments)")
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "victim")
    }
    // Any names in a list stay below the folder.
    let list = [
      folder.path("in/a.jpg"), folder.path("in/sub/../a.jpg"), "\(folder.path("in"))/./sub//c.jpg",
      "../../../../../../../../../..\(folder.path("in/b.jpg"))",
    ].joined(separator: "\n")
    let listed = try Program.boxwalk(
      "convert", "--files-from", "-", "-o", folder.path("listed"), input: Data(list.utf8))
    #expect(listed.code == 3)
    #expect(listed.errors.components(separatedBy: ".. in it would be outside").count == 3)
    let below = folder.path("in").dropFirst()
    #expect(
      try paths(folder, "listed").filter { $0.hasSuffix(".jpg") }
        == ["\(below)/a.jpg", "\(below)/sub/c.jpg"])
    #expect(folder.names == ["elsewhere", "in", "listed", "out"])
  }
}
