/// A page of HTML, which has its style and its script in itself.
public struct Page: Sendable {
  /// The title of the window.
  public var title: String
  /// Additional rules of this page.
  public var style: [StyleSheet] = []
  /// What makes the page more comfortable. All of it can be read without.
  public var script: Script?
  /// Where its pictures and movies are.
  public var media = Media.inside
  /// The program that made it, by which that program recognises it; nil if nothing has to.
  public var generator: String?

  /// A script, which is the program's own.
  public struct Script: Sendable {
    let text: StaticString
    let hash: StaticString

    /// - Parameters:
    ///   - text: without `<` and `&`.
    ///   - hash: its SHA-256 in Base64, by which browsers know it (Content Security Policy Level 3 §6.6.2.2).
    public init(_ text: StaticString, hash: StaticString) {
      self.text = text
      self.hash = hash
    }
  }

  /// Where the pictures and movies of a page are.
  public enum Media: String, Sendable {
    /// Images are `data:` URLs; there are no movies.
    case inside = "img-src data:"
    /// The pictures are files in the folder of the page.
    case beside = "img-src 'self' data:; media-src 'self'"
  }

  /// A page without a script.
  public init(title: String) { self.title = title }

  /// The policy that keeps everything else in the page from loading or running anything.
  private var policy: String {
    let script = script.map { "; script-src 'sha256-\($0.hash)'" } ?? ""
    return "default-src 'none'; style-src 'unsafe-inline'; \(media.rawValue)\(script)"
      + "; base-uri 'none'; form-action 'none'"
  }

  /// Writes the page.
  ///
  /// - Parameter body: puts its parts, in pieces of any size.
  public func write(to output: TextOutput, body: (TextOutput) -> Void) {
    output.line("<!DOCTYPE html>")
    output.line("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">")
    output.put(Markup(head))
    output.line("\n<body>")
    body(output)
    if let script { output.put(Markup { $0.element("script") { $0.verbatim(script.text) } }) }
    output.line("\n</body>\n</html>")
  }

  private func head(_ markup: inout Markup) {
    markup.element("head") { head in
      head.empty("meta", ["charset": "utf-8"])
      head.empty("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
      head.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      if let generator {
        head.empty("meta", ["name": "generator", "content": generator])
      }
      head.element("title", title)
      head.style([.page, .drawing] + style)
    }
  }
}

/// Rules of a style sheet, which are the program's own.
public struct StyleSheet: Sendable {
  let rules: StaticString

  /// Rules without `<` and `&`. Colours are those of the palette: `var(--ink)`.
  public init(_ rules: StaticString) { self.rules = rules }

  /// The style of all pages. Parts that are wider than the page are in an element of the class `wide`, which
  /// scrolls by itself.
  static let page = StyleSheet(
    """
    * { box-sizing: border-box }
    body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
      max-width: 72rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 }
    h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem } h3 { font-size: 1rem; margin: 1.2rem 0 .4rem }
    p, ul, ol, dl, table { margin: .4rem 0 } a { color: var(--link) }
    code, .code { font: .85em/1.5 ui-monospace, "DejaVu Sans Mono", monospace }
    .faint { color: var(--faint) } .error { color: var(--error) } .warning { color: var(--warning) }
    .note { color: var(--note) } .good { color: var(--good) }
    .wide { overflow-x: auto; max-width: 100% } .wide svg { max-width: none }
    .plot svg { width: 100%; min-width: 40rem; max-width: 60rem }
    .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem }
    .legend i { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; border-radius: 2px }
    table { border-collapse: collapse } th { text-align: left; font-weight: 600 }
    td, th { padding: .15rem .9rem .15rem 0; vertical-align: top }
    .number { text-align: right; white-space: nowrap }
    summary { cursor: pointer } img { max-width: 100%; height: auto }
    a:focus-visible, summary:focus-visible, .wide:focus-visible
      { outline: 2px solid var(--link); outline-offset: 2px }
    @media print { body { max-width: none; font-size: 10pt } .screen { display: none }
      h2, h3, summary { break-after: avoid } tr, svg, img { break-inside: avoid } .wide { overflow: visible }
      .plot svg { min-width: 0 } }

    """)

  /// The style of drawings, in pages and as separate files. A shape of the class `s1` has the first colour of the
  /// palette's shapes; `t1` is a tint for the background of text.
  static let drawing = StyleSheet(
    """
    svg { display: block; max-width: 100%; height: auto }
    svg text { font: 12px system-ui, sans-serif; fill: var(--ink) } svg text.faint { fill: var(--faint) }
    svg .line { stroke: var(--line); fill: none } svg .stroke { stroke: var(--ink); fill: none }
    .s1 { fill: var(--shape-1); background: var(--shape-1) } .s2 { fill: var(--shape-2); background: var(--shape-2) }
    .s3 { fill: var(--shape-3); background: var(--shape-3) } .s4 { fill: var(--shape-4); background: var(--shape-4) }
    .s5 { fill: var(--shape-5); background: var(--shape-5) } .s6 { fill: var(--shape-6); background: var(--shape-6) }
    .bad { fill: var(--error); background: var(--error) } .ink { fill: var(--ink) } .soft { fill-opacity: .8 }
    .room { fill: var(--panel); stroke: var(--shape-6); stroke-width: .5; background: var(--panel) }
    .thin { stroke-width: 1; stroke-opacity: .6 } .outline { fill: none; stroke: var(--ink); stroke-width: 1.5 }
    .node, .tile { fill: var(--panel); stroke: var(--line) } .alarm { stroke: var(--error); stroke-width: 2 }
    .tile.l1 { fill: var(--tint-6) } .tile.l2 { fill: var(--tint-3) } .tile.l3 { fill: var(--tint-1) }
    .tile.l4 { fill: var(--tint-2) }
    svg text.head { font-weight: 600 } svg text.error { fill: var(--error) }
    .t1 { fill: var(--tint-1); background: var(--tint-1) } .t2 { fill: var(--tint-2); background: var(--tint-2) }
    .t3 { fill: var(--tint-3); background: var(--tint-3) } .t4 { fill: var(--tint-4); background: var(--tint-4) }
    .t5 { fill: var(--tint-5); background: var(--tint-5) } .t6 { fill: var(--tint-6); background: var(--tint-6) }

    """)
}

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
