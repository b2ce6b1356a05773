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
