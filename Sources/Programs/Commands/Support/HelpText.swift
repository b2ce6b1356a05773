package import ArgumentParser
import Text

/// The help of a command in the order in which users need it: the usage, the abstract, the arguments and options, other
/// groups of options, and examples. Lines are folded at words, below the text that they continue.
package struct HelpText {
  private var usage: [Substring] = []
  private var overview: [Substring] = []
  private var sections: [[Substring]] = []
  private var examples: [Substring] = []

  /// The number of columns with which the parser of arguments folds no line.
  package static let unfolded = 10_000

  /// - Parameter text: as the parser of arguments writes it, without folding: overview with examples, usage, options.
  ///   Nil for any other text.
  package init?(_ text: String) {
    guard text.hasPrefix("OVERVIEW:") else { return nil }
    var part: WritableKeyPath<HelpText, [Substring]>? = \.overview
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "EXAMPLES" { part = \.examples }
      if line.hasPrefix("USAGE:") { part = \.usage }
      if part == \.usage, line.isEmpty { part = nil }
      if let part {
        self[keyPath: part].append(line)
      } else if line.last == ":", line.first?.isUppercase == true {
        sections.append([line])
      } else if !sections.isEmpty {
        sections[sections.endIndex - 1].append(line)
      }
    }
  }

  /// The parts with an empty line between them.
  ///
  /// - Parameter columns: the width of the terminal.
  package func text(columns: Int) -> String {
    let first = ["ARGUMENTS:", "OPTIONS:"]
    let ordered =
      first.flatMap { title in sections.filter { $0.first.map(String.init) == title } }
      + sections.filter { $0.first.map { !first.contains(String($0)) } ?? false }
    let command = usage.first.map { HelpText.shortUsage(String($0), columns: columns) }
    var parts: [[Substring]] = [command.map { [Substring($0)] } ?? []]
    func folded(_ lines: [Substring], below indent: (Substring) -> Int) -> [Substring] {
      lines.map { Substring(String($0).folded(to: columns, indent: indent($0))) }
    }
    parts.append(folded(overview, below: HelpText.textColumn))
    // The parser of arguments writes what options do from this column on.
    parts += ordered.map { folded($0) { _ in 26 } }
    parts.append(folded(examples, below: HelpText.textColumn))
    if !parts.joined().contains("EXIT CODES") {
      parts.append(["boxwalk --help explains exit codes."])
    }
    return text(of: parts)
  }

  private func text(of parts: [[Substring]]) -> String {
    parts.map { lines in
      let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
      let last = lines.lastIndex { !$0.isEmpty } ?? first
      return first < lines.endIndex ? lines[first...last].joined(separator: "\n") : ""
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// A line of usage. If it is longer than the terminal, `[<options>]` stands for the options that can be left out.
  package static func shortUsage(_ line: String, columns: Int) -> String {
    guard line.count > columns else {
      return line.hasSuffix(" <options>") ? line.dropLast(9) + "[<options>]" : line
    }
    var words: [Substring] = []
    var depth = 0
    for word in line.split(separator: " ") {
      if depth > 0 || word.hasPrefix("[-") {
        depth += word.count { $0 == "[" } - word.count { $0 == "]" }
      } else {
        words.append(word)
      }
    }
    let first = words.firstIndex { $0.hasPrefix("[") || $0.hasPrefix("<") } ?? words.endIndex
    words.insert("[<options>]", at: first)
    return words.joined(separator: " ")
  }

  /// The column in which the text of a line begins: behind a bullet, or behind a name and a gap.
  private static func textColumn(of line: Substring) -> Int {
    let characters = Array(line)
    let start = characters.firstIndex { $0 != " " } ?? characters.endIndex
    if characters[start...].starts(with: "- ") { return start + 2 }
    let gap = zip(characters, characters.dropFirst()).enumerated().first { column, pair in
      column > start && pair == (" ", " ")
    }
    guard let gap else { return start }
    return characters[gap.offset...].firstIndex { $0 != " " } ?? characters.endIndex
  }
}

/// A value of an option that is not one of a few words. If an argument is no such value, the message says what is.
package protocol ExplainedArgument: Sendable {
  /// Nil if the argument is no such value.
  init?(argument: String)

  /// What is a value, after "has to be": `a time, such as 90 or 1:30`.
  static var form: String { get }
}

extension ExplainedArgument {
  @Sendable fileprivate static func read(_ argument: String) throws -> Self {
    guard let value = Self(argument: argument) else {
      throw ValidationError("it has to be \(form).")
    }
    return value
  }
}

extension Option {
  /// An option that can be left out.
  package init<Explained: ExplainedArgument>(name: NameSpecification = .long, help: ArgumentHelp)
  where Value == Explained? {
    self.init(name: name, help: help, transform: Explained.read)
  }

  /// An option that can be repeated.
  package init<Explained: ExplainedArgument>(
    wrappedValue: [Explained], name: NameSpecification = .long, help: ArgumentHelp
  ) where Value == [Explained] {
    self.init(wrappedValue: wrappedValue, name: name, help: help, transform: Explained.read)
  }
}

extension Option where Value: ExplainedArgument {
  /// An option that is needed.
  package init(name: NameSpecification = .long, help: ArgumentHelp) {
    self.init(name: name, help: help, transform: Value.read)
  }
}
