/// The boxes of a file, or of any bytes that are a sequence of boxes.
public struct BoxFile: Sendable {
  /// All the bytes of the file.
  public let bytes: Bytes
  public var boxes: [Box]
  /// Bytes at the end that are not a box: records of a camera, or bytes that something added to a file that was whole.
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
    do throws(FieldError) { try coder.boxesOfFile(&boxes) } catch { failure = [error] }
    damage = coder.damage + failure
    trailing = coder.rest
  }

  /// A fragment is longer.
  private static let longestAfterFragments = 512

  /// The bytes after the last box, if they are part of the file, and no data that something added to it.
  public enum LostContents: Sendable {
    /// Further fragments of a movie were there.
    case fragments(Bytes)
    /// Nothing before them describes media data, samples or items are in them, or a few stray bytes hide further boxes.
    case media(Bytes)

    /// The bytes after the last box.
    public var bytes: Bytes {
      switch self {
      case .fragments(let bytes), .media(let bytes): bytes
      }
    }
  }

  /// What the bytes after the last box are, if they are part of the file. Nil otherwise.
  public var lostContents: LostContents? {
    if let lostFragments { return .fragments(lostFragments) }
    guard !trailing.isEmpty, trailing.source === bytes.source else { return nil }
    let isDescribed = boxes.contains { $0.type == "moof" || FourCC.describing.contains($0.type) }
    let start = trailing.fileOffset - bytes.fileOffset
    return isDescribed && !boxes.refersToData(from: start) && trailing.strayByteCount == nil
      ? nil : .media(trailing)
  }

  /// The bytes after the last box of a movie in fragments, if there were further fragments: they are more than something
  /// else is, the beginning of one, stand where media data should, are zeros before a box, or have the content of a fragment.
  /// Nil if no fragment is lost there.
  package var lostFragments: Bytes? {
    let hasFragments = boxes.contains { $0.type == "moof" }
    guard hasFragments || boxes.at("moov").contains(where: { $0.type == "mvex" }) else {
      return nil
    }
    let isLong = trailing.count > BoxFile.longestAfterFragments
    let isBeforeBox =
      trailing.typeOfContent == "moof"
      || trailing.number(at: 0, size: 7) == 0 && trailing.startOfBoxBehindZeros != nil
    // Padding follows a movie that announces fragments and has none; anything else that is long can be all of them.
    let isInFragments =
      hasFragments || isBeforeBox || boxes.first("mdat") == nil || isLong && !trailing.isZero
    guard !trailing.isEmpty, isInFragments,
      trailing.startOfInsta360Records != 0, trailing.startOfSamsungRecords != 0,
      boxes.last?.type == "moof" || FileKind(amongOther: trailing) == nil && !isPadding
    else { return nil }
    let begins = (5..<8).contains(trailing.count) && "moof".utf8.starts(with: trailing.dropFirst(4))
    return isLong || isBeforeBox || boxes.last?.type == "moof" || begins ? trailing : nil
  }

  /// Whether the bytes after the last fragment are padding: all FF, or zeros, unless a fragment may be lost there, because
  /// they are as many bytes as one, and no index of the movie (`mfra`) precedes them.
  private var isPadding: Bool {
    guard trailing.isZero else { return trailing.isFilled(with: 0xFF) }
    var sizes: [Int] = []
    for box in boxes {
      if box.type == "moof" { sizes.append(0) }
      if !sizes.isEmpty, ["moof", "mdat"].contains(box.type) {
        sizes[sizes.count - 1] += box.origin?.count ?? 0
      }
    }
    return boxes.last?.type == "mfra" || trailing.count < sizes.min() ?? 0
  }

  /// Where the boxes end and other data begins: the records of a camera, which are found from the end of the file, another
  /// file that something added to a file that was whole, stray bytes before a box, a box whose header was overwritten, or
  /// what would be a box of an unknown type that does not fit, after the boxes that the file needs.
  ///
  /// - Returns: the position, and whether nothing else is possible.
  fileprivate static func end(
    of bytes: Bytes, _ limits: DecodeLimits
  ) -> (position: Int, isCertain: Bool) {
    // A remote file is read from its end only if something is no box that is known.
    lazy var records = bytes.startOfInsta360Records ?? bytes.startOfSamsungRecords
    var (hasContents, hasMedia, hasFragments) = (false, false, false)
    var movie: Bytes?
    var position = 0
    while position + 8 <= bytes.count, let rest = bytes.part(position..<bytes.count) {
      let header = try? BoxHeader(rest)
      let isKnown =
        header.map { header in
          limits.ownBoxes?.definition(header.type, header.userType, in: .boxes) != nil
            || BoxRegistry.definition(header.type, userType: header.userType) != nil
        } ?? false
      let size = header?.statedSize.map { Int(clamping: $0) } ?? rest.count
      let fits =
        header?.statedSize != nil && size <= rest.count && header?.type.isPrintable == true
      if hasContents, header?.type == "ftyp", fits, let next = rest.part(size..<rest.count),
        // A movie in fragments may be initialized again.
        !hasFragments || isOtherFile(next)
      {
        return (position, false)
      }
      if !isKnown || !fits {
        if position > 0, !fits, let end = rest.endOfContent, end < rest.count {
          return (position, true)
        }
        if position == records { return (position, true) }
        if hasContents, FileKind(amongOther: rest) != nil || rest.isFilled(with: 0xFF) {
          return (position, false)
        }
        if position > 0, !isKnown, let count = rest.strayByteCount, count < 4 || !fits {
          return (position, true)
        }
        // Media data without a stated size ends where the records begin.
        if header?.form == .toEnd, header?.type == "mdat", let records { return (records, true) }
        // More fragments may follow media data whose size is wrong.
        let isInFragments = hasFragments || movie.map(isInitialization) ?? false
        let isLast =
          hasContents && (hasMedia || isInFragments)
          && (!isInFragments || rest.count <= longestAfterFragments)
        if !isKnown, !fits, isLast { return (position, false) }
      }
      guard let header, size <= rest.count else { break }
      if ["moov", "meta"].contains(header.type) { hasContents = true }
      if header.type == "moov" { movie = rest.part(0..<size) }
      if ["mdat", "imda"].contains(header.type) { hasMedia = true }
      if header.type == "moof" { hasFragments = true }
      position += size
    }
    return (bytes.count, true)
  }

  /// Whether the boxes after an `ftyp` box are those of a file with items, or of a movie whose samples are in tables.
  private static func isOtherFile(_ boxes: Bytes) -> Bool {
    var rest = boxes
    while let header = try? BoxHeader(rest) {
      let size = min(header.statedSize.map { Int(clamping: $0) } ?? rest.count, rest.count)
      switch header.type {
      case "meta", "mdat": return true
      case "moov": return !isInitialization(rest.part(0..<size) ?? rest)
      case "free", "skip", "wide", "uuid":
        guard size >= 8, let next = rest.part(size..<rest.count) else { return false }
        rest = next
      default: return false
      }
    }
    return false
  }

  /// Whether a `moov` box announces fragments, so that a file without media data can be whole.
  private static func isInitialization(_ movie: Bytes) -> Bool {
    var rest = (try? BoxHeader(movie)).flatMap { movie.part($0.count..<movie.count) }
    while let boxes = rest, let header = try? BoxHeader(boxes), header.type.rawValue != 0 {
      if header.type == "mvex" { return true }
      let size = header.statedSize.map { Int(clamping: $0) } ?? boxes.count
      rest = boxes.part(min(size, boxes.count)..<boxes.count)
    }
    return false
  }

  /// Streams all boxes and fields of the file into `sink`.
  public static func describe(
    _ bytes: Bytes, limits: DecodeLimits = DecodeLimits(), to sink: any FieldSink
  ) {
    let file = BoxFile(bytes, limits: limits, sink: sink)
    for error in file.damage { sink.damage(error) }
    file.describeTrailing(to: sink)
  }

  /// Streams the fields of some boxes into `sink`, as they are now: those that changed are written for it.
  package func describe(where isMeant: (Box) -> Bool, to sink: any FieldSink) {
    for box in boxes where isMeant(box) {
      guard let bytes = box.source ?? box.rewritten else { continue }
      var coder = FieldCoder(decoding: bytes, sink: sink)
      var copies: [Box] = []
      do throws(FieldError) { try coder.boxes(&copies) } catch { sink.damage(error) }
    }
  }

  private func describeTrailing(to sink: any FieldSink) {
    guard !trailing.isEmpty else { return }
    let coder = FieldCoder(decoding: trailing, sink: sink)
    let title: String
    let format: EmbeddedFormat
    if trailing.startOfInsta360Records == 0 {
      (title, format) = ("records of Insta360", .structure(Insta360Records.self))
    } else if trailing.startOfSamsungRecords == 0 {
      (title, format) = ("records of Samsung", .structure(SamsungExtendedDataBox.self))
    } else {
      return coder.show(trailing, named: "trailing")
    }
    let group = FieldGroup(
      name: "trailing", kind: .segment(title: title, specification: "vendor's format"),
      fileRange: trailing.fileOffset..<trailing.fileOffset + trailing.count)
    guard sink.open(group) else { return }
    coder.show(trailing, as: format)
    sink.close(group)
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

  /// The number of bytes of the last box beyond the end of the file, if it was truncated; nil if it was not.
  public var missingByteCount: UInt64? {
    guard let last = boxes.last, let size = last.statedSize, let rest = last.origin else {
      return nil
    }
    return size - min(size, UInt64(rest.count))
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

extension FieldCoder {
  /// The boxes of a file, up to where other data begins.
  fileprivate mutating func boxesOfFile(_ boxes: inout [Box]) throws(FieldError) {
    let end = BoxFile.end(of: rest, budget.limits)
    let others = rest.count - end.position
    try readBoxes(&boxes, before: others)
    // Media data whose header is wrong looks like other data.
    if !end.isCertain, rest.count == others, boxes.refersToData(from: end.position) {
      try readBoxes(&boxes)
    }
  }

  /// The boxes of an embedded file: their offsets count from the first of them.
  public mutating func embeddedFile(_ children: inout [Box]) throws(FieldError) {
    scope.embedding += 1
    guard isDecoding, correction == nil, outline == nil else { return try boxes(&children) }
    try boxesOfFile(&children)
  }
}

extension [Box] {
  /// Whether chunks or extents begin at a position or after it.
  fileprivate func refersToData(from position: Int) -> Bool {
    let tables = first("moov")?.children.all("trak").map {
      $0.children.at("mdia", "minf", "stbl")
    }
    let offsets = (tables ?? []).flatMap {
      [
        $0.first(ChunkOffsetBox.self)?.chunkOffsets,
        $0.first(ChunkLargeOffsetBox.self)?.chunkOffsets,
      ]
      .compactMap { $0 }
    }
    if offsets.contains(where: { table in
      (0..<table.count).contains { table[$0, 0] >= Int64(position) }
    }) {
      return true
    }
    let items = at("meta").first(ItemLocationBox.self)?.items ?? []
    return items.contains { item in
      item.constructionMethod == 0
        && item.extents.contains {
          item.baseOffset &+ $0.offset &+ Swift.max($0.length, 1) > UInt64(position)
        }
    }
  }
}

extension Bytes {
  /// The number of bytes before a box of a file, if they are too few to be a box themselves; nil if no box of a known type
  /// follows 1 to 7 bytes, or another file.
  package var strayByteCount: Int? {
    (1..<8).first { start in
      start < count && part(start..<count)?.isBoxOfFile == true
        && part(start + 4..<start + 8)?.elementsEqual("ftyp".utf8) == false
    }
  }

  /// Whether a box starts here that belongs at the top of a file, and is as long as it says.
  package var isBoxOfFile: Bool {
    guard let header = try? BoxHeader(self), Int(clamping: header.statedSize ?? 0) <= count,
      let definition = BoxRegistry.definition(header.type, userType: header.userType)
    else { return false }
    return BoxRegistry.isUsual(definition, in: FourCC(rawValue: 0))
  }

  /// Where a box of a file begins behind zeros, which end a list of boxes; nil if none does.
  package var startOfBoxBehindZeros: Int? {
    let zeros = prefix { $0 == 0 }.count
    // The size of the box begins with zeros, too.
    return (Swift.max(8, zeros - 3)...Swift.max(8, zeros)).first { start in
      start < count && part(start..<count)?.isBoxOfFile == true
    }
  }
}

extension FourCC {
  /// The boxes that describe the media data of a file. Without one of them, its bytes have no meaning.
  package static let describing: Set<FourCC> = ["moov", "meta", "mini", "jP  ", "JXL "]
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

  /// The content of all user data (`udta`): a program can add another box of it to that of the camera.
  @inlinable
  public var userData: [Box] { all("udta").flatMap(\.children) }

  /// The boxes along a path of types, without indices: `at("mdia", "minf", "stbl")`.
  @inlinable
  public func at(_ path: FourCC...) -> [Box] {
    var boxes = Array(self)
    for type in path { boxes = boxes.first(type)?.children ?? [] }
    return boxes
  }
}

extension Collection<Box> {
  /// The index of the first box of a type.
  @inlinable
  package func firstIndex(_ type: FourCC) -> Index? { firstIndex { $0.type == type } }
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

/// Counts boxes by their type, which gives the indices of boxes in a container.
package struct TypeCounts {
  /// The first types. Most containers have no others, and a search in them is faster than hashing.
  private var first: [(type: FourCC, count: Int)] = []
  private var others: [FourCC: Int] = [:]

  package init() {}

  /// The number of boxes of `type` that have been counted before this one.
  package mutating func next(_ type: FourCC) -> Int {
    for index in first.indices where first[index].type == type {
      first[index].count += 1
      return first[index].count - 1
    }
    if first.count < 8 {
      first.append((type, 1))
      return 0
    }
    let count = others[type, default: 0]
    others[type] = count + 1
    return count
  }
}
