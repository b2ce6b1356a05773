public import FieldCoding

/// The job of ``WorkerTask/readNotes``: name the values in the maker note of a
/// camera.
///
/// The worker reads it from standard input.
public struct NotesJob: FieldCodable {
  /// A TIFF structure with the note in it, whose values may be anywhere in the structure.
  public var tiff = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("tiff", &tiff, count: .bits(32, "tiffLength"))
  }

  /// The longest structure that is looked at, in bytes: a raw photo may be one as a whole.
  public static let longestTIFF = 256 << 20
  /// The most bytes of an answer.
  public static let longestAnswer = 32 << 20

  /// Many times what real notes need.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.memory = 2 << 30 + UInt64(tiff.count) * 8
    limits.processorTime = 20
    return limits
  }
}

/// The worker's answer on standard output.
public struct NotesReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// Whether there is something that reads notes; without it there are no values.
  public var hasModule = false
  /// The values in the order of the note.
  public var values: [Value] = []

  /// A value of the note.
  public struct Value: FieldCodable, Equatable, Sendable {
    /// The structure within the note: `CanonCs`.
    public var group: Text = ""
    /// Its name in the structure.
    public var name: Text = ""
    /// Whether it has a text; others are bytes that mean nothing as numbers.
    public var isText = true
    /// The text for users.
    public var text: Text = ""
    /// The bytes of the value.
    public var byteCount: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.text("group", &group)
      try f.text("name", &name)
      try f.flag("isText", &isText)
      try f.reserved(7)
      try f.text("text", &text)
      try f.uint(32, "byteCount", &byteCount)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.flag("hasModule", &hasModule)
    try f.reserved(7)
    try f.list("values", &values, count: .bits(32, "valueCount"))
  }
}
