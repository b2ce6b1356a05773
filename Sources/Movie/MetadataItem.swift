import ISOBMFF

/// A value with a key: `com.apple.quicktime.make`, `©nam`.
public struct MetadataItem: Sendable, Equatable {
  /// The key as the file has it: `com.apple.quicktime.make`, `©nam`.
  public var key: String
  /// The value as text; a description, if the value is not text.
  public var value: String

  /// All metadata of a movie or a track: `meta` with `keys` and `ilst`, `udta/meta/ilst`, and the
  /// texts in `udta`.
  static func items(in children: [Box]) -> [MetadataItem] {
    let userData = children.at("udta")
    return items(inMeta: children.at("meta")) + items(inMeta: userData.at("meta"))
      + userData.compactMap { box in
        box[UserDataTextBox.self].map {
          MetadataItem(key: "\(box.type)", value: $0.texts.first?.text.string ?? "")
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
        MetadataItem(key: key, value: $0.text)
      }
    }
  }

  /// `----` items are named by their `mean` and `name`.
  private static func name(of item: Box) -> String {
    guard item.type == "----" else { return "\(item.type)" }
    return item.children.compactMap { $0[MetadataNameBox.self]?.text.string }.joined(separator: ":")
  }
}
