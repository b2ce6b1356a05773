import Markup

/// A part of a page with a heading.
struct PageSection {
  /// By which links lead to it.
  let id: String
  let title: String
  let content: Markup

  init(_ id: String, _ title: String, _ write: (inout Markup) -> Void) {
    (self.id, self.title, content) = (id, title, Markup(write))
  }
}

extension Markup {
  /// Adds a drawing, which scrolls by itself where the page is narrow.
  ///
  /// - Parameter isScaled: whether it takes all of the width that there is.
  mutating func plot(_ label: String, _ drawing: Drawing, isScaled: Bool = true) {
    element(
      "div",
      [
        "class": isScaled ? "wide plot" : "wide", "role": "region", "aria-label": label,
        "tabindex": "0",
      ]
    ) { $0.add(drawing.markup) }
  }

  /// Adds sentences, first those on what is wrong or odd.
  mutating func notes(usual: [String], odd: [String]) {
    guard !usual.isEmpty || !odd.isEmpty else { return }
    element("ul", ["class": "notes"]) { list in
      for note in odd { list.element("li", ["class": "error"], note) }
      for note in usual { list.element("li", note) }
    }
  }
}
