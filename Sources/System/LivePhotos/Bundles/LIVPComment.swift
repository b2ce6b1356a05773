public import ISOBMFF

/// The comment of an archive that is a LIVP bundle. It states the ranges of both files, and Baidu's
/// applications need it. For all other programs, the bundle is a usual ZIP archive.
///
/// The format is not published. The fields are those that a few dozen bundles of several applications have
/// in common.
public struct LIVPComment: FieldCodable {
  /// The format of the still.
  public enum StillType: UInt16, Sendable, CaseIterable {
    case heic = 2
    case jpeg = 5

    /// The extension that is added to the name of its entry.
    public var fileExtension: String { self == .heic ? "heic" : "jpeg" }
  }

  /// A part of the archive, in bytes.
  public struct Part: Hashable, Sendable {
    /// The offset of its first byte in the archive.
    public var offset: UInt32 = 0
    /// The number of its bytes.
    public var count: UInt32 = 0

    public init() {}
  }

  /// The format of the still, as in ``StillType``.
  public var stillType: UInt16 = StillType.heic.rawValue
  /// The range of the still.
  public var still = Part()
  /// The format of the movie.
  public var movieType: UInt16 = LIVPComment.movieType
  /// The range of the movie.
  public var movie = Part()
  /// The last bytes of such a comment.
  public var signature = Bytes(LIVPComment.signature)

  /// The only known format of movies.
  public static let movieType: UInt16 = 3
  private static let signature = Array("1000LIVP".utf8)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "still_type", &stillType)
    try f.uint(32, "still_offset", &still.offset)
    try f.uint(32, "still_size", &still.count)
    try f.uint(16, "movie_type", &movieType)
    try f.uint(32, "movie_offset", &movie.offset)
    try f.uint(32, "movie_size", &movie.count)
    try f.bytes("signature", &signature, count: .exactly(8))
    guard signature.elementsEqual(LIVPComment.signature) else {
      throw f.error(.invalid("is not the comment of a LIVP bundle"))
    }
  }
}

extension LIVPComment {
  /// The comment of an archive in which the two files are the first entries, uncompressed and without extra
  /// fields: a header of 30 bytes and the name come before the data of each file.
  ///
  /// - Throws: if a number needs more than 32 bits.
  public init(
    _ type: StillType, still: (name: String, size: Int), movie: (name: String, size: Int)
  ) throws(BundleError) {
    stillType = type.rawValue
    var end = 0
    self.still = try Part(still, from: &end)
    self.movie = try Part(movie, from: &end)
  }

  /// Reads the comment of an archive, which consists of hexadecimal digits; nil if it is another comment.
  public init?(text: some Collection<UInt8>) {
    guard text.count == 56 else { return nil }
    var bytes: [UInt8] = []
    for digit in text {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      bytes.append(UInt8(value))
    }
    let pairs = stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] << 4 | bytes[$0 + 1] }
    guard let comment = try? LIVPComment(decoding: Bytes(pairs)) else { return nil }
    self = comment
  }

  /// The comment in the form for an archive: hexadecimal digits.
  public var text: String {
    // Encoding cannot fail.
    hexadecimal((try? encoded()) ?? [], uppercase: true)
  }
}

extension LIVPComment.Part {
  /// The data of a file whose header starts at `end`. After that, `end` is the end of the file.
  fileprivate init(_ file: (name: String, size: Int), from end: inout Int) throws(BundleError) {
    let start = end + 30 + file.name.utf8.count
    guard let offset = UInt32(exactly: start), let count = UInt32(exactly: file.size) else {
      throw BundleError("is too large for a LIVP bundle, whose numbers have 32 bits; use zip")
    }
    self.offset = offset
    self.count = count
    end = start + file.size
  }
}
