@_exported public import FieldCoding

/// A TIFF structure as Exif and raw photos use it: a tree of directories (TIFF 6.0 §2, Exif 2.32 §4.5.2).
///
/// Damage is local: ``findings`` names the unreadable parts, and the others can be used.
public struct TIFFFile: Sendable {
  /// All the bytes of the structure, from its byte order mark on.
  public let bytes: Bytes
  /// The byte order of the structure.
  public let order: ByteOrder
  /// The directories: IFD0, Exif, Interoperability, GPS, those of further images, IFD1.
  public private(set) var directories: [ExifDirectory] = []
  /// What could not be read, at most a few hundred errors.
  public private(set) var findings: [FieldError] = []

  /// Real files chain two directories.
  private static let chainLimit = 16

  /// The widths of the fields: those of TIFF, or those of BigTIFF, whose numbers of entries and offsets have 8 bytes.
  private let form: DirectoryForm

  /// Reads all directories. Throws only if `bytes` do not start as a TIFF structure does.
  ///
  /// - Parameter allowsBig: whether the structure may be BigTIFF, as files of large images are; Exif is not.
  public init(_ bytes: Bytes, allowsBig: Bool = false) throws(FieldError) {
    self.bytes = bytes
    let big = allowsBig ? TIFFFile.byteOrderOfBig(bytes) : nil
    form = big == nil ? .classic : .big
    guard let order = big ?? TIFFFile.byteOrder(bytes),
      let first = bytes.integer(at: form.offsetSize, size: form.offsetSize, order)
    else {
      throw FieldError(
        .invalid("is not a TIFF structure: it does not start with II* or MM* and an offset"),
        offset: bytes.fileOffset)
    }
    self.order = order
    var visited: Set<Int> = []
    var next = Int(clamping: first)
    var number = 0
    while number == 0 || next != 0 {
      guard number < TIFFFile.chainLimit else {
        findings.append(
          FieldError(
            .invalid("more than \(TIFFFile.chainLimit) directories follow one another"),
            offset: bytes.fileOffset(at: next)))
        break
      }
      let kind: ExifDirectory.Kind = number == 0 ? .ifd0 : number == 1 ? .ifd1 : .ifd(number)
      guard let directory = read(kind, at: next, &visited) else { break }
      if number == 0, let exif = readChild(.exif, of: directory, 0x8769, &visited) {
        _ = readChild(.interoperability, of: exif, 0xA005, &visited)
      }
      if number == 0 {
        _ = readChild(.gps, of: directory, 0x8825, &visited)
        readSubdirectories(of: directory, &visited)
      }
      next = directory.nextOffset
      number += 1
    }
  }

  /// The directories of further images, as raw photos have them.
  public var subdirectories: [ExifDirectory] {
    directories.filter { if case .sub = $0.kind { true } else { false } }
  }

  /// The byte order, if `bytes` start as a TIFF structure does.
  public static func byteOrder(_ bytes: Bytes) -> ByteOrder? {
    if bytes.has([0x49, 0x49, 0x2A, 0]) { return .little }
    if bytes.has([0x4D, 0x4D, 0, 0x2A]) { return .big }
    return nil
  }

  /// The byte order, if `bytes` start as a BigTIFF file does: with 43, the width of offsets and a zero.
  public static func byteOrderOfBig(_ bytes: Bytes) -> ByteOrder? {
    if bytes.has([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]) { return .little }
    if bytes.has([0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0]) { return .big }
    return nil
  }

  /// The first directory of a kind; nil if there is none.
  public subscript(kind: ExifDirectory.Kind) -> ExifDirectory? {
    directories.first { $0.kind == kind }
  }

  /// The maker note (Exif 2.32 §4.6.5, tag 0x927C).
  public var makerNoteEntry: TIFFEntry? { self[.exif]?[0x927C] }

  private mutating func readChild(
    _ kind: ExifDirectory.Kind, of parent: ExifDirectory, _ tag: UInt16,
    _ visited: inout Set<Int>
  ) -> ExifDirectory? {
    guard let entry = parent[tag] else { return nil }
    guard let offset = entry.integer(), form.hasOffsets(of: entry.type) else {
      findings.append(
        FieldError(
          .invalid("is not the offset of a directory, but \(entry.type)"), offset: entry.fileOffset,
          path: kind.path))
      return nil
    }
    return read(kind, at: Int(offset), &visited)
  }

  private mutating func readSubdirectories(
    of parent: ExifDirectory, _ visited: inout Set<Int>
  ) {
    guard let entry = parent[0x014A] else { return }
    for index in 0..<min(entry.count, TIFFFile.chainLimit) {
      guard let offset = entry.integer(at: index), form.hasOffsets(of: entry.type) else { return }
      _ = read(.sub(index), at: Int(offset), &visited)
    }
  }

