public import FieldCoding
import Text

/// The preview of a file on a page. The caller decodes the pictures.
public enum PagePreview: Sendable {
  /// Pictures as JPEG files, each with its title.
  case pictures([Picture])
  /// The reason why there are none, as a sentence.
  case missing(String)

  /// A small picture.
  public struct Picture: Sendable {
    /// The title, which is the alternative text and the caption.
    public var title: String
    /// A JPEG file.
    public var jpeg: Bytes

    /// A picture with its title.
    public init(title: String, jpeg: Bytes) { (self.title, self.jpeg) = (title, jpeg) }

    /// The picture as an address.
    var address: String { "data:image/jpeg;base64,\(Base64.text(jpeg))" }
  }
}

extension Markup {
  /// Adds pictures side by side, or the reason why there are none.
  mutating func preview(_ preview: PagePreview) {
    switch preview {
    case .missing(let reason): element("p", ["class": "note"], reason)
    case .pictures(let pictures):
      element("div", ["class": pictures.count == 1 ? "photo" : "strip"]) { strip in
        for picture in pictures {
          strip.element("figure") { figure in
            figure.empty("img", ["src": picture.address, "alt": picture.title])
            figure.element("figcaption", ["class": "faint"], picture.title)
          }
        }
      }
    }
  }
}
