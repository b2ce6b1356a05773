// Information about the content of 3GPP files, besides texts.

/// The album, and the number of the track in it.
public struct AlbumBox: BoxBody {
  public static let type: FourCC = "albm"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var language: UInt16 = 0x55C4
  public var title: Text = ""
  public var trackNumber: UInt8?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "language", &language, as: .language)
    try f.text("albumtitle", &title)
    try f.uint(8, "tracknumber", &trackNumber, if: f.isDecoding ? !f.isAtEnd : trackNumber != nil)
  }
}

/// The year of the recording.
public struct RecordingYearBox: BoxBody {
  public static let type: FourCC = "yrrc"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var year: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "recording_year", &year)
  }
}

/// The audience that the media are fit for.
public struct RatingBox: BoxBody {
  public static let type: FourCC = "rtng"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var entity: FourCC = "    "
  public var criteria: FourCC = "    "
  public var language: UInt16 = 0x55C4
  public var ratingInfo: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("rating_entity", &entity)
    try f.fourCC("rating_criteria", &criteria)
    try f.uint(16, "language", &language, as: .language)
    try f.text("rating_info", &ratingInfo)
  }
}

/// The classification of the media.
public struct ClassificationBox: BoxBody {
  public static let type: FourCC = "clsf"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var entity: FourCC = "    "
  public var table: UInt16 = 0
  public var language: UInt16 = 0x55C4
  public var info: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("classification_entity", &entity)
    try f.uint(16, "classification_table", &table)
    try f.uint(16, "language", &language, as: .language)
    try f.text("classification_info", &info)
  }
}

/// The rating of the media by users.
public struct UserRatingBox: BoxBody {
  public static let type: FourCC = "urat"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  /// 1 to 5; 0 for none.
  public var userRating: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(24)
    try f.uint(8, "user_rating", &userRating)
  }
}

/// Keywords; some programs write them as one plain text.
public struct KeywordsBox: BoxBody {
  public static let type: FourCC = "kywd"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var language: UInt16 = 0x55C4
  public var keywords: [Text] = []
  /// The text instead of all other fields.
  public var plainText: Text?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding {
      // No version is a letter.
      plainText = f.rest.first.map { $0 >= 0x20 } ?? false ? Text("", form: .plain) : nil
    }
    if var text = plainText {
      try f.text("text", &text, count: .toEnd)
      plainText = text
      return
    }
    try f.fullBox(&header)
    try f.uint(16, "language", &language, as: .language)
    try f.list("keywords", &keywords, count: .bits(8, "keyword_count"), of: Text("", form: .plain))
    {
      (keyword, f) throws(FieldError) in
      try f.text("keyword", &keyword, count: .bits(8, "keyword_size"))
    }
  }
}

/// Data of unknown format, after a version and flags: a thumbnail, an orientation.
struct AssetDataBox: BoxBody {
  static let type: FourCC = "thmb"
  static let specification = "3GPP TS 26.244 §8.2"

  var header = FullBoxHeader()
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("data", &data, count: .toEnd)
  }
}
