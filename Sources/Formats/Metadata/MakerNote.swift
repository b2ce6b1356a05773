/// A maker note: a structure of the camera's vendor (Exif 2.32 §4.6.5, tag 0x927C).
public struct MakerNote: Sendable {
  /// The maker that defined the structure.
  public enum Vendor: String, Sendable {
    case apple = "Apple"
    case canon = "Canon"
    case casio = "Casio"
    case dji = "DJI"
    case fujifilm = "Fujifilm"
    case google = "Google"
    case huawei = "Huawei"
    case kodak = "Kodak"
    case leica = "Leica"
    case nikon = "Nikon"
    case olympus = "Olympus"
    case panasonic = "Panasonic"
    case pentax = "Pentax"
    case ricoh = "Ricoh"
    case samsung = "Samsung"
    case sigma = "Sigma"
    case sony = "Sony"
    case xiaomi = "Xiaomi"
  }

  /// The bytes of the note.
  public let bytes: Bytes
  /// The vendor; nil for a note that neither its first bytes nor the camera's make give away.
  public let vendor: Vendor?
  /// Its directory, if it is Apple's. Offsets count from the note's first byte.
  public let directory: ExifDirectory?
  /// What could not be read of the directory.
  public let findings: [FieldError]

  private static let signatures: [(String, Vendor)] = [
    ("Apple iOS\0", .apple), ("AOC\0", .pentax), ("PENTAX ", .pentax), ("EPSON", .olympus),
    ("FUJIFILM", .fujifilm), ("HDRP", .google), ("HUAWEI", .huawei), ("KDK", .kodak),
    ("LEICA", .leica), ("Nikon\0", .nikon), ("OLYMP", .olympus), ("OM SYSTEM", .olympus),
    ("Panasonic\0", .panasonic), ("QVC\0", .casio), ("Ricoh", .ricoh), ("RICOH", .ricoh),
    ("SIGMA\0", .sigma), ("FOVEON\0", .sigma), ("SONY ", .sony),
  ]
  private static let makes: [(String, Vendor)] = [
    ("canon", .canon), ("dji", .dji), ("google", .google), ("huawei", .huawei),
    ("samsung", .samsung), ("sony", .sony), ("xiaomi", .xiaomi),
  ]

  /// The note of a camera.
  ///
  /// - Parameter make: the camera's make, for vendors whose notes have no signature.
  public init(_ bytes: Bytes, make: String? = nil) {
    self.bytes = bytes
    let signed = MakerNote.signatures.first { bytes.has($0.0.utf8) }?.1
    let lower = make?.lowercased() ?? ""
    vendor = signed ?? MakerNote.makes.first { lower.hasPrefix($0.0) }?.1
    var findings: [FieldError] = []
    var directory: ExifDirectory?
    if signed == .apple {
      // "Apple iOS\0", a version of two bytes, and the byte order.
      let order: ByteOrder = bytes.has([0x49, 0x49], at: 12) ? .little : .big
      directory = ExifDirectory(.makerNote, in: bytes, at: 14, order, findings: &findings)
    }
    self.directory = directory
    self.findings = findings
  }

  /// The identifier that the still and the movie of a Live Photo share (Apple's tag 0x0011).
  public var contentIdentifier: String? { directory?[0x0011]?.text }
}

extension TIFFFile {
  /// The maker note; nil if there is none.
  public var makerNote: MakerNote? {
    makerNoteEntry.map { MakerNote($0.value, make: self[.ifd0]?[0x010F]?.text) }
  }
}

