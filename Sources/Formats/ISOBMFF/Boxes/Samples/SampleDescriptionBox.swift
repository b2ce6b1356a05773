/// How samples are coded; the types of its children are the codecs.
public struct SampleDescriptionBox: BoxContainer {
  public static let type: FourCC = "stsd"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.boxes(&children, in: .sampleEntries, countedBy: 32, "entry_count")
  }
}

extension FieldCoder {
  /// The start of every sample entry (ISO/IEC 14496-12 §8.5.2).
  mutating func sampleEntry(_ dataReferenceIndex: inout UInt16) throws(FieldError) {
    try reserved(48)
    try uint(16, "data_reference_index", &dataReferenceIndex)
  }
}

/// A sample entry with only the fields that all sample entries have.
public struct SampleEntry: BoxBody {
  public static let type: FourCC = "c608"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var dataReferenceIndex: UInt16 = 1
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// A sample entry that has only boxes: MPEG-4 systems (`mp4s`), WebVTT (`wvtt`).
public struct ContainerSampleEntry: BoxContainer {
  public static let type: FourCC = "mp4s"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var dataReferenceIndex: UInt16 = 1
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.boxes(&children)
  }
}
