import Foundation
import TestSupport
import Testing

/// Names of files as people see them.
@Suite struct PrintedNamesTests {
  /// No name moves the cursor, colours the terminal or reverses the text; JSON has the original name.
  @Test(arguments: [
    ["convert", "in", "-o", "out"], ["convert", "in", "-o", "out", "-v"], ["verify", "in"],
    ["inspect", "in"], ["inspect", "--tree", "in"], ["live", "pair", "--all", "in"],
    ["live", "check", "in/\(Self.name).heic", "in/\(Self.name).mov"],
    ["rotate", "90", "in/\(Self.name).heic", "-o", "out/\(Self.name).heic"],
    ["extract", "in/\(Self.name).heic"], ["diff", "in/\(Self.name).heic", "in/\(Self.name).mov"],
    ["convert", "in/\(Self.name).nothing", "-o", "out"],
    ["inspect", "--json", "in"], ["verify", "--json", "in"],
    ["live", "pair", "--all", "--json", "in"], ["inspect", "--metadata", "--csv", "in"],
    ["inspect", "--samples", "--csv", "in/\(Self.name).mov"],
  ])
  func namesDoNotSteerTheTerminal(arguments: [String]) throws {
    let folder = try Folder()
    try folder.add("portrait-single.heic", as: "in/\(Self.name).heic")
    try folder.add("meadow.jpg", as: "in/\(Self.name).jpg")
    try folder.add("clip-h264.mp4", as: "in/\(Self.name).mov")
    try folder.add("README.md", as: "in/\(Self.name).heif")
    try FileManager.default.createDirectory(
      atPath: folder.path("out"), withIntermediateDirectories: true)
    let arguments = arguments.map {
      $0.hasPrefix("in") && $0 != "inspect" || $0.hasPrefix("out") ? folder.path($0) : $0
    }
    let result = try Program.boxwalk(arguments)
    #expect(result.code != 64, "\(result.errors)")
    for scalar in (result.output + result.errors).unicodeScalars where scalar != "\n" {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      #expect(!isControl && scalar != "\u{202E}", "\(result.output)\(result.errors)")
    }
    // A quoted value of CSV may have several lines.
    if !arguments.contains("--csv") {
      #expect(!(result.output + result.errors).contains("\nline"))
    }
  }

  /// Neither do arguments that are wrong.
  @Test(arguments: ["diff", "strip", "rotate", "serve", "help", "live", "extract", "trim"])
  func wrongArgumentsDoNotSteerTheTerminal(command: String) throws {
    let name = "a\u{1B}[31m\u{7}\u{9B}\u{202E}b"
    for arguments in [[command, name], [command, "--\(name)"], [name]] {
      let result = try Program.boxwalk(arguments)
      #expect(result.code != 0)
      for scalar in (result.output + result.errors).unicodeScalars where scalar != "\n" {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        #expect(!isControl && scalar != "\u{202E}", "\(arguments): \(result.errors)")
      }
    }
  }

  private static let name = "a\u{1B}[31m\u{7}\u{9B}\u{202E}b\nline\r"
}
