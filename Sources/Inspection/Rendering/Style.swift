/// Colours of a terminal; none in a pipe.
public struct Style: Sendable {
  /// Whether text is coloured, by the escape sequences of ECMA-48 §8.3.117 (SGR).
  public var isColoured: Bool
  /// A style with or without colours.
  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  /// What goes before and after faint text.
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
  func strong(_ text: String) -> String { paint("1", text) }
  func faint(_ text: String) -> String { paint("2", text) }
  func alarm(_ text: String) -> String { paint("31", text) }
  func caution(_ text: String) -> String { paint("33", text) }
  func name(_ text: String) -> String { paint("36", text) }
  func removed(_ text: String) -> String { paint("31", text) }
  func added(_ text: String) -> String { paint("32", text) }
}