  private mutating func read(
    _ kind: ExifDirectory.Kind, at offset: Int, _ visited: inout Set<Int>
  ) -> ExifDirectory? {
    guard visited.insert(offset).inserted else {
      findings.append(
        FieldError(
          .invalid("the directory at offset \(offset) is used twice"),
          offset: bytes.fileOffset(at: offset), path: kind.path))
      return nil
    }
    guard
      let directory = ExifDirectory(kind, in: bytes, at: offset, order, form, findings: &findings)
    else { return nil }
    directories.append(directory)
    return directory
  }
}

extension EmbeddedFormat {
  /// A TIFF structure.
  ///
  /// - Parameter first: the kind of its first directory.
  public static func tiff(_ first: ExifDirectory.Kind = .ifd0) -> EmbeddedFormat {
    EmbeddedFormat { (f, sink) throws(FieldError) in
      try TIFFFile(f.rest).describe(to: sink, first: first)
      _ = try f.take(f.bitsLeft / 8)
    }
  }

  /// The form of Exif in an item of a photo: the offset of the TIFF structure, the bytes before it, and the structure
  /// (ISO/IEC 23008-12 §A.2.1).
  public static let exifItem = EmbeddedFormat { (f, sink) throws(FieldError) in
    let payload = f.rest
    guard let tiff = ExifItem.tiff(in: payload) else {
      throw f.error(.invalid("there is no TIFF structure"))
    }
    let start = tiff.range.lowerBound - payload.range.lowerBound
    var (offset, identifier) = (UInt32(0), Bytes())
    if start >= 4 { try f.uint(32, "exif_tiff_header_offset", &offset) }
    try f.bytes("identifier", &identifier, count: .exactly(start >= 4 ? start - 4 : start))
    try TIFFFile(f.take(tiff.count)).describe(to: sink)
  }
}

extension TIFFFile {
  /// Shows every directory and entry to `sink`, each directory inside the one that points to it.
  ///
  /// - Parameter first: the kind of the first directory.
  public func describe(to sink: any FieldSink, first kind: ExifDirectory.Kind = .ifd0) {
    let first = bytes.fileOffset * 8
    let order = order == .big ? "MM, big-endian" : "II, little-endian"
    sink.field("byte_order", .text(Text(order, form: .plain)), bits: first..<first + 16)
    for var directory in directories {
      switch directory.kind {
      case .ifd0:
        directory.kind = kind
        describe(directory, to: sink)
      case .ifd1, .ifd: describe(directory, to: sink)
      case .sub, .exif, .gps, .interoperability, .makerNote, .canon: break
      }
    }
    for finding in findings { sink.damage(finding) }
  }

  private func describe(_ directory: ExifDirectory, to sink: any FieldSink) {
    let group = FieldGroup(name: "\(directory.kind)", fileRange: directory.fileRange)
    guard sink.open(group) else { return }
    for entry in directory.entries {
      sink.field(
        ExifTag.name(entry.tag, in: directory.kind), entry.fieldValue(in: directory.kind),
        bits: entry.fileBits)
      // If two pointers have the same tag, the first is followed.
      guard [0x014A, 0x8769, 0x8825, 0xA005, 0x927C].contains(entry.tag),
        entry.offset == directory[entry.tag]?.offset
      else { continue }
      switch (directory.kind, entry.tag) {
      case (.ifd0, 0x014A):
        for child in subdirectories { describe(child, to: sink) }
      case (.ifd0, 0x8769): self[.exif].map { describe($0, to: sink) }
      case (.ifd0, 0x8825): self[.gps].map { describe($0, to: sink) }
      case (.exif, 0xA005): self[.interoperability].map { describe($0, to: sink) }
      case (.exif, 0x927C):
        guard let note = makerNote else { continue }
        note.directory.map { describe($0, to: sink) }
        for finding in note.findings { sink.damage(finding) }
      default: break
      }
    }
    sink.close(group)
  }
}

extension TIFFEntry {
  /// The offset of the values in the file; if there are no values, the offset of the entry.
  private var describedOffset: Int { value.isEmpty ? fileOffset : value.fileOffset }
  fileprivate var fileBits: Range<Int> { describedOffset * 8..<(describedOffset + value.count) * 8 }
}

/// Writes TIFF structures (TIFF 6.0 §2): each directory, then its values, then its directories.
public struct TIFFWriter: Sendable {
  private let order: ByteOrder
  private var bytes: [UInt8] = []

  private init(_ order: ByteOrder) { self.order = order }

  /// A whole structure. Fields are written in the order of their tags.
  ///
  /// - Parameter thumbnail: the fields of IFD1; none for no IFD1.
  public static func tiff(
    _ order: ByteOrder, _ main: [TIFFField], thumbnail: [TIFFField] = []
  ) throws(FieldError) -> [UInt8] {
    var writer = TIFFWriter(order)
    writer.bytes += order == .big ? [0x4D, 0x4D] : [0x49, 0x49]
    writer.bytes.append(42, size: 2, order)
    writer.bytes.append(8, size: 4, order)
    let next = try writer.write(main)
    if !thumbnail.isEmpty {
      writer.align()
      writer.bytes.replace(UInt64(writer.bytes.count), at: next, size: 4, order)
      _ = try writer.write(thumbnail)
    }
    return try writer.checked()
  }

