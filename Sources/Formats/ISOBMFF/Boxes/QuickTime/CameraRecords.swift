/// The records that cameras of Insta360 write after the last box: data, each followed by its number and length, and an
/// end of 72 bytes. Its numbers are little-endian.
///
/// The format is not published. The numbers of the records are those that ExifTool and Gyroflow know.
public struct Insta360Records: FieldCodable {
  /// A piece of data with its number.
  public struct Record: Equatable, Sendable {
    public var payload = Bytes()
    public var id: UInt16 = 0

    /// Positions: rows of a time, a latitude, a longitude and more.
    public static let positions: UInt16 = 0x0700
    /// The serial number, the model and settings of the camera.
    public static let camera: UInt16 = 0x0101

    static let ids: ValueNames = [
      0x0101: "camera", 0x0200: "preview", 0x0300: "gyroscope and accelerometer",
      0x0400: "exposure", 0x0600: "times of frames", 0x0700: "positions",
    ]

    public init() {}

    /// What it holds; nil if that is not known.
    public var title: String? { Record.ids[UInt64(id)] }
  }

  /// Bytes before the first record, which no record accounts for.
  public var leading = Bytes()
  public var records: [Record] = []
  public var version: UInt32 = 3

  /// The last bytes of such a file.
  fileprivate static let signature = Array("8db42d694ccc418790edff439fe026bf".utf8)
  /// The bytes after the last record: reserved ones, the size of everything, the version, and the signature.
  fileprivate static let endSize = 72
  private static let reservedSize = 32
  /// Cameras write about a dozen.
  private static let mostRecords = 4096

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var lengths = records.map(\.payload.count)
    if f.isDecoding { lengths = Insta360Records.lengths(in: f.rest) }
    let recordSize = lengths.reduce(0) { $0 + $1 + 6 }
    let leadingSize =
      f.isDecoding ? f.rest.count - recordSize - Insta360Records.endSize : leading.count
    try f.bytes("leading", &leading, count: .exactly(max(0, leadingSize)))
    var index = 0
    try f.list("records", &records, count: .exactly(lengths.count), of: Record()) {
      (record, f) throws(FieldError) in
      try f.bytes("payload", &record.payload, count: .exactly(lengths[index]))
      try f.littleEndian("id", &record.id, as: .names(Record.ids))
      var length = UInt32(clamping: lengths[index])
      try f.littleEndian("length", &length)
      index += 1
    }
    try f.reserved(Insta360Records.reservedSize * 8)
    var size = UInt32(clamping: leading.count + recordSize + Insta360Records.endSize)
    try f.littleEndian("size", &size)
    try f.littleEndian("version", &version)
    var signature = Bytes(Insta360Records.signature)
    try f.bytes("signature", &signature, count: .exactly(signature.count))
  }

  /// The lengths of the records, which are found from the last to the first.
  private static func lengths(in bytes: Bytes) -> [Int] {
    var lengths: [Int] = []
    var end = bytes.count - endSize
    while end >= 6, lengths.count < mostRecords,
      let number = bytes.part(end - 4..<end)?.reversed().reduce(0, { $0 << 8 | Int($1) }),
      number > 0, number <= end - 6
    {
      lengths.append(number)
      end -= number + 6
    }
    return lengths.reversed()
  }
}

extension Bytes {
  /// The start of the records of Insta360 at the end of these bytes; nil if there are none.
  public var startOfInsta360Records: Int? {
    let signature = Insta360Records.signature
    guard count >= Insta360Records.endSize,
      part(count - signature.count..<count)?.elementsEqual(signature) == true,
      let stated = part(count - signature.count - 8..<count - signature.count - 4)
    else { return nil }
    let size = stated.reversed().reduce(0) { $0 << 8 | Int($1) }
    return (Insta360Records.endSize...count).contains(size) ? count - size : nil
  }
}

/// A text about the camera or the recording: in the form of `cprt`, or just text.
public struct CameraTextBox: BoxBody {
  public static let type: FourCC = "date"
  public static let specification = "QuickTime File Format: User data"

  /// The text, in one of its two forms.
  public var content = Content.plain(Text("", form: .plain))

  /// The forms in which cameras write texts.
  public enum Content: Equatable, Sendable {
    /// Text with version and language.
    case asset(AssetTextBox)
    case plain(Text)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding {
      // Text does not start with zero bytes.
      let startsWithVersion = f.rest.part(0..<6)?.prefix(4).allSatisfy { $0 == 0 } ?? false
      content = startsWithVersion ? .asset(AssetTextBox()) : .plain(Text("", form: .plain))
    }
    switch content {
    case .asset(var asset):
      try asset.fields(&f)
      content = .asset(asset)
    case .plain(var text):
      try f.text("text", &text, count: .toEnd)
      content = .plain(text)
    }
  }
}

extension CameraTextBox {
  public var text: String {
    switch content {
    case .asset(let asset): asset.text.string
    case .plain(let text): text.string
    }
  }
}
