/// The configuration of an MPEG-4 decoder: nested descriptors (ISO/IEC 14496-1 §7.2.6).
public struct ElementaryStreamDescriptorBox: BoxBody {
  public static let type: FourCC = "esds"
  public static let specification = "ISO/IEC 14496-14 §6.7.2"

  public var header = FullBoxHeader()
  public var descriptors: [Descriptor] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("descriptors", &descriptors, count: .toEnd)
  }
}

extension ElementaryStreamDescriptorBox {
  /// A stream with the synchronisation values of MP4 files.
  ///
  /// - Parameters:
  ///   - configuration: the coding.
  ///   - audio: the configuration of an AAC decoder; nil for codings without one, such as MP3.
  ///   - information: the configuration of a decoder of another coding, in the form of its specification.
  package init(
    _ configuration: Descriptor.DecoderConfig, audio: AudioSpecificConfig? = nil,
    information: Bytes? = nil
  ) {
    var decoder = Descriptor()
    decoder.tag = 4
    decoder.decoder = configuration
    if let audio {
      var specific = Descriptor()
      specific.tag = 5
      specific.audio = audio
      decoder.children = [specific]
    } else if let information {
      var specific = Descriptor()
      specific.tag = 5
      specific.data = information
      decoder.children = [specific]
    }
    var synchronisation = Descriptor()
    synchronisation.tag = 6
    synchronisation.data = Bytes([2])
    var stream = Descriptor()
    stream.stream = Descriptor.ElementaryStream()
    stream.children = [decoder, synchronisation]
    descriptors = [stream]
  }

  private var decoder: Descriptor? {
    descriptors.lazy.flatMap { [$0] + $0.children }.first { $0.decoder != nil }
  }

  /// The kind of the stream: 0x40 AAC, 0x20 MPEG-4 video, ...
  public var objectTypeIndication: UInt8? { decoder?.decoder?.objectTypeIndication }
  /// Bits per second.
  public var maxBitrate: UInt32? { decoder?.decoder?.maxBitrate }
  /// Bits per second; 0 if it varies.
  public var avgBitrate: UInt32? { decoder?.decoder?.avgBitrate }
  public var audioConfiguration: AudioSpecificConfig? {
    decoder?.children.lazy.compactMap(\.audio).first
  }
  /// The configuration of a decoder other than AAC, in the form of its specification.
  public var decoderSpecificInfo: Bytes? { decoder?.children.first { $0.tag == 5 }?.data }
  /// The kind of AAC: 2 is LC, 5 is HE.
  public var audioObjectType: Int? { audioConfiguration.map { Int($0.audioObjectType) } }
}

/// A tag, a size and the content for the tag (ISO/IEC 14496-1 §7.2.2).
public struct Descriptor: FieldCodable {
  public var tag: UInt8 = 3
  /// The number of bytes of the size, 1 to 4; many writers always use 4.
  public var sizeBytes = 1
  /// The content of tag 3.
  public var stream: ElementaryStream?
  /// The content of tag 4.
  public var decoder: DecoderConfig?
  /// The content of tag 5 for an AAC stream.
  public var audio: AudioSpecificConfig?
  /// The content for other tags that are read.
  public var details: Details?
  /// The content for all other tags.
  public var data = Bytes()
  public var children: [Descriptor] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try fields(&f, ofAudio: false)
  }

  private mutating func fields(_ f: inout FieldCoder, ofAudio: Bool) throws(FieldError) {
    try f.uint(8, "tag", &tag, as: .names(DescriptorNames.tags))
    try f.sized(&sizeBytes) { (f) throws(FieldError) in
      if f.isDecoding {
        stream = tag == 3 ? ElementaryStream() : nil
        decoder = tag == 4 ? DecoderConfig() : nil
        audio = tag == 5 && ofAudio && f.bitsLeft >= 16 ? AudioSpecificConfig() : nil
        details = Details(f.rest, tag: tag)
      }
      try stream?.fields(&f)
      try decoder?.fields(&f)
      try audio?.fields(&f)
      try details?.fields(&f)
      if stream != nil || decoder != nil || details?.hasChildren == true {
        let isAudio = decoder?.isAAC ?? false
        try f.list("descriptors", &children, count: .toEnd, of: Descriptor()) {
          (child, f) throws(FieldError) in
          try child.fields(&f, ofAudio: isAudio)
        }
      } else if audio == nil, details == nil {
        try f.bytes("data", &data, count: .toEnd)
      }
    }
  }
}

