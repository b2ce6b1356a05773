/// A box of a file: its fields if the syntax is known, or else its bytes.
public struct Box: Sendable {
  /// The fields of a box, or its bytes if they are not parsed.
  public enum Content: Sendable {
    case body(any BoxBody)
    case opaque(Bytes)
  }

  /// What a box consists of. It is a class, because boxes are copied from array to array by the thousand. A movie has
  /// millions of them, each with its fields in the same object, and with room only for what most boxes have.
  ///
  /// `@unchecked Sendable`: neither it nor a subclass changes after `init`.
  private class Parts: @unchecked Sendable {
    final let origin: Bytes?
    /// Whether the box is as in ``origin``.
    final let isSource: Bool
    final let namespace: BoxNamespace
    final let form: BoxHeader.SizeForm
    final let rare: RareParts?

    init(
      _ header: BoxHeader, _ namespace: BoxNamespace, trailing: Bytes?, origin: Bytes?,
      isSource: Bool, damage: [FieldError]
    ) {
      self.origin = origin
      self.isSource = isSource
      self.namespace = namespace
      form = header.form
      rare =
        header.userType == nil && trailing == nil && damage.isEmpty
        ? nil : RareParts(userType: header.userType, trailing: trailing, damage: damage)
    }

    final func header(_ type: FourCC) -> BoxHeader {
      BoxHeader(type: type, userType: rare?.userType, form: form)
    }

    // Those of a box that is just bytes, which are in the file.

    var content: Content {
      let start = header(FourCC(rawValue: 0)).count
      return .opaque(origin.flatMap { $0.part(min(start, $0.count)..<$0.count) } ?? Bytes())
    }
    var bodyType: (any BoxBody.Type)? { nil }
    var children: [Box] { [] }
  }

  /// The parts of a box that is just bytes, which are not in the file.
  private final class OpaqueParts: Parts, @unchecked Sendable {
    private let bytes: Bytes

    init(
      _ bytes: Bytes, _ header: BoxHeader, _ namespace: BoxNamespace, trailing: Bytes?,
      origin: Bytes?, damage: [FieldError]
    ) {
      self.bytes = bytes
      super.init(
        header, namespace, trailing: trailing, origin: origin, isSource: false, damage: damage)
    }

    override var content: Content { .opaque(bytes) }
  }

  /// The parts of a box with fields.
  private final class BodyParts<Body: BoxBody>: Parts, @unchecked Sendable {
    let body: Body

    init(
      _ body: Body, _ header: BoxHeader, _ namespace: BoxNamespace, trailing: Bytes?,
      origin: Bytes?, isSource: Bool, damage: [FieldError]
    ) {
      self.body = body
      super.init(
        header, namespace, trailing: trailing, origin: origin, isSource: isSource, damage: damage)
    }

    override var content: Content { .body(body) }
    override var bodyType: (any BoxBody.Type)? { Body.self }
    override var children: [Box] { body.children }
  }

  /// What few boxes have.
  private final class RareParts: Sendable {
    let userType: UserType?
    let trailing: Bytes?
    let damage: [FieldError]

    init(userType: UserType?, trailing: Bytes?, damage: [FieldError]) {
      self.userType = userType
      self.trailing = trailing
      self.damage = damage
    }
  }

  private static func parts(
    _ header: BoxHeader, _ namespace: BoxNamespace, _ content: Content, trailing: Bytes? = nil,
    origin: Bytes? = nil, isSource: Bool = false, damage: [FieldError] = []
  ) -> Parts {
    func parts(_ body: some BoxBody) -> Parts {
      BodyParts(
        body, header, namespace, trailing: trailing, origin: origin, isSource: isSource,
        damage: damage)
    }
    return switch content {
    case .body(let body): parts(body)
    case .opaque where isSource:
      Parts(
        header, namespace, trailing: trailing, origin: origin, isSource: true, damage: damage)
    case .opaque(let bytes):
      OpaqueParts(bytes, header, namespace, trailing: trailing, origin: origin, damage: damage)
    }
  }

  private var parts: Parts
  /// The type in the header. It is stored directly in the box, because it is used most often.
  public let type: FourCC

