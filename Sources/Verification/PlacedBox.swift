public import ISOBMFF

/// A box, and where it stands in the file.
///
/// A class: rules hand these around by the thousand, and a box has many parts to copy.
public final class PlacedBox: Sendable {
  public let box: Box
  private let step: BoxPath.Step
  private let parent: PlacedBox?
  /// Of the first byte of its header.
  public let offset: Int
  /// Its bytes in the file, header included.
  public let bytes: Bytes
  /// Its own place in ``VerifiedFile/walk``.
  let index: Int
  /// That of the box around it; nil at the top.
  let container: Int?

  private init(
    _ box: Box, _ bytes: Bytes, _ step: BoxPath.Step, in parent: PlacedBox?, index: Int
  ) {
    self.box = box
    self.bytes = bytes
    self.step = step
    self.parent = parent
    self.index = index
    offset = bytes.fileOffset
    container = parent?.index
  }

  public var type: FourCC { box.type }

  /// The way from the top of the file.
  public var path: BoxPath {
    var path = parent?.path ?? BoxPath(steps: [])
    path.steps.append(step)
    return path
  }

  /// Whether these are the types of the boxes around it and its own.
  func stands(at path: ArraySlice<FourCC>) -> Bool {
    guard let last = path.last, type == last else { return false }
    let around = path.dropLast()
    guard let parent else { return around.isEmpty }
    return parent.stands(at: around)
  }

  /// Of the first byte after it.
  public var end: Int { offset + bytes.count }

  /// All boxes below `boxes`, each before those inside it.
  static func walk(_ boxes: [Box]) -> [PlacedBox] {
    var walk: [PlacedBox] = []
    func add(_ boxes: [Box], in parent: PlacedBox?) {
      var seen: [FourCC: Int] = [:]
      for box in boxes {
        guard let bytes = box.source else { continue }
        let index = seen[box.type, default: 0]
        seen[box.type] = index + 1
        let place = PlacedBox(
          box, bytes, BoxPath.Step(type: box.type, index: index), in: parent, index: walk.count)
        walk.append(place)
        add(box.children, in: place)
      }
    }
    add(boxes, in: nil)
    return walk
  }
}
