/// The style of text: with colours for a terminal, and without colours for a pipe.
public struct ReportTextStyle: Sendable {
  /// Whether text has colours, with the escape sequences of ECMA-48 §8.3.117 (SGR).
  public var isColoured: Bool
  /// A style with or without colours.
  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  /// The text before and after faint text.
  var faintly: (start: String, end: String) { around("2") }

  private func around(_ code: String) -> (start: String, end: String) {
    isColoured ? ("\u{1B}[\(code)m", "\u{1B}[0m") : ("", "")
  }

  private func paint(_ code: String, _ text: String) -> String {
    guard isColoured else { return text }
    let (start, end) = around(code)
    return start + text + end
  }
  /// `text` as a heading: bold, if there are colours.
  public func heading(_ text: String) -> String { strong(text) }
  package func strong(_ text: String) -> String { paint("1", text) }
  package func faint(_ text: String) -> String { paint("2", text) }
  func alarm(_ text: String) -> String { paint("31", text) }
  func caution(_ text: String) -> String { paint("33", text) }
  package func name(_ text: String) -> String { paint("36", text) }
  func removed(_ text: String) -> String { paint("31", text) }
  func added(_ text: String) -> String { paint("32", text) }
}

// MARK: - The tree

extension ReportTextStyle {
  /// The name of a box, in the colour of its content.
  func box(_ name: String, type: Substring, isKnown: Bool) -> String {
    switch type {
    case "mdat", "imda", "idat": media(name)
    case "free", "skip", "wide": faint(name)
    default: isKnown ? strong(name) : unknown(name)
    }
  }

  private func media(_ text: String) -> String { paint("1;32", text) }
  private func unknown(_ text: String) -> String { paint("1;35", text) }

  /// The meaning of the colours of a tree; nil if there are none.
  var treeLegend: String? {
    guard isColoured else { return nil }
    return [
      strong("box or item"), media("media data"), faint("free space, sizes and offsets"),
      unknown("unknown box"), name("field") + " = value", alarm("damaged"),
    ].joined(separator: faint(" · "))
  }
}

// MARK: - Kinds of bytes

extension ReportTextStyle {
  /// A character for bytes of a kind; they differ without colours, too.
  func bytes(_ kind: ByteKind) -> String {
    let (colour, character) =
      switch kind {
      case .video: ("34", "█")
      case .items: ("32", "▓")
      case .audio: ("33", "▒")
      case .description: ("36", "≡")
      case .other: ("35", "░")
      case .free: ("2", "·")
      case .lost: ("31", "×")
      }
    return paint(colour, character)
  }
}
