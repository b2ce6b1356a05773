/// The finding about a file that could not be read completely. ``Report`` adds it; it checks nothing itself.
public enum FileUnread: StatedRule {
  /// A file that changes while it is read is not verified.
  public static let severity = Severity.error
  /// No standard has this rule.
  public static let clause = "Boxwalk reads files that do not change"
  /// The rule in one sentence.
  public static let sentence =
    "The bytes of a file can be read: they come within the limits that were set, and do not change meanwhile."

  static func findings(_ problem: String) -> [Finding] {
    var findings = Findings(FileUnread.self)
    findings.add(
      offset: 0,
      "some of the file was not read, because it \(problem): what depends on it was not checked")
    return findings.kept
  }
}
