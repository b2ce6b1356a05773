/// The colours of pages and drawings, for light and for dark surroundings.
package enum Palette {
  /// A colour, as both have it.
  package struct Colour: Sendable {
    /// The name of the property of the style sheet: `--ink`.
    package var name: StaticString
    /// The use of the colour.
    package var use: Use
    /// Six hexadecimal digits: red, green, blue.
    package var light: StaticString
    package var dark: StaticString
  }

  /// The use of a colour, which decides how much contrast it needs (WCAG 2.2 §1.4.3, §1.4.11).
  package enum Use: Sendable {
    /// The background of text.
    case ground
    /// Text on any ground.
    case text
    /// A shape that says something, on the paper.
    case shape
    /// The background of text in ink.
    case tint
    /// A line that only helps the eye.
    case line
  }

  package static let colours = [
    Colour(name: "paper", use: .ground, light: "ffffff", dark: "18181a"),
    Colour(name: "panel", use: .ground, light: "f4f4f6", dark: "232327"),
    Colour(name: "ink", use: .text, light: "1d1d1f", dark: "e8e8ea"),
    Colour(name: "faint", use: .text, light: "5a5a62", dark: "a9a9b2"),
    Colour(name: "link", use: .text, light: "0b57b0", dark: "8ab4f8"),
    Colour(name: "error", use: .text, light: "b3261e", dark: "f2857b"),
    Colour(name: "warning", use: .text, light: "805300", dark: "e0aa4a"),
    Colour(name: "note", use: .text, light: "35608f", dark: "8fb8e8"),
    Colour(name: "good", use: .text, light: "1c6e39", dark: "6fcf8f"),
    Colour(name: "line", use: .line, light: "d8d8dc", dark: "3c3c41"),
    Colour(name: "shape-1", use: .shape, light: "2f6fbf", dark: "6ea8ef"),
    Colour(name: "shape-2", use: .shape, light: "b5562c", dark: "f0956a"),
    Colour(name: "shape-3", use: .shape, light: "2a8573", dark: "5cc4b4"),
    Colour(name: "shape-4", use: .shape, light: "8a4fb0", dark: "c79bee"),
    Colour(name: "shape-5", use: .shape, light: "8f7000", dark: "e0c04a"),
    Colour(name: "shape-6", use: .shape, light: "76767e", dark: "8f8f98"),
    Colour(name: "tint-1", use: .tint, light: "dbe8fa", dark: "1f3a5c"),
    Colour(name: "tint-2", use: .tint, light: "fbe3d6", dark: "5a2f1c"),
    Colour(name: "tint-3", use: .tint, light: "d6f0ea", dark: "1c4a42"),
    Colour(name: "tint-4", use: .tint, light: "ecdffa", dark: "432c5c"),
    Colour(name: "tint-5", use: .tint, light: "f6eebf", dark: "4a4016"),
    Colour(name: "tint-6", use: .tint, light: "e6e6ea", dark: "3a3a40"),
  ]

  /// The properties of a style sheet, `--ink` and all others, by the reader's setting. Paper is light.
  static let properties: String = {
    let light = colours.map { "--\($0.name):#\($0.light)" }.joined(separator: ";")
    let dark = colours.map { "--\($0.name):#\($0.dark)" }.joined(separator: ";")
    return ":root{color-scheme:light dark;\(light)}\n"
      + "@media screen and (prefers-color-scheme:dark){:root{\(dark)}}\n"
  }()
}
