/// The names of the numbers in iTunes items.
package enum ITunesValues {
  /// The names of values, by the type of the item.
  package static let names: [FourCC: ValueNames] = [
    "gnre": genres,
    "stik": [
      0: "movie (old)", 1: "music", 2: "audiobook", 5: "bookmark", 6: "music video", 9: "movie",
      10: "TV show", 11: "booklet", 14: "ringtone", 21: "podcast", 23: "iTunes U",
    ],
    "rtng": [0: "none", 1: "explicit", 2: "clean", 4: "explicit (old)"],
    "cpil": flag, "pcst": flag, "pgap": flag, "itnu": flag, "shwm": flag,
    "hdvd": [0: "SD", 1: "720p", 2: "1080p", 3: "4K"],
    "akID": [0: "iTunes", 1: "AOL"],
  ]

  private static let flag: ValueNames = [0: "no", 1: "yes"]

  /// The numbers of ID3, plus 1.
  private static let genres: ValueNames = [
    1: "Blues", 2: "Classic Rock", 3: "Country", 4: "Dance", 5: "Disco", 6: "Funk", 7: "Grunge",
    8: "Hip-Hop", 9: "Jazz", 10: "Metal", 11: "New Age", 12: "Oldies", 13: "Other", 14: "Pop",
    15: "R&B", 16: "Rap", 17: "Reggae", 18: "Rock", 19: "Techno", 20: "Industrial",
    21: "Alternative", 22: "Ska", 23: "Death Metal", 24: "Pranks", 25: "Soundtrack",
    26: "Euro-Techno", 27: "Ambient", 28: "Trip-Hop", 29: "Vocal", 30: "Jazz+Funk",
    31: "Fusion", 32: "Trance", 33: "Classical", 34: "Instrumental", 35: "Acid", 36: "House",
    37: "Game", 38: "Sound Clip", 39: "Gospel", 40: "Noise", 41: "Alternative Rock", 42: "Bass",
    43: "Soul", 44: "Punk", 45: "Space", 46: "Meditative", 47: "Instrumental Pop",
    48: "Instrumental Rock", 49: "Ethnic", 50: "Gothic", 51: "Darkwave",
    52: "Techno-Industrial", 53: "Electronic", 54: "Pop-Folk", 55: "Eurodance", 56: "Dream",
    57: "Southern Rock", 58: "Comedy", 59: "Cult", 60: "Gangsta", 61: "Top 40",
    62: "Christian Rap", 63: "Pop/Funk", 64: "Jungle", 65: "Native American", 66: "Cabaret",
    67: "New Wave", 68: "Psychedelic", 69: "Rave", 70: "Showtunes", 71: "Trailer", 72: "Lo-Fi",
    73: "Tribal", 74: "Acid Punk", 75: "Acid Jazz", 76: "Polka", 77: "Retro", 78: "Musical",
    79: "Rock & Roll", 80: "Hard Rock", 81: "Folk", 82: "Folk-Rock", 83: "National Folk",
    84: "Swing", 85: "Fast Fusion", 86: "Bebop", 87: "Latin", 88: "Revival", 89: "Celtic",
    90: "Bluegrass", 91: "Avantgarde", 92: "Gothic Rock", 93: "Progressive Rock",
    94: "Psychedelic Rock", 95: "Symphonic Rock", 96: "Slow Rock", 97: "Big Band",
    98: "Chorus", 99: "Easy Listening", 100: "Acoustic", 101: "Humour", 102: "Speech",
    103: "Chanson", 104: "Opera", 105: "Chamber Music", 106: "Sonata", 107: "Symphony",
    108: "Booty Bass", 109: "Primus", 110: "Porn Groove", 111: "Satire", 112: "Slow Jam",
    113: "Club", 114: "Tango", 115: "Samba", 116: "Folklore", 117: "Ballad",
    118: "Power Ballad", 119: "Rhythmic Soul", 120: "Freestyle", 121: "Duet",
    122: "Punk Rock", 123: "Drum Solo", 124: "A Cappella", 125: "Euro-House",
    126: "Dance Hall", 127: "Goa", 128: "Drum & Bass", 129: "Club-House", 130: "Hardcore",
    131: "Terror", 132: "Indie", 133: "BritPop", 134: "Afro-Punk", 135: "Polsk Punk",
    136: "Beat", 137: "Christian Gangsta Rap", 138: "Heavy Metal", 139: "Black Metal",
    140: "Crossover", 141: "Contemporary Christian", 142: "Christian Rock", 143: "Merengue",
    144: "Salsa", 145: "Thrash Metal", 146: "Anime", 147: "JPop", 148: "Synthpop",
  ]
}

