/// The start of every FLAC stream.
public struct FLACStreamInfo: FieldCodable {
  /// Samples of a channel.
  public var minBlockSize: UInt16 = 4096
  public var maxBlockSize: UInt16 = 4096
  /// Bytes; 0 if not known.
  public var minFrameSize: UInt32 = 0
  public var maxFrameSize: UInt32 = 0
  public var sampleRate: UInt32 = 44100
  public var channelsMinus1: UInt8 = 1
  public var bitsPerSampleMinus1: UInt8 = 15
  /// The number of samples of a channel; 0 if not known.
  public var totalSamples: UInt64 = 0
  /// The MD5 digest of the samples, not of the file.
  public var md5 = Bytes([UInt8](repeating: 0, count: 16))

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "min_block_size", &minBlockSize)
    try f.uint(16, "max_block_size", &maxBlockSize)
    try f.uint(24, "min_frame_size", &minFrameSize)
    try f.uint(24, "max_frame_size", &maxFrameSize)
    try f.uint(20, "sample_rate", &sampleRate)
    try f.uint(3, "channels_minus1", &channelsMinus1)
    try f.uint(5, "bits_per_sample_minus1", &bitsPerSampleMinus1)
    try f.uint(36, "total_samples", &totalSamples)
    try f.bytes("md5", &md5, count: .exactly(16))
  }
}

/// The positions of frames.
public struct FLACSeekTable: FieldCodable {
  public var points = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.table(
      "points", &points, count: .toEnd,
      columns: [
        .uint(64, "first_sample"), .uint(64, "offset"), .uint(16, "frame_samples"),
      ])
  }
}

/// The writer of the stream, and `NAME=value` lines; numbers are little-endian.
public struct FLACVorbisComment: FieldCodable {
  /// The program that wrote the comment (`vendor_string`).
  public var vendor = Text("", form: .plain)
  public var comments: [Text] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.littleEndianText("vendor_length", "vendor", &vendor)
    var count = UInt32(clamping: comments.count)
    try f.littleEndian("comment_count", &count)
    try f.list(
      "comments", &comments, count: .exactly(Int(count)), of: Text("", form: .plain)
    ) { (comment, f) throws(FieldError) in
      try f.littleEndianText("length", "comment", &comment)
    }
  }
}

/// A picture, as an embedded file.
public struct FLACPicture: FieldCodable {
  /// The type of the picture, as in ID3: 3 is the front cover.
  public var pictureType: UInt32 = 3
  public var mediaType = Text("", form: .plain)
  public var description = Text("", form: .plain)
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  public var bitsPerPixel: UInt32 = 0
  /// The number of colours of a picture with a palette; 0 for others.
  public var colourCount: UInt32 = 0
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "picture_type", &pictureType)
    try f.text("media_type", &mediaType, count: .bits(32, "media_type_length"))
    try f.text("description", &description, count: .bits(32, "description_length"))
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.uint(32, "color_depth", &bitsPerPixel)
    try f.uint(32, "number_of_colors", &colourCount)
    try f.bytes("data", &data, count: .bits(32, "data_length"))
  }
}

extension FieldCoder {
  /// Text after its length, a little-endian number of 32 bits.
  fileprivate mutating func littleEndianText(
    _ length: StaticString, _ name: StaticString, _ text: inout Text
  ) throws(FieldError) {
    var count = UInt32(clamping: text.bytes.count)
    try littleEndian(length, &count)
    try self.text(name, &text, count: .exactly(Int(count)))
  }
}