  var header: BoxHeader { parts.header(type) }
  var namespace: BoxNamespace { parts.namespace }
  /// A change of the content, or of anything inside it, makes this box and its ancestors new; other boxes keep their
  /// original bytes. Value semantics do this.
  public var content: Content {
    get { parts.content }
    set {
      // Without fields, the content is all there is.
      var trailing = parts.rare?.trailing
      if case .opaque = newValue { trailing = nil }
      parts = Box.parts(
        header, namespace, newValue, trailing: trailing, origin: origin, damage: damage)
    }
  }
  /// Bytes after the last known field.
  public var trailing: Bytes { parts.rare?.trailing ?? Bytes() }
  /// The bytes of the whole box in the original file; an unchanged box is copied from there. Nil if it was changed or is
  /// new.
  public var source: Bytes? { parts.isSource ? parts.origin : nil }
  /// The bytes from which the box was read, even if it was changed since then.
  public var origin: Bytes? { parts.origin }
  /// The errors of the parts that could not be read. Their paths start inside this box.
  public var damage: [FieldError] { parts.rare?.damage ?? [] }

  public var userType: UserType? { parts.rare?.userType }
  /// The size of the header in bytes.
  public var headerSize: Int { header.count }

  /// A box with these fields.
  public init(_ body: some BoxBody, in namespace: BoxNamespace = .boxes) {
    self.init(type: Swift.type(of: body).type, body, in: namespace)
  }

  /// A box whose syntax is shared by several types, or a `uuid` box with its user type.
  public init(
    type: FourCC, userType: UserType? = nil, _ body: some BoxBody,
    in namespace: BoxNamespace = .boxes
  ) {
    self.type = type
    parts = Box.parts(BoxHeader(type: type, userType: userType), namespace, .body(body))
  }

  /// A box with these bytes after its header.
  public init(type: FourCC, opaque: Bytes, in namespace: BoxNamespace = .boxes) {
    self.type = type
    parts = Box.parts(BoxHeader(type: type), namespace, .opaque(opaque))
  }

  /// The same box with another type of the same syntax: `hev1` as `hvc1`.
  public func retyped(_ type: FourCC) -> Box {
    guard type != self.type else { return self }
    return Box(type, of: self)
  }

  private init(_ type: FourCC, of box: Box) {
    self.type = type
    var header = box.header
    header.type = type
    parts = Box.parts(
      header, box.namespace, box.content, trailing: box.parts.rare?.trailing, origin: box.origin,
      damage: box.damage)
  }

  /// This box's fields, if it is a `Body`.
  public subscript<Body: BoxBody>(_: Body.Type) -> Body? {
    get {
      // Types are compared first, because most boxes have another type, and casts are slow.
      guard parts.bodyType == Body.self else { return nil }
      return (parts as? BodyParts<Body>)?.body
    }
    set { if let newValue { content = .body(newValue) } }
  }

  /// Whether it contains boxes, and could be read.
  public var isContainer: Bool { parts.bodyType?.isContainer ?? false }

  /// The boxes in this one; empty if it does not contain boxes.
  public var children: [Box] {
    get { parts.children }
    set {
      guard case .body(var body) = content, Swift.type(of: body).isContainer else { return }
      body.children = newValue
      content = .body(body)
    }
  }

  /// The payload, for a box that is just bytes to us.
  public var opaquePayload: Bytes? {
    if case .opaque(let bytes) = content { bytes } else { nil }
  }

  /// The payload in the file, without the header; nil for a box that was made or changed.
  public var sourcePayload: Bytes? { source?.part(headerSize..<(source?.count ?? 0)) }

  /// The definition of this type, if it is known.
  public func definition(scope: FieldScope = FieldScope()) -> BoxDefinition? {
    var scope = scope
    if namespace == .sampleEntries, scope.handlerType.rawValue == 0, case .body(let body) = content
    {
      // The handler determined how the entry was read, so the entry shows the handler.
      if body is VisualSampleEntry { scope.handlerType = "vide" }
      if body is AudioSampleEntry { scope.handlerType = "soun" }
    }
    let known = BoxRegistry.definition(type, userType: userType, in: namespace, scope: scope)
    if case .body(let body) = content, known?.body != Swift.type(of: body) {
      // The box was read by a type of the program's own.
      return .box(Swift.type(of: body))
    }
    return known
  }

  /// The size in the header, if the box is shorter because it was truncated.
  public var statedSize: UInt64? {
    for error in damage where error.offset == origin?.fileOffset {
      if case .sizeBeyondEnd(let size, _) = error.reason { return size }
    }
    return nil
  }

