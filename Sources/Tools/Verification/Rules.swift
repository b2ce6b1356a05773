/// All rules, by area.
public enum Rules {
  /// All rules in the order in which they are checked.
  public static let all: [FileRule] =
    content + brands + boxes + jpeg2000 + items + itemData + derivedImages + hevc + imageProperties
    + codecs
    + sampleTables + tracks + fragments + cmaf

  /// The rules that tell whether a file can be read completely.
  public static let reading = all.filter { $0.concernsReading }

  /// The rules that tell whether the name and the brands of a file are true of its content.
  public static let naming: [FileRule] = [
    containerDiffers, extensionDiffers, brandCodecUnmet, brandSequenceUnmet,
  ]

  /// Some of a file could not be read. ``Report`` reports it.
  public static let fileUnread = ReportedRule(
    id: "file-unread", severity: .error, clause: "Boxwalk reads files that do not change",
    sentence:
      "The bytes of a file can be read: they come within the limits that were set, and do not change meanwhile."
  )

  /// Frames, images and packets of audio that cannot be decoded. `verify --decode` reports it.
  public static let decodingFails = ReportedRule(
    id: "decoding-fails", severity: .error, clause: "The standards of the codecs",
    sentence:
      "Decoders decode every frame, image and packet of audio; verify --decode checks it.")

  /// Frames, images and packets of audio for which this computer has no decoder, or which are not shown at any time.
  /// `verify --decode` reports it.
  public static let notDecoded = ReportedRule(
    id: "not-decoded", severity: .warning, clause: "The standards of the codecs",
    sentence: "There is a decoder for all that verify --decode is to decode.")
}

/// A requirement for files or streams, with the clause that contains it.
public protocol StatedRule: Sendable {
  /// The ID, which does not change, in lower case with hyphens: `iloc-extent-past-end`.
  var id: String { get }
  /// The severity of findings.
  var severity: Severity { get }
  /// The clause of the standard: `ISO/IEC 14496-12 §8.11.3`.
  var clause: String { get }
  /// The requirement, in one sentence.
  var sentence: String { get }
}

/// A rule with the function that checks a subject. A test for each rule breaks it with a small change to a good subject.
public struct Rule<Subject>: StatedRule {
  /// The ID, which does not change: `iloc-extent-past-end`.
  public let id: String
  /// The severity of findings.
  public let severity: Severity
  /// The clause of the standard: `ISO/IEC 14496-12 §8.11.3`.
  public let clause: String
  /// The requirement, in one sentence.
  public let sentence: String
  /// Whether a file that breaks it cannot be read completely. `inspect` checks such rules, and ``Rules/naming``.
  public let concernsReading: Bool
  /// Reports each breach of the rule.
  public let check: @Sendable (Subject, inout Findings) -> Void

  /// Creates a rule of your own, which `Report(_:rules:)` checks beside those of ``Rules``.
  public init(
    _ id: String, _ severity: Severity, _ clause: String, _ sentence: String,
    concernsReading: Bool = false, check: @escaping @Sendable (Subject, inout Findings) -> Void
  ) {
    (self.id, self.severity, self.clause, self.sentence) = (id, severity, clause, sentence)
    (self.concernsReading, self.check) = (concernsReading, check)
  }
}

/// A rule that checks a file.
public typealias FileRule = Rule<ExaminedFile>

/// A rule for findings that something other than a check reports.
public struct ReportedRule: StatedRule {
  /// The ID, which does not change: `iloc-extent-past-end`.
  public let id: String
  /// The severity of findings.
  public let severity: Severity
  /// The clause of the standard: `ISO/IEC 14496-12 §8.11.3`.
  public let clause: String
  /// The requirement, in one sentence.
  public let sentence: String
}
