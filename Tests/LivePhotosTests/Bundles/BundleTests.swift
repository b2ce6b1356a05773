import ISOBMFF
import LivePhotos
import Testing

/// Names, comments and contents of bundles, as values.
@Suite struct BundleTests {
  // MARK: Names

  @Test(arguments: [
    ("IMG_1.HEIC", "IMG_1.MOV", "IMG_1.MOV"), ("IMG_1.HEIC", "IMG_1_HEVC.MOV", "IMG_1.MOV"),
    ("IMG_1.HEIC", "img_1.mov", "IMG_1.mov"), ("a.b.jpg", "clip.mp4", "a.b.mp4"),
    ("IMG_1.HEIC.heic", "IMG_1.HEIC.mov", "IMG_1.HEIC.mov"),
  ])
  func theMovieTakesTheStemOfTheStill(still: String, movie: String, expected: String) throws {
    let names = try BundleNames(still: still, movie: movie)
    #expect(names.still == still)
    #expect(names.movie == expected)
  }

  @Test(arguments: [
    ("IMG_1", "IMG_1.MOV"), ("IMG_1.HEIC", "IMG_1"), ("IMG_1.MOV", "IMG_1.HEIC"),
    ("IMG_1.dng", "IMG_1.MOV"), ("a/IMG_1.HEIC", "IMG_1.MOV"), ("..", "IMG_1.MOV"),
    ("IMG\\1.HEIC", "IMG_1.MOV"), ("C:IMG_1.HEIC", "IMG_1.MOV"), ("", "IMG_1.MOV"),
    // A mark after the dot belongs to the extension.
    ("IMG_1.HEIC", "IMG_1.\u{301}mov"),
  ])
  func namesByWhichNothingIsFoundAgainAreRefused(still: String, movie: String) {
    #expect(throws: BundleError.self) { try BundleNames(still: still, movie: movie) }
  }

  /// The names of entries that a table of bundles by several applications has.
  @Test(arguments: [
    (
      "IMG_4791.HEIC", "IMG_4791.MOV", LIVPComment.StillType.heic, "IMG_4791.HEIC.heic",
      "IMG_4791.HEIC.mov"
    ),
    (
      "b240fc8f0bf3a4e9124eb274bfc27647.JPG", "b240fc8f0bf3a4e9124eb274bfc27647.MOV", .jpeg,
      "b240fc8f0bf3a4e9124eb274bfc27647.JPG.jpeg", "b240fc8f0bf3a4e9124eb274bfc27647.JPG.mov"
    ),
    (
      "DB4381BF-ECF6-42C3-A127-5E12F1BD90C1.jpeg", "DB4381BF-ECF6-42C3-A127-5E12F1BD90C1.mov",
      .jpeg,
      "DB4381BF-ECF6-42C3-A127-5E12F1BD90C1.jpeg.jpeg",
      "DB4381BF-ECF6-42C3-A127-5E12F1BD90C1.jpeg.mov"
    ),
  ])
  func namesInLIVPBundlesAndBack(
    still: String, movie: String, type: LIVPComment.StillType, stillEntry: String,
    movieEntry: String
  ) throws {
    let names = try BundleNames(still: still, movie: movie)
    #expect(names.entries(type) == (stillEntry, movieEntry))
    #expect(BundleNames(entries: (stillEntry, movieEntry)) == names)
  }

  @Test func howTheExtensionWasWrittenComesBack() throws {
    let entries = (still: "IMG_1.HEIC.heic", movie: "IMG_1.HEIC.mov")
    #expect(BundleNames(entries: entries)?.movie == "IMG_1.MOV")
    #expect(BundleNames(entries: entries, movieExtension: "mov")?.movie == "IMG_1.mov")
    #expect(BundleNames(entries: entries, movieExtension: "MoV")?.movie == "IMG_1.MoV")
    // A contradicting name is not used.
    #expect(BundleNames(entries: entries, movieExtension: "exe")?.movie == "IMG_1.MOV")
    #expect(BundleNames(entries: entries, movieExtension: "")?.movie == "IMG_1.MOV")
    #expect(BundleNames(entries: ("IMG_1.HEIC", "IMG_1.MOV")) == nil)
    #expect(BundleNames(entries: ("IMG_1.HEIC.heic", "IMG_2.HEIC.mov")) == nil)
    #expect(BundleNames(entries: ("IMG_1.x.heic", "IMG_1.x.mov")) == nil)
    // The longest name of a file, to which an entry adds its own extension.
    let longest = try BundleNames(
      still: String(repeating: "a", count: 250) + ".heic", movie: "b.mov")
    #expect(BundleNames(entries: longest.entries(.heic), movieExtension: "mov") == longest)
  }

