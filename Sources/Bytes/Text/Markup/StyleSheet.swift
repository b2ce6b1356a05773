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

extension Markup {
  /// Adds the colours, and then rules.
  mutating func style(_ sheets: [StyleSheet]) {
    element("style") { style in
      style.verbatim(Palette.properties)
      for sheet in sheets { style.verbatim(sheet.rules) }
    }
  }
}
