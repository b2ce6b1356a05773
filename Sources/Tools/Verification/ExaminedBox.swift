public import ISOBMFF

/// A box with its path in the file.
///
/// It is a class, because rules pass thousands of them, and copying a box is slow. A movie has millions of them.
public final class ExaminedBox: Sendable {
  /// The box itself.
  public let box: Box
  private let parent: ExaminedBox?
  /// The index of the box among those of its type in the same container.
  private let number: Int
  /// Its index in ``ExaminedFile/walk``.
  let index: Int

  private init(_ box: Box, _ number: Int, in parent: ExaminedBox?, index: Int) {
    self.box = box
    self.number = number
    self.parent = parent
    self.index = index
  }

  /// Its bytes in the file, header included.
  public var bytes: Bytes { box.source ?? Bytes() }
  /// The offset of the first byte of its header.
  public var offset: Int { bytes.fileOffset }

  /// The index of the enclosing box in ``ExaminedFile/walk``; nil at the top level.
  var container: Int? { parent?.index }

  /// The type of the box.
  public var type: FourCC { box.type }

  /// Its fields, if it is a `Body`.
  public subscript<Body: BoxBody>(body: Body.Type) -> Body? { box[body] }

  /// The path of the box from the top of the file.
  public var path: BoxPath {
    var path = parent?.path ?? BoxPath(steps: [])
    path.steps.append(BoxPath.Step(type: type, index: number))
    return path
  }

  /// Whether these are the types of the boxes around it and its own.
  func stands(at path: ArraySlice<FourCC>) -> Bool {
    guard let last = path.last, type == last else { return false }
    let around = path.dropLast()
    guard let parent else { return around.isEmpty }
    return parent.stands(at: around)
  }

  /// The offset of the first byte after it.
  public var end: Int { offset + bytes.count }

  /// All boxes below `boxes`, each before those inside it.
  static func walk(_ boxes: [Box]) -> [ExaminedBox] {
    var walk: [ExaminedBox] = []
    func add(_ boxes: [Box], in parent: ExaminedBox?) {
      var seen = TypeCounts()
      for box in boxes where box.source != nil {
        let examined = ExaminedBox(box, seen.next(box.type), in: parent, index: walk.count)
        walk.append(examined)
        add(box.children, in: examined)
      }
    }
    add(boxes, in: nil)
    return walk
  }
}
