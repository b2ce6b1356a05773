public import FieldCoding
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

/// The preview of a file on a page. The caller decodes the images.
public enum PagePreview: Sendable {
  /// Images as JPEG files, each with its title.
  case images([Image])
  /// The reason why there are none, as a sentence.
  case missing(String)

  /// A small image.
  public struct Image: Sendable {
    /// The title, which is the alternative text and the caption.
    public var title: String
    /// A JPEG file.
    public var jpeg: Bytes

    /// An image with its title.
    public init(title: String, jpeg: Bytes) { (self.title, self.jpeg) = (title, jpeg) }

    /// The image as a data URL.
    var dataURL: String { "data:image/jpeg;base64,\(Base64.text(jpeg))" }
  }
}

extension Markup {
  /// Adds images side by side, or the reason why there are none.
  mutating func preview(_ preview: PagePreview) {
    switch preview {
    case .missing(let reason): element("p", ["class": "note"], reason)
    case .images(let images):
      element("div", ["class": images.count == 1 ? "photo" : "strip"]) { strip in
        for image in images {
          strip.element("figure") { figure in
            figure.empty("img", ["src": image.dataURL, "alt": image.title])
            figure.element("figcaption", ["class": "faint"], image.title)
          }
        }
      }
    }
  }
}
