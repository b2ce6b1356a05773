public import ArgumentParser
import Files
public import Rendering

/// The options for the pages and drawings of `inspect`.
struct PageOptions: ParsableArguments {
  @Option(
    help: """
      Write a page that shows the file: preview, findings, byte map, items, tiles or time, every \
      box. The page needs no other file; - is standard output.
      """,
    completion: .file())
  var html: String?

  @Flag(help: "With --html, open the page in the browser.")
  var open = false

  @Option(
    help: "One drawing as SVG: graph (of items), bytes, rate, tiles, or timeline.")
  var svg: FilePlot?

  @Option(
    name: .shortAndLong, help: "The file for --svg; without it, standard output.",
    completion: .file())
  var output: String?

  @Flag(name: .shortAndLong, help: "Replace the page, or the drawing, if it exists.")
  var force = false

  init() {}

  func validate() throws {
    if html != nil, svg != nil { throw ValidationError("Use either --html or --svg.") }
    if output != nil, svg == nil { throw ValidationError("--output is for --svg.") }
    if open, html == nil || html == "-" {
      throw ValidationError("--open needs --html with a file.")
    }
    for (path, other, word) in [(html, "svg", "page"), (output, "html", "drawing")] {
      guard let path, path.splitAtExtension.ending.lowercased() == ".\(other)" else { continue }
      throw ValidationError("\(path) is not the name of a \(word).")
    }
    if force, !isUsed { throw ValidationError("--force is for --html and --svg.") }
  }

  /// Whether anything is drawn.
  var isUsed: Bool { html != nil || svg != nil }
}

extension FilePlot: ExpressibleByArgument {}
