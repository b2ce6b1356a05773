import FieldCoding
public import ISOBMFF
public import Verification

/// The information about a code: its entry in the catalogue, its fields, its possible content, the rules about it, and
/// an example.
public struct BoxExplanation: Sendable {
  /// The entry of the code in the catalogue.
  public let entry: Catalogue.Entry
  /// Its fields; nil if they are not known.
  public let table: SyntaxTable?
  /// The boxes that its definition allows in it, by code.
  public let contents: [Catalogue.Entry]
  /// The rules of `verify` that concern it, by name.
  public let rules: [FileRule]
  /// What writers are known to do against those rules.
  public let quirks: [RuleQuirk]
  /// One of a file of the samples; nil if none has it.
  public let example: BoxExample?

  /// Explains an entry of the catalogue.
  public init(_ entry: Catalogue.Entry) {
    self.entry = entry
    table = entry.table
    contents = BoxExplanation.contents[entry.code, default: []]
    rules = entry.isBox ? BoxExplanation.rules(for: entry) : []
    let names = Set(rules.map { $0.id })
    quirks = RuleQuirk.all.filter { names.contains($0.rule.id) }
    example = entry.isBox ? BoxExample.all.first { $0.isOf(entry) } : nil
  }

  /// All entries for boxes and structures inside a box, by the type of that box.
  private static let contents: [FourCC: [Catalogue.Entry]] = {
    var contents: [FourCC: [Catalogue.Entry]] = [:]
    for entry in Catalogue.entries {
      for container in entry.contexts.flatMap(\.containers) {
        guard case .box(let type) = container else { continue }
        contents[type, default: []].append(entry)
      }
    }
    return contents
  }()

  /// Rules that have its code in their names, mention it, or belong to the clause that defines it.
  static func rules(for entry: Catalogue.Entry) -> [FileRule] {
    let code = "\(entry.code)"
    let word = code.lowercased().filter { $0 != " " }
    let hasClause = entry.specification.contains("§")
    // A reference or a group may have the same code as a box, and those rules are about the box.
    let isNamed = [.box, .itemProperty, .sampleEntry, .sampleGroup].contains(entry.kind)
    return words.filter { rule in
      isNamed && (rule.first == word || rule.words.contains(code))
        || hasClause && rule.clauses.contains(entry.specification)
    }.map(\.rule)
  }

  /// The codes that rules have in their names or mention, in the order of their names.
  private static let words: [RuleWords] = Rules.all.map { RuleWords($0) }.sorted {
    $0.rule.id < $1.rule.id
  }

  private struct RuleWords {
    let rule: FileRule
    /// The start of its name.
    let first: String
    /// The words of its sentence.
    let words: Set<String>
    let clauses: Set<String>

    init(_ rule: FileRule) {
      self.rule = rule
      first = rule.id.split(separator: "-").first.map(String.init) ?? ""
      let words = rule.sentence.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      self.words = Set(words.map(String.init))
      clauses = Set(rule.clause.split(separator: ";").map { String($0.drop { $0 == " " }) })
    }
  }
}

extension Catalogue.Entry {
  /// Whether it occurs in a file as a box, or as an entry of a box.
  var isBox: Bool {
    switch kind {
    case .brand, .handler, .itemType, .scheme, .colourType, .trackSelection: false
    default: true
    }
  }

  /// A sentence about the parts that are read; nil if everything is.
  var reading: String? {
    switch syntax {
    case .fields, .boxes: nil
    case .data(let reason):
      "It is shown as bytes\(reason.map { ": \($0)" } ?? "")."
    case .value: "It is a code of the registration authority, and has no fields."
    case .named(let reason): "Only its name is known: \(reason)."
    }
  }
}
