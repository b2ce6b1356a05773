/// The help of a command in the order in which users need it: the usage, the abstract, the options, and examples.
package struct HelpText {
  private var usage: [Substring] = []
  private var overview: [Substring] = []
  private var options: [Substring] = []
  private var examples: [Substring] = []

  /// - Parameter text: as the parser of arguments writes it: overview with examples, usage, options.
  ///   Nil for any other text.
  package init?(_ text: String) {
    guard text.hasPrefix("OVERVIEW:") else { return nil }
    var part = \HelpText.overview
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "EXAMPLES" { part = \.examples }
      if line.hasPrefix("USAGE:") { part = \.usage }
      self[keyPath: part].append(line)
      if part == \.usage, line.isEmpty { part = \.options }
    }
  }

  /// The parts with an empty line between them.
  package var text: String {
    [usage, overview, options, examples].map { lines in
      let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
      let last = lines.lastIndex { !$0.isEmpty } ?? first
      return first < lines.endIndex ? lines[first...last].joined(separator: "\n") : ""
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