  /// Sets the size of a box that was truncated to the number of its bytes.
  public mutating func acceptSize() {
    let damage = damage.filter {
      if case .sizeBeyondEnd = $0.reason, $0.offset == origin?.fileOffset { false } else { true }
    }
    parts = Box.parts(
      header, namespace, content, trailing: parts.rare?.trailing, origin: origin, damage: damage)
  }
}

// MARK: - Decoding

extension Box {
  /// Reads the box at the position of `f`. Errors inside it are kept in it.
  fileprivate init(
    header: BoxHeader, bytes: Bytes, in namespace: BoxNamespace, name: String,
    from f: inout FieldCoder
  ) {
    type = header.type
    let payload = bytes.part(header.count..<bytes.count) ?? Bytes()
    var content = Content.opaque(payload)
    var trailing: Bytes?
    var damage: [FieldError] = []
    let definition =
      f.budget.limits.ownBoxes?.definition(header.type, header.userType, in: namespace)
      ?? BoxRegistry.definition(
        header.type, userType: header.userType, in: namespace, scope: f.scope)
    // The title is only looked up if it is shown.
    let group = f.sink.map { _ in
      FieldGroup(
        name: name,
        kind: .box(
          headerSize: header.count, title: definition?.title ?? "",
          specification: definition?.specification ?? ""),
        fileRange: bytes.fileOffset..<bytes.fileOffset + bytes.count)
    }
    let isShown = group.flatMap { f.sink?.open($0) } ?? false
    if let stated = header.statedSize, stated > UInt64(bytes.count) {
      damage.append(
        FieldError(
          .sizeBeyondEnd(size: stated, available: bytes.count),
          offset: bytes.fileOffset))
    }
    if header.type == "uuid", header.userType == nil {
      damage.append(
        FieldError(.sizeBelowHeader(UInt64(bytes.count)), offset: bytes.fileOffset))
    }
    if var body = definition?.body?.init() {
      payload.belongTogether()
      let spent = f.budget.spentElements
      do throws(FieldError) {
        var inner = try f.inner(payload, shown: isShown)
        inner.scope.type = header.type
        defer { damage += inner.damage }
        // Tables and lists cannot be read if missing bytes would read as zeros.
        if !Swift.type(of: body).isContainer, header.type != "imda", let problem = payload.missing {
          throw FieldError(.notRead(problem), offset: payload.fileOffset)
        }
        try body.fields(&inner)
        content = .body(body)
        if !inner.isAtEnd { trailing = inner.rest }
        if isShown, let trailing { f.show(trailing, named: "trailing") }
      } catch {
        // In another container, the same code can be another box, whose fields are not known.
        let isOther = definition.map { !BoxRegistry.isUsual($0, in: f.scope.type) } ?? false
        switch error.reason {
        case .exceedsLimit, .notRead: damage.append(error)
        default: if !isOther { damage.append(error) }
        }
        // Its bytes are kept, and its fields are not.
        f.budget.release(to: spent)
      }
    } else if isShown {
      f.show(payload, as: definition?.format)
    }
    if isShown, let group {
      for error in damage { f.sink?.damage(error) }
      f.sink?.close(group)
    }
    parts = Box.parts(
      header, namespace, content, trailing: trailing, origin: bytes, isSource: true,
      damage: damage)
  }
}

extension Box {
  /// A box whose header was overwritten. It is where it was in the file, with what follows the eight bytes of the header.
  init(_ type: FourCC, withoutHeader bytes: Bytes) {
    var coder = FieldCoder(decoding: bytes)
    self.init(
      header: BoxHeader(type: type), bytes: bytes, in: .boxes, name: "", from: &coder)
    // It is not written as it was.
    acceptSize()
  }
}

extension FieldCoder {
  /// The boxes in the rest of this box.
  ///
  /// If one box cannot be read, the others are still read. Bytes after the last box are kept unchanged: QuickTime ends
  /// lists with four zero bytes.
  public mutating func boxes(
    _ children: inout [Box], in namespace: BoxNamespace = .boxes
  ) throws(FieldError) {
    // Offsets are corrected box by box, so those in children are not corrected here.
    guard correction == nil else { return }
    if let outline { return outline.add("boxes", .boxes, bits: nil) }
    guard isDecoding else {
      for (index, child) in children.enumerated() {
        // Only the last box may have a size up to the end.
        let isLast = index == children.count - 1
        try (isLast ? child : child.withStatedSize).write(to: &self)
      }
      return
    }
    children.removeAll()
    try readBoxes(&children, in: namespace)
  }

