import Text

/// A part of a page with a heading.
struct PageSection {
  /// The target of links to it.
  let id: String
  let title: String
  let content: Markup

  init(_ id: String, _ title: String, _ write: (inout Markup) -> Void) {
    (self.id, self.title, content) = (id, title, Markup(write))
  }

  private init(_ id: String, _ title: String, _ content: Markup) {
    (self.id, self.title, self.content) = (id, title, content)
  }

  /// The same of the movie in a photo.
  var ofMotion: PageSection { PageSection("motion-\(id)", "Movie: \(title.lowercased())", content) }
}

extension TextOutput {
  /// Adds sections with their headings, one after the other.
  func put(_ sections: [PageSection]) {
    for section in sections {
      put(
        Markup { markup in
          markup.element("section", ["id": section.id]) { part in
            part.element("h2", section.title)
            part.add(section.content)
          }
          markup.line()
        })
    }
  }
}

extension Markup {
  /// Adds sentences, first those about errors and unusual data.
  mutating func notes(usual: [String], odd: [String]) {
    guard !usual.isEmpty || !odd.isEmpty else { return }
    element("ul", ["class": "notes"]) { list in
      for note in odd { list.element("li", ["class": "error"], note) }
      for note in usual { list.element("li", note) }
    }
  }
}