  // MARK: The comment of LIVP bundles

  /// Comments of bundles that phones, and applications of several vendors, made; with the names and
  /// sizes of their entries.
  @Test(arguments: [
    (
      "00020000003000197C18000300197C77003363B1313030304C495650", LIVPComment.StillType.heic,
      "IMG_4791.HEIC.heic", 1_670_168, "IMG_4791.HEIC.mov", 3_367_857
    ),
    (
      "0002000000500006754E0003000675ED0004E1A7313030304C495650", .heic,
      "0c39bb34b965b43f4360177c35e63c_livephoto.HEIC.heic", 423_246,
      "0c39bb34b965b43f4360177c35e63c_livephoto.HEIC.mov", 319_911
    ),
    (
      "00050000004C0000DEB700030000DF4E00119398313030304C495650", .jpeg,
      "DB4381BF-ECF6-42C3-A127-5E12F1BD90C1.jpeg.jpeg", 57_015,
      "DB4381BF-ECF6-42C3-A127-5E12F1BD90C1.jpeg.mov", 1_151_896
    ),
    (
      "000500000034000A0B3C0003000A0BA3001BF0C7313030304C495650", .jpeg, "1784826018625.JPG.jpeg",
      658_236, "1784826018625.JPG.mov", 1_831_111
    ),
  ])
  func commentsOfRealBundles(
    text: String, type: LIVPComment.StillType, still: String, stillSize: Int, movie: String,
    movieSize: Int
  ) throws {
    let comment = try LIVPComment(type, still: (still, stillSize), movie: (movie, movieSize))
    #expect(comment.text == text)
    let read = try #require(LIVPComment(text: Array(text.utf8)))
    #expect(read == comment)
    #expect(read.stillType == type.rawValue)
    #expect(Int(read.still.offset) == 30 + still.utf8.count)
    #expect(Int(read.movie.count) == movieSize)
    #expect(LIVPComment(text: Array(text.lowercased().utf8)) == comment)
    for count in 0..<56 { #expect(LIVPComment(text: Array(text.utf8.prefix(count))) == nil) }
  }

  @Test(arguments: [
    "00020000003000197C18000300197C77003363B1313030304C495651",
    "00020000003000197C18000300197C77003363B1313030304C49565G",
    "00020000003000197C18000300197C77003363B1313030304C495650 ",
    "é0020000003000197C18000300197C77003363B1313030304C49565",
  ])
  func whatIsNoComment(text: String) { #expect(LIVPComment(text: Array(text.utf8)) == nil) }

  @Test func numbersOfLIVPBundlesHave32Bits() throws {
    let large = Int(UInt32.max)
    _ = try LIVPComment(.heic, still: ("a", 0), movie: ("b", large))
    #expect(throws: BundleError.self) {
      try LIVPComment(.heic, still: ("a", 0), movie: ("b", large + 1))
    }
    #expect(throws: BundleError.self) {
      try LIVPComment(.heic, still: ("a", large - 50), movie: ("b", 1))
    }
  }

  // MARK: What archives lose