  /// Adds the boxes in the rest of this box.
  ///
  /// - Parameter others: the number of bytes behind them.
  mutating func readBoxes(
    _ children: inout [Box], in namespace: BoxNamespace = .boxes, before others: Int = 0
  ) throws(FieldError) {
    var seen = TypeCounts()
    for child in children { _ = seen.next(child.type) }
    while bitsLeft >= 8 * (others + 8), let left = rest.part(0..<rest.count - others) {
      let header: BoxHeader
      do throws(FieldError) { header = try BoxHeader(left) } catch {
        return damage.append(error)
      }
      if header.form == .toEnd, header.type.rawValue == 0 { return }
      let size = header.statedSize.map { Int(clamping: $0) } ?? left.count
      do throws(FieldError) { try spendElement() } catch { return damage.append(error) }
      var name = ""
      if sink != nil {
        let index = seen.next(header.type)
        name = index == 0 ? "\(header.type)" : "\(header.type)[\(index)]"
      }
      let child = Box(
        header: header, bytes: try take(min(size, left.count)), in: namespace, name: name,
        from: &self)
      scope.learn(from: child)
      children.append(child)
    }
  }

  /// Boxes with their number in front.
  public mutating func boxes(
    _ children: inout [Box], in namespace: BoxNamespace = .boxes, countedBy bits: Int,
    _ name: StaticString
  ) throws(FieldError) {
    // Free space between sample entries is not an entry.
    func counted() -> Int {
      let isFree: (Box) -> Bool = {
        namespace == .sampleEntries && ["free", "skip"].contains($0.type)
      }
      return children.count - children.count(where: isFree)
    }
    var count = UInt32(clamping: counted())
    let start = offset
    try uint(bits, name, &count)
    try boxes(&children, in: namespace)
    let found = counted()
    if isDecoding, found != Int(count) {
      let sentence = "\(name) is \(count), where the number of boxes is \(found)"
      damage.append(FieldError(.invalid(sentence), offset: start, path: ["\(name)"]))
    }
  }
}

// MARK: - Encoding

extension Box {
  /// A box whose header states its size, so that other boxes can follow it.
  fileprivate var withStatedSize: Box {
    guard header.form == .toEnd else { return self }
    var box = self
    var header = header
    header.form = .compact
    if let payload = sourcePayload, !damage.isEmpty {
      // What could not be read is copied behind the new header.
      box.parts = Box.parts(header, namespace, .opaque(payload), origin: origin)
    } else {
      box.parts = Box.parts(
        header, namespace, content, trailing: parts.rare?.trailing, origin: origin)
    }
    return box
  }

  /// The bytes of a box that was changed.
  var rewritten: Bytes? {
    var coder = FieldCoder()
    guard (try? write(to: &coder)) != nil else { return nil }
    return Bytes(coder.written.bytes)
  }

  func write(to f: inout FieldCoder) throws(FieldError) {
    // A box that could not be read can only be copied.
    if let source, f.copiesUnchanged || !damage.isEmpty { return f.writer.write(source) }
    var inner = f.innerWriter()
    inner.scope.type = header.type
    // The assigned field belongs to the enclosing box, and not to this one.
    inner.assignment = nil
    do throws(FieldError) {
      switch content {
      case .opaque(let bytes): inner.writer.write(bytes)
      case .body(var body): try body.fields(&inner)
      }
      if let trailing = parts.rare?.trailing { inner.writer.write(trailing) }
    } catch {
      throw error.nested(in: "\(type)")
    }
    let start = f.writer.count
    header.write(payloadCount: inner.writer.count, to: &f.writer)
    f.writer.write(inner.writer)
    if let origin { f.writer.note(replacing: origin, from: start) }
  }
}

extension Box: Equatable {
  /// Two boxes are equal if they have the same content, even if they come from different files.
  public static func == (a: Box, b: Box) -> Bool {
    guard a.type == b.type, a.userType == b.userType, a.trailing == b.trailing else { return false }
    switch (a.content, b.content) {
    case (.opaque(let a), .opaque(let b)): return a == b
    case (.body(let a), .body(let b)): return a.isEqual(to: b)
    default: return false
    }
  }
}

extension BoxBody {
  fileprivate func isEqual(to other: any BoxBody) -> Bool { other as? Self == self }
}
