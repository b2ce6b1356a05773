import Foundation
import TestSupport
import Testing

/// The Swift packages of `Examples`, compiled with the modules of the debug build, linked and run.
@Suite(.needs("swiftc")) struct ExamplePackagesTests {
  private static let names = ["photo-importer", "movie-trimmer", "own-box"]

  /// Sources, and the products that the manifest names.
  private struct Example {
    var sources: [String]
    var products: [Substring]

    init(_ name: String) throws {
      let folder = Program.package.appendingPathComponent("Examples/\(name)")
      let sources = folder.appendingPathComponent("Sources/\(name)").path
      self.sources = Folder.names(sources).map { "\(sources)/\($0)" }
      let manifest = try String(
        contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
      products = manifest.matches(of: /\.product\(name: "(\w+)", package: "boxwalk"\)/).map(\.1)
    }
  }

  /// The path of the program of an example.
  private func program(_ name: String, in folder: Folder) throws -> URL {
    // The objects that the command is linked with, without its own: none of the codecs.
    let objects = try String(
      contentsOf: BuiltModules.folder.appendingPathComponent(
        "boxwalk.product/Objects.LinkFileList"),
      encoding: .utf8
    ).split(separator: "\n").filter { !$0.contains("/boxwalk.build/") }
    let list = try folder.write(Data((objects.joined(separator: "\n") + "\n").utf8), to: "objects")
    let result = try BuiltModules.compile(
      Example(name).sources,
      [
        "-module-name", name.replacingOccurrences(of: "-", with: "_"), "-o", folder.path(name),
        "@\(list)", "-ldl",
      ])
    #expect(result.code == 0, "\(name): \(result.output)\(result.errors)")
    return folder.url.appendingPathComponent(name)
  }

  @Test(arguments: names) func manifestsNameProducts(_ name: String) throws {
    let manifest = try String(
      contentsOf: Program.package.appendingPathComponent("Package.swift"), encoding: .utf8)
    let example = try Example(name)
    #expect(!example.products.isEmpty)
    let libraries = manifest.matches(of: /\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/)
    var targets: Set<Substring> = []
    for product in example.products {
      let library = try #require(libraries.first { $0.1 == product }, "there is no \(product)")
      targets.formUnion(library.2.matches(of: /"(\w+)"/).map(\.1))
    }
    for source in example.sources {
      let text = try String(contentsOfFile: source, encoding: .utf8)
      for module in text.matches(of: /(?m)^import (\w+)/).map(\.1) where module != "Foundation" {
        #expect(targets.contains(module), "\(module) is in none of \(example.products)")
      }
    }
  }

  /// The tutorials show the lines of the examples, in their order.
  @Test(arguments: names) func tutorialsShowTheirLines(_ name: String) throws {
    let page = try CodeBlocks(of: "Documentation/tutorials.md")
    let source = try Example(name).sources.map { try String(contentsOfFile: $0, encoding: .utf8) }
      .joined()
    let blocks = page.blocks("swift", under: name)
    #expect(blocks.count > 2, "the page has no tutorial of \(name)")
    var rest = source[...]
    for block in blocks {
      let range = try #require(rest.range(of: block), "these are not lines of \(name): \(block)")
      rest = rest[range.upperBound...]
    }
    let shown = blocks.flatMap { $0.split(separator: "\n") }
    // The source begins with the purpose of the program.
    let code = Array(source.split(separator: "\n").drop { $0.hasPrefix("//") })
    #expect(shown == code, "the tutorial leaves lines out")
  }

  @Test func photosAreImported() throws {
    let folder = try Folder()
    let program = try program("photo-importer", in: folder)
    let card = folder.path("card")
    let made = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-h264.mp4"), "-o", card)
    #expect(made.code == 0, "\(made.errors)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: Program.sample("portrait-single.heic")))
    try whole.write(to: URL(fileURLWithPath: "\(card)/whole.heic"))
    try whole.prefix(5000).write(to: URL(fileURLWithPath: "\(card)/cut.heic"))
    let result = try InstalledProgram.run(program, [card, folder.path("pictures")])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("cut.heic: the file ends"), "\(result.output)")
    #expect(result.output.hasSuffix("3 copied, 1 left\n"), "\(result.output)")
    let month = folder.path("pictures/2024-06")
    #expect(Folder.names(month).sorted() == ["meadow.jpg", "meadow.mov", "whole.heic"])
  }

  @Test(.needs("ffprobe")) func moviesAreTrimmed() throws {
    let folder = try Folder()
    let program = try program("movie-trimmer", in: folder)
    let result = try InstalledProgram.run(
      program, [Program.sample("clip-hevc.mov"), "0.5", "2", folder.path("part.mov")])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let duration = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
      folder.path("part.mov")
    ).output
    #expect(duration == "1.500000\n")
    let again = try InstalledProgram.run(
      program, [Program.sample("clip-hevc.mov"), "0.5", "2", folder.path("part.mov")])
    #expect(again.code == 2, "the file is there already: \(again.output)")
  }

  @Test func boxesOfOurOwnAreChecked() throws {
    let folder = try Folder()
    let program = try program("own-box", in: folder)
    var results: [String] = []
    // A header of a full box, and a text that ends with a zero.
    for (name, payload) in [("good", "000000006F757200"), ("empty", "0000000000")] {
      let size = String(8 + payload.count / 2, radix: 16)
      let box = String(repeating: "0", count: 8 - size.count) + size + "6E6F7465" + payload
      let path = folder.path("\(name).mp4")
      let made = try Program.boxwalk(
        "insert", "/", "--after", "moov", "--hex", box, Program.sample("clip-h264.mp4"), "-o", path)
      #expect(made.code == 0, "\(made.errors)")
      let result = try InstalledProgram.run(program, [path])
      results.append("\(result.code) \(result.output)")
    }
    #expect(results[0].hasPrefix("0 ") && results[0].contains("good.mp4: our\n"), "\(results[0])")
    #expect(results[1].hasPrefix("1 ") && results[1].contains("warning: has no text"), "\(results)")
  }
}
