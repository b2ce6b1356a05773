/// A requirement for files or streams, with the clause that contains it.
public protocol StatedRule: Sendable {
  /// The ID, which does not change, in lower case with hyphens: `iloc-extent-past-end`. By default, it follows from the
  /// name of the type, `IlocExtentPastEnd`.
  static var id: String { get }
  /// The severity of findings.
  static var severity: Severity { get }
  /// The clause of the standard: `ISO/IEC 14496-12 §8.11.3`.
  static var clause: String { get }
  /// The requirement, in one sentence.
  static var sentence: String { get }
}

/// A rule that checks a file.
///
/// Each rule is a type in its own file, and a line in ``Rules/all``. A test for each rule breaks it with a
/// small change to a good file.
public protocol Rule: StatedRule {
  /// Whether a file that breaks it cannot be read completely. `inspect` checks such rules,
  /// and ``Rules/naming``.
  static var concernsReading: Bool { get }

  /// Reports each place where `file` breaks the rule.
  static func check(_ file: ExaminedFile, _ findings: inout Findings)
}

extension Rule {
  /// Most rules are about the content of the file.
  public static var concernsReading: Bool { false }
}

extension StatedRule {
  /// The name of the type in lower case with hyphens.
  public static var id: String {
    let name = Array("\(Self.self)")
    var id = ""
    for (index, character) in name.enumerated() {
      if index > 0, character.isUppercase {
        // A word also starts after an abbreviation: "JPEGItem" has two words.
        let startsWord = index + 1 < name.count && name[index + 1].isLowercase
        if name[index - 1].isLowercase || startsWord { id += "-" }
      }
      id += character.lowercased()
    }
    return id
  }
}
