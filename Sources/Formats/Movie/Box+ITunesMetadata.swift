package import FieldCoding
package import ISOBMFF

extension Box {
  /// An item of iTunes' metadata.
  package static func iTunesItem(_ type: FourCC, _ values: [MetadataValueBox]) -> Box {
    var item = MetadataItemBox()
    item.children = values.map { Box($0, in: .metadataItemParts) }
    return Box(type: type, item, in: .metadataItems)
  }

  /// `meta` as iTunes has it.
  package static func iTunesMetadata(_ items: [Box]) -> Box {
    var handler = HandlerBox()
    handler.handlerType = "mdir"
    handler.manufacturer = "appl"
    var list = MetadataItemListBox()
    list.children = items
    var meta = MetaBox()
    meta.children = [Box(handler), Box(list)]
    return Box(meta)
  }
}

extension MetadataValueBox {
  /// - Parameter type: the type of the value (QuickTime File Format, "Well-known types").
  package init(_ value: Bytes, type: UInt32) {
    self.init()
    self.value = value
    typeIndicator = type
  }
}
