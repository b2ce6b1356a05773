public import ISOBMFF

/// The path of a field: `moov/trak[1]/tkhd.flags`, `moov/trak/mdia/minf/stbl/stts.entries[0].sample_delta`.
/// The names are those of the specification, as `boxwalk inspect --tree` shows them.
public struct EditedFieldPath: Equatable, Sendable, CustomStringConvertible {
  /// The box that has the field.
  public var box: BoxPath
  /// The steps from the box to the field: `["entries[0]", "sample_delta"]`.
  public var steps: [String]

  /// Reads a path. Nil if `text` is not a path of a box, a dot, and the name of a field.
  public init?(_ text: String) {
    guard let pattern = FieldPattern(text), let box = pattern.box.path else { return nil }
    self.init(box: box, steps: pattern.steps)
  }

  init(box: BoxPath, steps: [String]) {
    self.box = box
    self.steps = steps
  }

  /// The name of the field in its box: `entries[0].sample_delta`.
  public var field: String { steps.joined(separator: ".") }
  public var description: String { "\(box).\(field)" }
}

/// The fields with one name in all boxes that match a pattern: `moov/trak[type=vide]/tkhd.flags`, `//hdlr.name`.
public struct FieldPattern: Equatable, Sendable {
  /// The boxes that have the field.
  public var box: BoxPattern
  /// The steps from each box to the field.
  public var steps: [String]

  /// Reads a pattern. Nil if `text` is not a pattern of boxes, a dot, and the name of a field.
  public init?(_ text: String) {
    // A type has four characters. Any of them can be a dot.
    var start = text.startIndex
    if let slash = text.lastIndex(of: "/") { start = text.index(after: slash) }
    let scalars = text.unicodeScalars
    let width = text[start...].hasPrefix("*") ? 1 : 4
    guard let name = scalars.index(start, offsetBy: width, limitedBy: scalars.endIndex),
      let dot = scalars[name...].firstIndex(of: "."),
      let box = BoxPattern(String(text[..<dot]))
    else { return nil }
    let steps = text[scalars.index(after: dot)...].split(
      separator: ".", omittingEmptySubsequences: false)
    guard steps.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.box = box
    self.steps = steps.map(String.init)
  }

  /// The paths of the matching fields in a file.
  public func paths(in file: BoxFile) -> [EditedFieldPath] {
    box.paths(in: file).map { EditedFieldPath(box: $0, steps: steps) }
  }
}