extension ITunesValues {
  /// A number with its name, if `bytes` are one byte or two of an item whose numbers have names.
  static func value(of bytes: Bytes, item: FourCC) -> FieldValue? {
    guard let names = names[item], (1...2).contains(bytes.count) else { return nil }
    return .uint(bytes.reduce(0) { $0 << 8 | UInt64($1) }, .names(names))
  }
}

/// Chapters, as Nero writes them.
public struct ChapterListBox: BoxBody {
  public static let type: FourCC = "chpl"
  public static let specification = "Nero chapters"

  public var header = FullBoxHeader(version: 1)
  /// A reserved field of version 1.
  public var reserved: UInt32 = 0
  public var chapters: [Chapter] = []

  /// The start and the title of a chapter.
  public struct Chapter: FieldCodable {
    /// The start in units of 100 nanoseconds.
    public var start: UInt64 = 0
    public var title = Text("", form: .plain)

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(64, "start", &start)
      try f.text("title", &title, count: .bits(8, "title_length"))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 1 { try f.uint(32, "reserved", &reserved) }
    try f.list("chapters", &chapters, count: .bits(8, "chapter_count"))
  }
}

/// Attributes of Windows Media, each with a name and one or more values. The values are little-endian.
struct WindowsMediaAttributesBox: BoxBody {
  static let type: FourCC = "Xtra"
  static let specification = "Windows media"

  var attributes: [Attribute] = []

  /// `WM/UniqueFileIdentifier`, `WM/SharedUserRating`, ...
  struct Attribute: FieldCodable {
    var name = Text("", form: .plain)
    var values: [Value] = []

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt32(
        clamping: 12 + name.bytes.count + values.reduce(0) { $0 + 6 + $1.data.count })
      try f.uint(32, "size", &size)
      try f.text("name", &name, count: .bits(32, "name_length"))
      try f.list("values", &values, count: .bits(32, "value_count"))
    }
  }

  /// A value and its type.
  struct Value: FieldCodable {
    var type: UInt16 = 8
    var data = Bytes()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt32(clamping: data.count + 6)
      let start = f.offset
      try f.uint(32, "size", &size)
      guard size >= 6 else { throw FieldError(.sizeBelowHeader(UInt64(size)), offset: start) }
      try f.uint(
        16, "type", &type, as: .names([8: "UTF-16", 19: "uint64", 21: "FILETIME", 72: "GUID"]))
      let type = type
      try f.bytes("value", &data, count: .exactly(Int(size) - 6)) { Value.meaning($0, type) }
    }

    private static func meaning(_ bytes: Bytes, _ type: UInt16) -> FieldValue? {
      switch type {
      case 8: return bytes.littleEndianUTF16.map { .text(Text($0.untilZero, form: .plain)) }
      case 19, 21:
        var number: UInt64 = 0
        var f = FieldCoder(decoding: bytes)
        guard bytes.count == 8, (try? f.littleEndian("value", &number)) != nil else { return nil }
        return .uint(number, .decimal)
      default: return nil
      }
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("attributes", &attributes, count: .toEnd)
  }
}

extension String {
  fileprivate var untilZero: String { String(prefix { $0 != "\0" }) }
}
