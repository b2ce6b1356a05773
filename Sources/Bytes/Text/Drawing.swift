import FieldCoding

/// A picture of shapes and text, as SVG.
public struct Drawing: Sendable {
  /// The width in its own units, in which text is 12 high.
  public var width: Double
  /// The height in its own units.
  public var height: Double
  /// The alternative text.
  public var label: String
  private var content = Markup()

  /// The position of text relative to its anchor.
  public enum Anchor: String, Sendable { case start, middle, end }

  /// A drawing that is still empty.
  public init(width: Double, height: Double, label: String) {
    (self.width, self.height, self.label) = (width, height, label)
  }

  /// Adds a rectangle.
  ///
  /// - Parameters:
  ///   - shapeClass: its class in the style sheet.
  ///   - title: the tooltip.
  public mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ shapeClass: String,
    title: String? = nil
  ) {
    let attributes: Markup.Attributes = [
      "class": shapeClass, "x": Drawing.number(x), "y": Drawing.number(y),
      "width": Drawing.number(max(0, width)), "height": Drawing.number(max(0, height)),
    ]
    guard let title else { return content.empty("rect", attributes) }
    content.element("rect", attributes) { $0.element("title", title) }
  }

  /// Adds a line of text.
  public mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, _ textClass: String? = nil
  ) {
    content.element(
      "text",
      [
        "class": textClass, "x": Drawing.number(x), "y": Drawing.number(y),
        "text-anchor": anchor == .start ? nil : anchor.rawValue,
      ], text)
  }

  /// Adds a label of an axis below a point, and keeps it on the drawing.
  public mutating func mark(_ text: String, _ x: Double, _ y: Double) {
    // About seven units for a letter.
    let half = Double(text.count) * 3.5
    let anchor: Anchor = x + half > width ? .end : x - half < 0 ? .start : .middle
    self.text(text, anchor == .end ? width : anchor == .start ? 0 : x, y, anchor)
  }

  /// Adds a path.
  public mutating func path(_ path: Path, _ pathClass: String) {
    guard !path.text.isEmpty else { return }
    content.empty("path", ["class": pathClass, "d": path.text])
  }

  /// Adds an image, as a `data:` URL.
  public mutating func picture(_ url: String, width: Double, height: Double) {
    content.empty(
      "image",
      ["href": url, "width": Drawing.number(width), "height": Drawing.number(height)])
  }

  /// Adds a part that links to an anchor of the page.
  public mutating func link(to anchor: String, _ draw: (inout Drawing) -> Void) {
    var part = Drawing(width: width, height: height, label: "")
    draw(&part)
    content.element("a", ["href": "#\(anchor)"]) { $0.add(part.content) }
  }

  /// The drawing as a part of a page.
  public var markup: Markup { markup() }

  private func markup(_ style: Markup = Markup()) -> Markup {
    Markup { markup in
      markup.element(
        "svg",
        [
          "xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-label": label,
          "viewBox": "0 0 \(Drawing.number(width)) \(Drawing.number(height))",
          "width": Drawing.number(width), "height": Drawing.number(height),
        ]
      ) {
        $0.add(style)
        $0.add(content)
      }
    }
  }

  /// Writes the drawing as a separate file, with its colours.
  public func write(to output: TextOutput) {
    output.put(markup(Markup { $0.style([.drawing]) }))
    output.line()
  }

  static func number(_ value: Double) -> String { decimal(value, digits: 1) }
}

/// The lines of a shape.
public struct Path: Sendable {
  private(set) var text = ""

  /// A path that is still empty.
  public init() {}

  /// Moves to a point without a line.
  public mutating func move(_ x: Double, _ y: Double) { add("M", x, y) }
  /// Draws a line to a point.
  public mutating func line(_ x: Double, _ y: Double) { add("L", x, y) }
  /// Draws a line back to where the shape began.
  public mutating func close() { text += "Z" }

  /// Draws a line that leaves and arrives sideways.
  public mutating func curve(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let middle = Drawing.number((start.x + end.x) / 2)
    move(start.x, start.y)
    text += "C\(middle) \(Drawing.number(start.y)) \(middle) \(Drawing.number(end.y)) "
    text += "\(Drawing.number(end.x)) \(Drawing.number(end.y))"
  }

  /// Adds a rectangle.
  public mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    move(x, y)
    text += "h\(Drawing.number(width))v\(Drawing.number(height))h\(Drawing.number(-width))Z"
  }

  private mutating func add(_ command: String, _ x: Double, _ y: Double) {
    text += "\(command)\(Drawing.number(x)) \(Drawing.number(y))"
  }
}

extension Markup {
  /// Adds what may be wider than the page, which scrolls by itself then.
  public mutating func wide(_ label: String, _ write: (inout Markup) -> Void) {
    element(
      "div", ["class": "wide", "role": "region", "aria-label": label, "tabindex": "0"], write)
  }

  /// Adds a drawing, which scrolls by itself where the page is narrow.
  ///
  /// - Parameter isScaled: whether it takes all of the width that there is.
  public mutating func plot(_ label: String, _ drawing: Drawing, isScaled: Bool = true) {
    element(
      "div",
      [
        "class": isScaled ? "wide plot" : "wide", "role": "region", "aria-label": label,
        "tabindex": "0",
      ]
    ) { $0.add(drawing.markup) }
  }
}
