public import FieldCoding
import Text

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
