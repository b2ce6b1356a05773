/// Something that is asked of files or streams, as it is written somewhere.
public protocol StatedRule: Sendable {
  /// Stable, in lower case with hyphens: `iloc-extent-past-end`. It follows from the name of the type,
  /// `IlocExtentPastEnd`, where nothing else is stated.
  static var id: String { get }
  /// How bad it is when the rule is broken.
  static var severity: Severity { get }
  /// Where it stands: `ISO/IEC 14496-12 §8.11.3`.
  static var clause: String { get }
  /// What is asked, in one sentence.
  static var sentence: String { get }
}

/// Something that a file must be, should be, or had better be.
///
/// One rule is one type in one file, and one line in ``Rules/all``. Tests fire each of them by a
/// small change to a good file.
public protocol Rule: StatedRule {
  /// Whether a file that breaks it cannot be read in full: `inspect` looks at such rules only.
  static var concernsReading: Bool { get }

  /// Reports each place where `file` breaks the rule.
  static func check(_ file: ExaminedFile, _ findings: inout Findings)
}

extension Rule {
  public static var concernsReading: Bool { false }
}

extension StatedRule {
  public static var id: String {
    let name = Array("\(Self.self)")
    var id = ""
    for (index, character) in name.enumerated() {
      if index > 0, character.isUppercase {
        // A word starts where capitals end, too: "JPEGItem" has two.
        let startsWord = index + 1 < name.count && name[index + 1].isLowercase
        if name[index - 1].isLowercase || startsWord { id += "-" }
      }
      id += character.lowercased()
    }
    return id
  }
}
