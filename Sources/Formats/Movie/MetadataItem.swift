import ISOBMFF

/// A value with a key: `com.apple.quicktime.make`, `©nam`.
public struct MetadataItem: Sendable, Equatable {
  /// The key as the file has it: `com.apple.quicktime.make`, `©nam`.
  public var key: String
  /// The value as text; a description, if the value is not text.
  public var value: String
  /// What the value is.
  public var form = Form.text

  /// Forms of values.
  public enum Form: Sendable {
    case text, number
    /// Bytes that only their own type explains: ``MetadataItem/value`` describes them.
    case bytes
  }

  /// All metadata of a movie or a track: `meta` with `keys` and `ilst`, `udta/meta/ilst`, and the
  /// texts in `udta`.
  static func items(in children: [Box]) -> [MetadataItem] {
    let userData = children.userData
    return (children + userData).all("meta").flatMap { items(inMeta: $0.children) }
      + userData.compactMap { box in
        box[UserDataTextBox.self].map {
          MetadataItem(key: "\(box.type)", value: $0.texts.first?.string ?? "")
        }
      }
  }

  private static func items(inMeta meta: [Box]) -> [MetadataItem] {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys ?? []
    return meta.at("ilst").flatMap { item -> [MetadataItem] in
      let index = Int(item.type.rawValue)
      let key =
        index >= 1 && index <= keys.count
        ? keys[index - 1].value.string : MetadataItem.name(of: item)
      return item.children.compactMap { $0[MetadataValueBox.self] }.map {
        MetadataItem(key: key, value: $0.text, form: Form($0))
      }
    }
  }

  /// `----` items are named by their `mean` and `name`.
  private static func name(of item: Box) -> String {
    guard item.type == "----" else { return "\(item.type)" }
    return item.children.compactMap { $0[MetadataNameBox.self]?.text.string }.joined(separator: ":")
  }
}

extension MetadataItem.Form {
  fileprivate init(_ box: MetadataValueBox) {
    self =
      switch box.typeIndicator {
      case _ where box.position != nil: .text
      case 1, 2, 4, 5: .text
      case 21...24, 65...67, 74...78: .number
      default: .bytes
      }
  }
}