  /// A directory after `header`, with offsets that count from the header's first byte.
  static func directory(
    _ order: ByteOrder, after header: [UInt8], _ fields: [TIFFField]
  ) throws(FieldError) -> [UInt8] {
    var writer = TIFFWriter(order)
    writer.bytes = header
    _ = try writer.write(fields)
    return try writer.checked()
  }

  private func checked() throws(FieldError) -> [UInt8] {
    guard bytes.count <= Int(UInt32.max) else {
      throw FieldError(.doesNotFit(value: UInt64(bytes.count), bits: 32), offset: 0)
    }
    return bytes
  }

  /// Offsets are even (TIFF 6.0 §2, "Value Offset").
  private mutating func align() { if bytes.count % 2 == 1 { bytes.append(0) } }

  /// Writes a directory, and returns the position of its offset to the next one.
  private mutating func write(_ fields: [TIFFField]) throws(FieldError) -> Int {
    guard let count = UInt16(exactly: fields.count) else {
      throw FieldError(
        .doesNotFit(value: UInt64(fields.count), bits: 16), offset: bytes.count)
    }
    let sorted = fields.enumerated().sorted {
      ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset)
    }.map(\.element)
    bytes.append(UInt64(count), size: 2, order)
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: sorted.count * 12 + 4)
    for (index, field) in sorted.enumerated() {
      let entry = start + index * 12
      let value = field.value.encoded(order)
      guard let count = UInt32(exactly: field.value.count) else {
        throw FieldError(
          .doesNotFit(value: UInt64(bitPattern: Int64(field.value.count)), bits: 32),
          offset: entry)
      }
      bytes.replace(UInt64(field.tag), at: entry, size: 2, order)
      bytes.replace(UInt64(field.value.type.rawValue), at: entry + 2, size: 2, order)
      bytes.replace(UInt64(count), at: entry + 4, size: 4, order)
      if value.count <= 4 {
        bytes.replaceSubrange(entry + 8..<entry + 8 + value.count, with: value)
      } else {
        append(value, pointedToFrom: entry + 8)
      }
    }
    for (index, field) in sorted.enumerated() {
      let pointer = start + index * 12 + 8
      switch field.value {
      case .offset(of: let data): append(data, pointedToFrom: pointer)
      case .directory(let fields):
        append([], pointedToFrom: pointer)
        _ = try write(fields)
      default: break
      }
    }
    return start + sorted.count * 12
  }

  private mutating func append(_ data: [UInt8], pointedToFrom pointer: Int) {
    align()
    bytes.replace(UInt64(bytes.count), at: pointer, size: 4, order)
    bytes += data
  }
}

/// The order of the bytes of every number of a TIFF structure (TIFF 6.0 §2).
public enum ByteOrder: Hashable, Sendable {
  /// "MM": the most significant byte first.
  case big
  /// "II": the least significant byte first.
  case little
}

extension Bytes {
  /// The unsigned integer of `size` bytes at `offset`; nil if it is not all there.
  func integer(at offset: Int, size: Int, _ order: ByteOrder) -> UInt64? {
    if order == .big, size < 8 { return number(at: offset, size: size).map { UInt64($0) } }
    guard offset >= 0, size <= count, offset <= count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      let position = order == .big ? index : size - 1 - index
      value = value << 8 | UInt64(self[offset + position])
    }
    return value
  }

  /// `count` bytes from `offset`; nil if they are not all there.
  func slice(at offset: Int, count size: Int) -> Bytes? {
    guard offset >= 0, size >= 0, size <= count, offset <= count - size else { return nil }
    return part(offset..<offset + size)
  }

  /// Whether these bytes are at `offset`.
  func has(_ pattern: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    slice(at: offset, count: pattern.count)?.elementsEqual(pattern) ?? false
  }

  /// The file offset of the byte at `offset`, which may be the end.
  func fileOffset(at offset: Int) -> Int {
    part(Swift.min(Swift.max(offset, 0), count)..<count)?.fileOffset ?? fileOffset
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of `value`.
  mutating func append(_ value: UInt64, size: Int, _ order: ByteOrder) {
    for index in 0..<size {
      let shift = (order == .big ? size - 1 - index : index) * 8
      append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Replaces the `size` bytes at `offset`, which the caller has checked.
  mutating func replace(_ value: UInt64, at offset: Int, size: Int, _ order: ByteOrder) {
    for index in 0..<size {
      let shift = (order == .big ? size - 1 - index : index) * 8
      self[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }
}
