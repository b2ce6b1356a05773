/// The boxes of a file, or of any bytes that are a sequence of boxes.
public struct BoxFile: Sendable {
  /// All the bytes of the file.
  public let bytes: Bytes
  public var boxes: [Box]
  /// Bytes at the end that are not a box.
  public var trailing: Bytes
  /// The errors between the top-level boxes.
  public private(set) var damage: [FieldError]
  /// Media data that an edit adds; see ``addMedia(_:)``.
  public internal(set) var added: [Bytes] = []

  /// Reads all boxes. Tables and media data are only read when they are used.
  ///
  /// It does not throw: parts that cannot be read are kept as bytes, and their errors are in ``findings``.
  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    self.init(bytes, limits: limits, sink: nil)
  }

  private init(_ bytes: Bytes, limits: DecodeLimits, sink: (any FieldSink)?) {
    self.bytes = bytes
    boxes = []
    var coder = FieldCoder(decoding: bytes, budget: DecodeBudget(limits), sink: sink)
    var failure: [FieldError] = []
    do throws(FieldError) { try coder.boxes(&boxes) } catch { failure = [error] }
    damage = coder.damage + failure
    trailing = coder.rest
  }

  /// Streams all boxes and fields of the file into `sink`.
  public static func describe(
    _ bytes: Bytes, limits: DecodeLimits = DecodeLimits(), to sink: any FieldSink
  ) {
    let file = BoxFile(bytes, limits: limits, sink: sink)
    for error in file.damage { sink.damage(error) }
    FieldCoder(decoding: file.trailing, sink: sink).show(file.trailing, named: "trailing")
  }

  /// The file with its changes. Unchanged boxes are segments that refer to the source.
  ///
  /// - Parameter copyingUnchanged: false encodes every field again, which tests the declarations.
  public func encoded(copyingUnchanged: Bool = true) throws(FieldError) -> ByteWriter {
    var coder = FieldCoder()
    coder.copiesUnchanged = copyingUnchanged
    var boxes = boxes
    try coder.boxes(&boxes)
    coder.writer.write(trailing)
    return coder.written
  }

  /// The number of bytes of the last box beyond the end of the file, if it was cut off; nil if it was not.
  public var missingByteCount: UInt64? {
    guard let last = boxes.last, let size = last.statedSize, let rest = last.origin, !hasStrayEnd
    else { return nil }
    return size - min(size, UInt64(rest.count))
  }

  /// Whether the last box is none: bytes that something added to the file, such as the end of a transfer by HTTP. Read
  /// as a box, they have an unknown type, and a size of many times the file.
  public var hasStrayEnd: Bool {
    guard boxes.count > 1, let last = boxes.last, let size = last.statedSize else { return false }
    return last.definition() == nil && size / 16 > UInt64(bytes.count)
  }

  /// Everything that could not be read, with paths from the top of the file.
  public var findings: [FieldError] {
    var findings = damage
    collect(boxes, [], &findings)
    return findings
  }

  private func collect(_ boxes: [Box], _ path: [String], _ findings: inout [FieldError]) {
    var seen = TypeCounts()
    for box in boxes {
      let index = seen.next(box.type)
      let path = path + [index == 0 ? "\(box.type)" : "\(box.type)[\(index)]"]
      findings += box.damage.map { FieldError($0.reason, offset: $0.offset, path: path + $0.path) }
      collect(box.children, path, &findings)
    }
  }
}

// MARK: - Finding boxes

extension Sequence<Box> {
  /// The first box of a type.
  @inlinable
  public func first(_ type: FourCC) -> Box? { first { $0.type == type } }

  /// All boxes of a type.
  @inlinable
  public func all(_ type: FourCC) -> [Box] { filter { $0.type == type } }

  /// The fields of the first box with a `Body`.
  @inlinable
  public func first<Body: BoxBody>(_ body: Body.Type) -> Body? {
    for box in self { if let body = box[body] { return body } }
    return nil
  }

  /// The boxes along a path of types, without indices: `at("mdia", "minf", "stbl")`.
  @inlinable
  public func at(_ path: FourCC...) -> [Box] {
    var boxes = Array(self)
    for type in path { boxes = boxes.first(type)?.children ?? [] }
    return boxes
  }
}

extension BoxFile {
  /// The box at a path such as `meta/iprp/ipco/hvcC[2]`, where `[2]` is the third of its type.
  public func box(at path: BoxPath) -> Box? {
    var level = boxes
    var found: Box?
    for step in path.steps {
      let candidates = level.all(step.type)
      guard candidates.indices.contains(step.index) else { return nil }
      found = candidates[step.index]
      level = candidates[step.index].children
    }
    return found
  }
}
