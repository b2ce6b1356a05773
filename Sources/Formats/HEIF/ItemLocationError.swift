import ISOBMFF

/// The reason why an item's data cannot be found.
public enum ItemLocationError: Error, Equatable, Sendable {
  case noItem
  /// `iloc` has no entry for the item.
  case noLocation
  /// The data is in another file.
  case elsewhere(dataReferenceIndex: UInt16)
  /// The data is in an item whose data is in this item; or it is nested through too many items and extents.
  case insideItself
  /// The data should be in `idat`, which does not exist.
  case noItemData
  /// The data is in an item that is named by no `iloc` reference. `index` counts from 1.
  case noReference(index: UInt64, count: Int)
  case unknownMethod(UInt8)
  /// - length: nil if even the start is past the end.
  case pastEnd(Origin, start: UInt64, length: UInt64?, available: Int)
  /// The extents overlap, so that they have more bytes together than the file.
  case overlapping(total: Int)

  /// The origin of offsets.
  public enum Origin: Equatable, Sendable {
    case file
    case itemData
    case item(UInt32)
  }
}

extension ItemLocationError: CustomStringConvertible {
  /// The phrase that follows "item 3".
  public var description: String {
    switch self {
    case .noItem: "does not exist"
    case .noLocation: "has no location (iloc)"
    case .elsewhere: "has its data in another file (data_reference_index)"
    case .insideItself: "is located in itself, or through too many other items"
    case .noItemData: "has its data in idat, which does not exist"
    case .noReference(let index, let count):
      "has its data in item reference \(index) of \(count)"
    case .unknownMethod(let method): "has the unknown construction method \(method)"
    case .overlapping(let total):
      "has extents that overlap: \(counted(total, "byte")) in all, more than the file has"
    case .pastEnd(let origin, let start, nil, let available):
      "starts at byte \(start) of \(origin), which has only \(counted(available, "byte"))"
    case .pastEnd(let origin, let start, .some(let length), let available):
      "needs \(counted(length, "byte")) from byte \(start) of \(origin), which has only \(counted(available, "byte"))"
    }
  }
}

extension ItemLocationError.Origin: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file: "the file"
    case .itemData: "idat"
    case .item(let id): "item \(id)"
    }
  }
}