extension MakerNote {
  private static let contentIdentifierTag: UInt16 = 0x0011
  private static let appleHeader = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]

  /// The smallest Apple note that has a content identifier.
  public static func apple(contentIdentifier: String) throws(FieldError) -> [UInt8] {
    try TIFFWriter.directory(
      .big, after: appleHeader, [TIFFField(contentIdentifierTag, .text(contentIdentifier))])
  }

  /// This Apple note with another content identifier; nil if it is another vendor's note or
  /// damaged.
  ///
  /// Everything else stays: an identifier of the same length is replaced in place, one of another length is appended, and
  /// a new entry moves the values after it by 12 bytes.
  public func settingContentIdentifier(_ identifier: String) -> [UInt8]? {
    guard let directory, findings.isEmpty, vendor == .apple else { return nil }
    let order = directory.order
    let value = Array(identifier.utf8) + [0]
    var result = Array(bytes)
    if let entry = directory[MakerNote.contentIdentifierTag] {
      if entry.type == .ascii, entry.count == value.count, value.count > 4 {
        result.replaceSubrange(
          entry.valueOffset..<entry.valueOffset + value.count, with: value)
        return result
      }
      result.replace(UInt64(TIFFType.ascii.rawValue), at: entry.offset + 2, size: 2, order)
      result.replace(UInt64(value.count), at: entry.offset + 4, size: 4, order)
      result.point(from: entry.offset + 8, to: value, order)
      return result
    }
    guard let count = bytes.integer(at: directory.offset, size: 2, order), count < 0xFFFF else {
      return nil
    }
    // Entries of type 0 are not among the directory's, but they keep their offsets.
    var position = directory.offset + 2
    let end = position + Int(truncatingIfNeeded: count) * 12
    while position < end,
      let tag = bytes.integer(at: position, size: 2, order), tag < MakerNote.contentIdentifierTag
    {
      position += 12
    }
    for entry in directory.entries where !entry.isInline {
      let moved = entry.valueOffset >= position ? entry.valueOffset + 12 : entry.valueOffset
      result.replace(UInt64(moved), at: entry.offset + 8, size: 4, order)
    }
    result.replace(count + 1, at: directory.offset, size: 2, order)
    var entry: [UInt8] = []
    entry.append(UInt64(MakerNote.contentIdentifierTag), size: 2, order)
    entry.append(UInt64(TIFFType.ascii.rawValue), size: 2, order)
    entry.append(UInt64(value.count), size: 4, order)
    entry.append(0, size: 4, order)
    result.insert(contentsOf: entry, at: position)
    result.point(from: position + 8, to: value, order)
    return result
  }
}

extension [UInt8] {
  /// Writes `value` at `position` if it has at most four bytes, or else after all other bytes.
  fileprivate mutating func point(from position: Int, to value: [UInt8], _ order: ByteOrder) {
    if value.count <= 4 {
      let field = value + [UInt8](repeating: 0, count: 4 - value.count)
      replaceSubrange(position..<position + 4, with: field)
      return
    }
    replace(UInt64(count), at: position, size: 4, order)
    self += value
  }
}

extension MakerNote {
  /// A TIFF structure with Canon's maker note, as in photos of other formats; nil if there is no directory.
  ///
  /// - Parameters:
  ///   - note: the maker note of a raw photo: a separate structure (`CMT3`), with offsets from its first byte.
  ///   - camera: the directory that states the camera.
  public static func tiff(ofCanon note: Bytes, camera: ExifDirectory?) -> [UInt8]? {
    guard let order = TIFFFile.byteOrder(note),
      let start = note.integer(at: 4, size: 4, order),
      let directory = note.slice(
        at: Int(start), count: note.count - Int(start))
    else { return nil }
    let names = (camera?.entries ?? []).filter { [0x010F, 0x0110].contains($0.tag) }
    let noteField = TIFFField(0x927C, .undefined(Array(directory)))
    let fields =
      names.map { TIFFField($0.tag, .text($0.text ?? "")) }
      + [TIFFField(0x8769, .directory([noteField]))]
    // The values of the maker note stay at their offsets, and the directory of the camera follows them.
    var tiff = Array(note) + (note.count % 2 == 1 ? [0] : [])
    tiff.replace(UInt64(tiff.count), at: 4, size: 4, order)
    return try? TIFFWriter.directory(order, after: tiff, fields)
  }

  /// Whether the note states both numbers from which ``headroomStops`` follows: a missing one is assumed to be 0.
  public var statesHeadroom: Bool { directory?[33] != nil && directory?[48] != nil }

  /// The headroom of the image over white, as a power of two; nil if it is not an Apple note, or if the note does not
  /// state it.
  ///
  /// It follows from the tags 33 and 48 (Apple, "Applying Apple HDR effect to your photos"). If the second is missing,
  /// it is 0.
  public var headroomStops: Double? {
    guard vendor == .apple, let directory else { return nil }
    let (first, second) = (directory[33]?.number(), directory[48]?.number())
    guard first != nil || second != nil else { return nil }
    let gain = second ?? 0
    let stops =
      (first ?? 0) < 1
      ? (gain <= 0.01 ? -20 * gain + 1.8 : -0.101 * gain + 1.601)
      : (gain <= 0.01 ? -70 * gain + 3 : -0.303 * gain + 2.303)
    return max(stops, 0)
  }
}