  @Test func theRecord() throws {
    // Version, 2026-11-21T19:49:25.655471091Z in nanoseconds, an extension.
    let bytes: [UInt8] = [
      1, 0xF3, 0x23, 0x81, 0xF2, 0x41, 0x27, 0xEA, 0x18, 0x4D, 0x4F, 0x56,
    ]
    let record = BundleRecord(modified: 1_795_290_565_655_471_091, fileExtension: "MOV")
    #expect(try record.encoded() == bytes)
    #expect(try BundleRecord(decoding: Bytes(bytes)) == record)
    #expect(record.modified == 1_795_290_565_655_471_091)
    for count in 0..<9 {
      #expect(throws: FieldError.self) { try BundleRecord(decoding: Bytes(bytes.prefix(count))) }
    }
    #expect(throws: FieldError.self) { try BundleRecord(decoding: Bytes([2] + bytes.dropFirst())) }
  }

  // MARK: Contents

  private func contents(_ paths: String...) throws(BundleError) -> BundleContents {
    try BundleContents(paths.map { BundleEntry($0) })
  }

  @Test func halvesAreFoundAmongOthers() throws {
    let entries = [
      BundleEntry("IMG_1.pvt/", kind: .folder), BundleEntry("__MACOSX/IMG_1.pvt/._IMG_1.HEIC"),
      BundleEntry("IMG_1.pvt/IMG_1.MOV"), BundleEntry("IMG_1.pvt/IMG_1.HEIC"),
      BundleEntry("IMG_1.pvt/metadata.plist"), BundleEntry(".DS_Store"), BundleEntry("notes.txt"),
      BundleEntry("../../evil.sh"), BundleEntry("link", kind: .link),
    ]
    let contents = try BundleContents(entries)
    #expect(contents.still == 3)
    #expect(contents.movie == 2)
    #expect(contents.hasMetadata)
    #expect(contents.leftOut == [1, 5, 6, 7, 8])
    #expect(entries[contents.still].name == "IMG_1.HEIC")
  }

  @Test func whatIsMissingOrTooManyIsNamed() throws {
    #expect(throws: BundleError("has neither a still nor a movie")) { try contents("a.txt") }
    #expect(throws: BundleError("has no movie")) { try contents("a.jpg") }
    #expect(throws: BundleError("has no still")) { try contents("a.mov") }
    #expect(
      throws: BundleError("has 2 stills, and does not say which belongs to it: a.jpg, b.heic")
    ) { try contents("a.jpg", "a.mov", "b.heic") }
    #expect(
      throws: BundleError(
        "has 5 movies, and does not say which belongs to it: 1.mov, 2.mov, 3.mov, 4.mov, …")
    ) { try contents("a.jpg", "1.mov", "2.mov", "3.mov", "4.mov", "5.mov") }
    // The same name twice.
    #expect(throws: BundleError.self) { try contents("a.jpg", "a.jpg", "a.mov") }
  }

  @Test(arguments: [
    "../a.jpg", "/a.jpg", "b/../a.jpg", "..\\a.jpg", "b\\a.jpg", "C:a.jpg", "C:/a.jpg", "b//a.jpg",
    "a\n.jpg", "\u{1B}[2J.jpg", "a\u{7F}.jpg",
  ])
  func namesThatLeadElsewhereAreRefused(name: String) {
    let error = #expect(throws: BundleError.self) { try contents(name, "a.mov") }
    #expect(error?.message.hasPrefix("has a still that cannot be taken out: ") == true)
    #expect(error?.message.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test func namesBelowTheFolderItselfAreTaken() throws {
    #expect(try contents("./a.jpg", "b/./a.mov").leftOut.isEmpty)
  }

  @Test func linksAndLongNamesAreRefused() {
    for entry in [
      BundleEntry("a.jpg", kind: .link), BundleEntry("a.jpg", kind: .other),
      BundleEntry(String(repeating: "a", count: 252) + ".jpg"),
    ] {
      #expect(throws: BundleError.self) { try BundleContents([entry, BundleEntry("a.mov")]) }
    }
  }

  @Test func formatsByExtension() {
    #expect(LiveBundle.Format(fileExtension: "PVT") == .pvt)
    #expect(LiveBundle.Format(fileExtension: "livp") == .livp)
    #expect(LiveBundle.Format(fileExtension: "zip") == .zip)
    #expect(LiveBundle.Format(fileExtension: "") == nil)
    #expect(LiveBundle.Format(fileExtension: "folder") == nil)
  }
}
