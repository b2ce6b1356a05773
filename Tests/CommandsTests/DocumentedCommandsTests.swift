import Foundation
import TestSupport
import Testing

/// The commands of README and documentation, which are run in their order, in a folder with `SampleMedia`.
/// Their output has to be the one on the page, where `...` means text that differs each time.
///
/// Blocks of `console` are run on all pages, those of `sh` only in the README. `<!-- run: -->` is run and not
/// shown: it makes the files that a page mentions.
@Suite(.needs("bash")) struct DocumentedCommandsTests {
  private struct Step {
    var command: String
    /// Nil where no output is shown.
    var output: [Substring]?
    var line: Int
  }

  static let pages =
    ["README.md"]
    + Folder.names(Program.package.appendingPathComponent("Documentation").path)
    .filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }

  private func steps(of text: String, runsScripts: Bool) -> [Step] {
    var steps: [Step] = []
    var block: Substring?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
      } else if line.hasPrefix("<!-- run: "), line.hasSuffix(" -->") {
        steps.append(Step(command: String(line.dropFirst(10).dropLast(4)), line: number + 1))
      } else if block == "console" {
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2)), output: [], line: number + 1))
        } else if !steps.isEmpty {
          steps[steps.count - 1].output?.append(line)
        }
      } else if block == "sh", runsScripts, line.hasPrefix("boxwalk ") || line.hasPrefix("cp ") {
        steps.append(Step(command: String(line), line: number + 1))
      }
    }
    return steps
  }

  /// Whether a line is the shown one, where `...` is any text.
  private func matches(_ line: Substring, _ shown: Substring) -> Bool {
    let parts = shown.components(separatedBy: "...")
    guard parts.count > 1 else { return line == shown }
    let pattern = parts.map(NSRegularExpression.escapedPattern(for:)).joined(separator: ".*")
    return line.range(of: "^\(pattern)$", options: .regularExpression) != nil
  }

  /// Whether these lines are the shown ones, where a line of `...` is any number of lines.
  private func matches(_ lines: ArraySlice<Substring>, _ shown: ArraySlice<Substring>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first.trimmingCharacters(in: .whitespaces) == "..." {
      return (lines.startIndex...lines.endIndex).contains {
        matches(lines[$0...], shown.dropFirst())
      }
    }
    guard let line = lines.first, matches(line, first) else { return false }
    return matches(lines.dropFirst(), shown.dropFirst())
  }

  @Test(arguments: pages)
  func commandsGiveWhatIsShown(_ page: String) throws {
    let text = try String(
      contentsOf: Program.package.appendingPathComponent(page), encoding: .utf8)
    let steps = steps(of: text, runsScripts: page == "README.md")
    guard !steps.isEmpty else { return }
    let folder = try Folder()
    try FileManager.default.copyItem(
      atPath: Program.package.appendingPathComponent("SampleMedia").path,
      toPath: folder.path("SampleMedia"))
    for step in steps {
      let script = """
        cd '\(folder.url.path)' && PATH='\(Program.products.path)':"$PATH"
        { \(step.command)
        } 2>&1
        """
      let result = try InstalledProgram.run("bash", ["-c", script])
      let source = "\(page):\(step.line): \(step.command)"
      #expect(
        (0...3).contains(result.code), "\(source): exit code \(result.code)\n\(result.output)")
      guard let shown = step.output else { continue }
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(matches(lines[...], shown[...]), "\(source) printed\n\(result.output)")
    }
  }
}