extension Descriptor {
  /// A stream (ISO/IEC 14496-1 §7.2.6.5).
  public struct ElementaryStream: FieldCodable {
    public var id: UInt16 = 0
    public var hasDependence = false
    public var hasURL = false
    public var hasOCR = false
    public var priority: UInt8 = 0
    public var dependsOnID: UInt16 = 0
    public var url = Text("", form: .plain)
    public var ocrID: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "ES_ID", &id)
      try f.flag("streamDependenceFlag", &hasDependence)
      try f.flag("URL_Flag", &hasURL)
      try f.flag("OCRstreamFlag", &hasOCR)
      try f.uint(5, "streamPriority", &priority)
      if hasDependence { try f.uint(16, "dependsOn_ES_ID", &dependsOnID) }
      if hasURL { try f.text("URLstring", &url, count: .bits(8, "URLlength")) }
      if hasOCR { try f.uint(16, "OCR_ES_Id", &ocrID) }
    }
  }

  /// The capabilities that the decoder needs (ISO/IEC 14496-1 §7.2.6.6).
  public struct DecoderConfig: FieldCodable {
    public var objectTypeIndication: UInt8 = 0x40
    /// 4 video, 5 audio.
    public var streamType: UInt8 = 5
    public var isUpStream = false
    /// 1, though Apple's writers have 0.
    public var reserved: UInt8 = 1
    public var bufferSizeDB: UInt32 = 0
    public var maxBitrate: UInt32 = 0
    public var avgBitrate: UInt32 = 0

    /// MPEG-4 or MPEG-2 AAC, whose configuration is an ``AudioSpecificConfig``.
    var isAAC: Bool { [0x40, 0x66, 0x67, 0x68].contains(objectTypeIndication) }

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(
        8, "objectTypeIndication", &objectTypeIndication, as: .names(DescriptorNames.objectTypes))
      try f.uint(6, "streamType", &streamType, as: .names(DescriptorNames.streamTypes))
      try f.flag("upStream", &isUpStream)
      try f.uint(1, "reserved", &reserved)
      try f.uint(24, "bufferSizeDB", &bufferSizeDB)
      try f.uint(32, "maxBitrate", &maxBitrate)
      try f.uint(32, "avgBitrate", &avgBitrate)
    }
  }
}

extension FieldCoder {
  /// A part after its size, which has 7 bits in each byte; the first bit is set in all bytes except the last (ISO/IEC
  /// 14496-1 §8.3.3).
  fileprivate mutating func sized(
    _ sizeBytes: inout Int, _ body: (inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard !isDecoding else {
      var size = 0
      sizeBytes = 0
      repeat {
        let byte = try take(1)[0]
        size = size << 7 | Int(byte & 0x7F)
        sizeBytes += 1
        if byte < 0x80 { break }
      } while sizeBytes < 4
      var inner = try inner(try take(size))
      return try body(&inner)
    }
    var inner = innerWriter()
    try body(&inner)
    let size = UInt64(inner.writer.count)
    let needed = max(1, (70 - size.leadingZeroBitCount) / 7)
    sizeBytes = max(sizeBytes, needed)
    for index in (0..<sizeBytes).reversed() {
      writer.write(index > 0 ? 1 : 0, bits: 1)
      writer.write(size >> UInt64(7 * index), bits: 7)
    }
    writer.write(inner.writer)
  }
}
