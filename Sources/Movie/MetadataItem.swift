import ISOBMFF

/// A value with a key: `com.apple.quicktime.make`, `©nam`.
public struct MetadataItem: Sendable, Equatable {
  public var key: String
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
        MetadataItem(key: key, value: position($0, key: key) ?? $0.text)
      }
    }
  }

  /// `1 of 7`, of iTunes' track and disk numbers, which are pairs of 16-bit numbers after 16 bits.
  private static func position(_ box: MetadataValueBox, key: String) -> String? {
    guard key == "trkn" || key == "disk", box.typeIndicator == 0, box.value.count >= 6 else {
      return nil
    }
    func number(_ index: Int) -> Int { Int(box.value[index]) << 8 | Int(box.value[index + 1]) }
    return number(4) == 0 ? "\(number(2))" : "\(number(2)) of \(number(4))"
  }

  /// `----` items are named by their `mean` and `name`.
  private static func name(of item: Box) -> String {
    guard item.type == "----" else { return "\(item.type)" }
    return item.children.compactMap { $0[MetadataNameBox.self]?.text.string }.joined(separator: ":")
  }
}
