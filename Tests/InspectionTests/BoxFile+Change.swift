import ISOBMFF
import Testing

extension BoxFile {
  /// Changes the first box at a path of types.
  mutating func change(
    _ path: FourCC..., by edit: (inout Box) throws -> Void
  ) throws {
    try BoxFile.change(&boxes, path[...], edit)
  }

  private static func change(
    _ boxes: inout [Box], _ path: ArraySlice<FourCC>, _ edit: (inout Box) throws -> Void
  ) throws {
    let type = try #require(path.first)
    let index = try #require(boxes.firstIndex { $0.type == type })
    guard path.count > 1 else { return try edit(&boxes[index]) }
    var children = boxes[index].children
    try change(&children, path.dropFirst(), edit)
    boxes[index].children = children
  }
}
