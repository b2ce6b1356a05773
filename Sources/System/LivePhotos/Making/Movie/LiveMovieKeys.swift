import Editing
import ISOBMFF

/// A value of QuickTime metadata to be written.
struct LiveMovieKey {
  var key: String
  /// The type of the value, a well-known type.
  var type: UInt32
  var value: [UInt8]

  static func text(_ key: String, _ text: String) -> LiveMovieKey {
    LiveMovieKey(key: key, type: 1, value: Array(text.utf8))
  }
}

extension Box {
  /// Sets values in the metadata of this movie (`moov/meta`) and keeps all others (QuickTime File
  /// Format: Metadata).
  ///
  /// ISO metadata is converted to QuickTime metadata. A `meta` box of another kind stays, after the new
  /// one.
  mutating func set(_ keys: [LiveMovieKey]) throws(EditError) {
    let indices = children.indices.filter { children[$0].isMovieMetadata }
    guard indices.count < 2 else {
      throw EditError(
        .unsupported,
        "has \(indices.count) moov/meta boxes with keys; readers use only one of them, and not always the same"
      )
    }
    if let index = indices.first {
      var meta = children[index]
      try meta.setValues(keys)
      if meta != children[index] { children[index] = meta }
      return
    }
    if let broken = children.first(where: { $0.type == "meta" && !$0.isContainer }) {
      throw EditError(
        .damaged,
        "has moov/meta that cannot be read\(broken.damage.first.map { ": \($0.reason)" } ?? "")")
    }
    var handler = HandlerBox()
    handler.handlerType = "mdta"
    var body = MetaBox()
    body.header = nil
    body.children = [
      Box(handler), Box(MetadataItemKeysBox()), Box(MetadataItemListBox()),
    ]
    var meta = Box(body)
    try meta.setValues(keys)
    let index = children.firstIndex { $0.type == "meta" } ?? children.endIndex
    children.insert(meta, at: index)
  }

  private var isMovieMetadata: Bool {
    type == "meta" && children.first(HandlerBox.self)?.handlerType == "mdta"
  }

  private mutating func setValues(_ values: [LiveMovieKey]) throws(EditError) {
    guard var body = self[MetaBox.self] else { return }
    body.header = nil
    if body.children.first("keys") == nil { body.children.append(Box(MetadataItemKeysBox())) }
    if body.children.first("ilst") == nil { body.children.append(Box(MetadataItemListBox())) }
    guard let keysIndex = body.children.firstIndex(where: { $0.type == "keys" }),
      let listIndex = body.children.firstIndex(where: { $0.type == "ilst" }),
      var keys = body.children[keysIndex][MetadataItemKeysBox.self],
      body.children[listIndex].isContainer
    else { throw EditError(.damaged, "has movie metadata that cannot be read") }
    var items = body.children[listIndex].children
    for value in values {
      let known = keys.keys.firstIndex {
        $0.namespace == "mdta" && $0.value.string == value.key
      }
      if known == nil {
        var key = MetadataItemKeysBox.Key()
        key.value = Text(value.key, form: .plain)
        keys.keys.append(key)
      }
      let number = UInt32(clamping: (known ?? keys.keys.count - 1) + 1)
      let type = FourCC(rawValue: number)
      let item = value.item(type)
      if let index = items.firstIndex(where: { $0.type == type }) {
        if items[index].value != item.value { items[index] = item }
        // An item in another language would state another identifier.
        items.removeAll { $0.type == type && $0.value != item.value }
      } else {
        items.append(item)
      }
    }
    if keys != body.children[keysIndex][MetadataItemKeysBox.self] {
      body.children[keysIndex][MetadataItemKeysBox.self] = keys
    }
    if items != body.children[listIndex].children { body.children[listIndex].children = items }
    self[MetaBox.self] = body
  }

  fileprivate var value: MetadataValueBox? { children.first(MetadataValueBox.self) }
}

extension LiveMovieKey {
  fileprivate func item(_ number: FourCC) -> Box {
    var data = MetadataValueBox()
    data.typeIndicator = type
    data.value = Bytes(value)
    var item = MetadataItemBox()
    item.children = [Box(data, in: .metadataItemParts)]
    return Box(type: number, item, in: .metadataItems)
  }
}
