import Foundation
import TestSupport
import Testing

/// The JSON of all commands, validated by `Documentation/schemas` as `Scripts/test-schemas` does it.
@Suite(
  .needs("python3"),
  .needs("Python's jsonschema") {
    try InstalledProgram.run("python3", ["-c", "import jsonschema"]).code == 0
  }) struct SchemaTests
{
  private func validate(_ arguments: [String], atLeast count: Int) throws {
    let result = try InstalledProgram.run(
      Program.package.appendingPathComponent("Scripts/test-schemas"),
      ["--build", Program.products.path] + arguments)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let figure = try #require(result.output.firstMatch(of: /(\d+) documents/))
    #expect(Int(figure.1) ?? 0 >= count)
  }

  /// Samples, broken ones, and their outputs; pages and their examples. Each schema refuses unknown members.
  @Test func allCommands() throws {
    try validate([], atLeast: 3000)
  }

  @Test(.needsMedia) func filesOfDevices() throws {
    try validate(["--every", "12", #require(MediaFolder.path)], atLeast: 1000)
  }
}
