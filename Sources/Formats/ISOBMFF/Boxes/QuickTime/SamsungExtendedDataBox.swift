/// The data that Samsung's cameras add to a photo: records, followed by a directory (SEF). Its numbers are
/// little-endian.
public struct SamsungExtendedDataBox: BoxBody {
  public static let type: FourCC = "sefd"
  public static let specification = "Samsung media"

  public var records: [Record] = []
  /// The bytes of the records, if the directory does not list the records in order.
  public var data = Bytes()
  /// The directory; nil if there is none at the end.
  public var directory: Directory?

  /// A piece of data with a number and a name.
  public struct Record: Equatable, Sendable {
    public var padding: UInt16 = 0
    public var marker: UInt16 = 0
    public var name = Text("", form: .plain)
    public var payload = Bytes()
    /// The location of the movie of a HEIC photo, instead of a payload.
    public var movieRange: MovieRange?

    /// The movie itself in JPEG files; ``MovieRange`` in HEIC files.
    public static let movie: UInt16 = 0x0A30
    public static let movieVersion: UInt16 = 0x0A31

    public init() {}

    static let markers: ValueNames = [
      0x0A01: "time of the image", 0x0A30: "movie of the motion photo",
      0x0A31: "version of the motion photo", 0x0AA1: "mobile country code",
      0x0C61: "capture mode", 0x0CC1: "Display P3", 0x0D01: "scene",
    ]
  }

  /// The location of the movie of a HEIC photo: the payload of a record. Its numbers are big-endian.
  public struct MovieRange: FieldCodable {
    public var format: FourCC = "mpv2"
    /// The offset from the start of the outermost file.
    public var offset: UInt32 = 0
    public var length: UInt32 = 0

    /// The size in bytes.
    static let count = 12

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.fourCC("format", &format)
      try f.offset(
        32, "offset", &offset, .position(from: .outermostFile, length: Int(length)))
      try f.offset(32, "length", &length, .size(of: .previousOffset))
    }
  }

  /// The locations of the records.
  public struct Directory: FieldCodable {
    public var version: UInt32 = 107
    public var entries: [Entry] = []
    /// The number of bytes from `SEFH` to here.
    public var size: UInt32 = 12

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var (head, tail): (FourCC, FourCC) = ("SEFH", "SEFT")
      try f.fourCC("head", &head)
      try f.littleEndian("version", &version)
      var count = UInt32(clamping: entries.count)
      try f.littleEndian("count", &count)
      try f.list("entries", &entries, count: .exactly(Int(count)))
      try f.littleEndian("size", &size)
      try f.fourCC("tail", &tail)
    }
  }

  /// The location of one record.
  public struct Entry: FieldCodable {
    public var padding: UInt16 = 0
    public var marker: UInt16 = 0
    /// The number of bytes from the start of the record to that of the directory.
    public var distance: UInt32 = 0
    public var length: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.littleEndian("padding", &padding)
      try f.littleEndian("marker", &marker, as: .hex)
      try f.littleEndian("distance", &distance)
      try f.littleEndian("length", &length)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var lengths = records.map(\.count)
    var dataCount = data.count
    if f.isDecoding {
      let start = f.rest.startOfDirectory
      directory = start.flatMap { f.rest.part($0..<f.rest.count) }.flatMap {
        try? Directory(decoding: $0)
      }
      lengths = directory?.lengths(before: start ?? 0) ?? []
      dataCount = !lengths.isEmpty ? 0 : directory == nil ? f.rest.count : start ?? 0
    }
    var index = 0
    try f.list("records", &records, count: .exactly(lengths.count), of: Record()) {
      (record, f) throws(FieldError) in
      try f.samsungRecord(&record, length: lengths[index])
      index += 1
    }
    if !f.isDecoding { directory?.list(records) }
    try f.bytes("data", &data, count: .exactly(dataCount))
    try directory?.fields(&f)
  }
}

extension SamsungExtendedDataBox.Record {
  /// The size of the record in bytes.
  var count: Int {
    8 + name.bytes.count
      + (movieRange == nil ? payload.count : SamsungExtendedDataBox.MovieRange.count)
  }
}

extension SamsungExtendedDataBox.Directory {
  /// Sets the locations of records that fill the bytes before the directory, in its order.
  fileprivate mutating func list(_ records: [SamsungExtendedDataBox.Record]) {
    guard records.count == entries.count else { return }
    var distance = 0
    for (index, record) in records.enumerated().reversed() {
      distance += record.count
      entries[index].distance = UInt32(clamping: distance)
      entries[index].length = UInt32(clamping: record.count)
    }
  }

  /// The lengths of records that fill the bytes before the directory, in its order; empty if they do not.
  fileprivate func lengths(before start: Int) -> [Int] {
    var position = 0
    for entry in entries {
      guard start - Int(entry.distance) == position, entry.length >= 8 else { return [] }
      position += Int(entry.length)
    }
    return position == start ? entries.map { Int($0.length) } : []
  }
}

extension Bytes {
  /// The offset of `SEFH`, according to the length before `SEFT`.
  fileprivate var startOfDirectory: Int? {
    guard let tail = part(count - 8..<count), tail.dropFirst(4).elementsEqual("SEFT".utf8) else {
      return nil
    }
    let size = tail.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let start = count - 8 - size
    guard let head = part(start..<start + 4), head.elementsEqual("SEFH".utf8) else { return nil }
    return start
  }

  /// The start of the records at the end of these bytes, as in JPEG files; nil if there are none.
  public var startOfSamsungRecords: Int? {
    guard let start = startOfDirectory, let tail = part(start..<count),
      let directory = try? SamsungExtendedDataBox.Directory(decoding: tail)
    else { return nil }
    let first = start - Int(directory.entries.map(\.distance).max() ?? 0)
    return first >= 0 ? first : nil
  }
}

extension SamsungExtendedDataBox {
  /// Records, followed by their directory.
  ///
  /// - Parameter version: the version of the directory.
  public init(records: [Record], version: UInt32) {
    self.init()
    self.records = records
    var directory = Directory()
    directory.version = version
    directory.entries = records.map { record in
      var entry = Entry()
      entry.padding = record.padding
      entry.marker = record.marker
      return entry
    }
    directory.list(records)
    directory.size = UInt32(clamping: 12 + 12 * records.count)
    self.directory = directory
  }
}

extension FieldCoder {
  fileprivate mutating func samsungRecord(
    _ record: inout SamsungExtendedDataBox.Record, length: Int
  ) throws(FieldError) {
    try littleEndian("padding", &record.padding)
    try littleEndian(
      "marker", &record.marker, as: .names(SamsungExtendedDataBox.Record.markers))
    var nameLength = UInt32(clamping: record.name.bytes.count)
    try littleEndian("name_length", &nameLength)
    guard Int(nameLength) <= length - 8 else {
      throw error(
        .invalid("a name of \(nameLength) bytes does not fit into \(counted(length, "byte"))"))
    }
    try text("name", &record.name, count: .exactly(Int(nameLength)))
    let count = length - 8 - Int(nameLength)
    if isDecoding, record.marker == SamsungExtendedDataBox.Record.movie,
      count == SamsungExtendedDataBox.MovieRange.count, rest.starts(with: Array("mpv".utf8))
    {
      record.movieRange = SamsungExtendedDataBox.MovieRange()
    }
    guard record.movieRange == nil else {
      try record.movieRange?.fields(&self)
      return
    }
    try bytes("payload", &record.payload, count: .exactly(count))
  }
}
