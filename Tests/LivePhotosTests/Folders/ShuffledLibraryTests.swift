import LivePhotos
import Testing

/// Random libraries with the data of real pairs, renamed, edited, copied and shuffled as by programs and people; the
/// known pairs are compared with those that are found.
@Suite struct ShuffledLibraryTests {
  @Test(arguments: 0..<60) func isGroupedAsAPersonWould(seed: UInt64) {
    var library = ShuffledLibrary(seed: seed)
    library.make(pictures: 60)
    let pairing = Pairing(library.files.map(\.file).shuffled(using: &library.random))
    let truth = Dictionary(uniqueKeysWithValues: library.files.map { ($0.file.path, $0) })
    func known(_ index: Int) -> ShuffledLibrary.File? { truth[pairing.files[index].path] }

    for group in pairing.groups {
      let pictures = Set(group.members.compactMap { known($0.file)?.picture })
      #expect(pictures.count == 1, "a group of several pictures")
      for pair in group.pairs {
        guard let still = known(pair.still), let movie = known(pair.movie) else { continue }
        #expect(still.isEdited == movie.isEdited, "\(still.file.path), \(movie.file.path)")
        #expect(still.copy == movie.copy, "\(still.file.path), \(movie.file.path)")
      }
    }
    var partners: [LibraryPath: LibraryPath] = [:]
    var groups: [LibraryPath: Int] = [:]
    for (number, group) in pairing.groups.enumerated() {
      for pair in group.pairs {
        partners[pairing.files[pair.still].path] = pairing.files[pair.movie].path
      }
      for member in group.members { groups[pairing.files[member.file].path] = number }
    }
    for file in library.files {
      if let partner = file.partner {
        #expect(partners[file.file.path] == partner, "\(file.file.path) and \(partner)")
      }
      if let neighbour = file.neighbour {
        #expect(
          groups[file.file.path] == groups[neighbour], "\(file.file.path) beside \(neighbour)")
      }
    }
    // Each edit of only a still, and each copy of a file with an identifier, is reported.
    let told = pairing.conflicts.filter { $0.kind == .editedStillOriginalMovie }.count
    #expect(told == library.editsWithoutMovies)
    #expect(
      pairing.conflicts.filter { $0.kind == .identifierShared }.count == library.sharedIdentifiers)
    #expect(
      pairing.conflicts.allSatisfy {
        $0.kind == .editedStillOriginalMovie || $0.kind == .identifierShared
      })
  }
}

/// A library with known groups of files.
struct ShuffledLibrary {
  struct File {
    var file: LibraryFile
    var picture: Int
    var isEdited = false
    var copy = 0
    /// For a still: the movie that must be found.
    var partner: LibraryPath?
    /// A file in whose group this one must be.
    var neighbour: LibraryPath?
  }

  private(set) var files: [File] = []
  private(set) var editsWithoutMovies = 0
  private(set) var sharedIdentifiers = 0
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The data of real pairs: the time of the still in milliseconds after the start of the movie, the movie's duration,
  /// the model, and whether the still has a time zone.
  private static let real: [(delay: Int64, duration: Double, model: String, hasZone: Bool)] = [
    (1001, 1.9333, "iPhone 13 Pro", true), (1247, 1.4, "iPhone 15 Plus", true),
    (603, 1.91, "iPhone 15 Pro", true), (1814, 1.2333, "iPhone 6s", true),
    (172, 3.67, "iPhone 7 Plus", false),
  ]

  /// The names that programs give to the halves of a picture (facts of icloudpd, kei, osxphotos, Photos, Takeout, LIVP
  /// exporters and others).
  private static let schemes: [@Sendable (String) -> (still: String, movie: String)] = [
    { ("\($0).HEIC", "\($0).MOV") }, { ("\($0).HEIC", "\($0)_HEVC.MOV") },
    { ("\($0).JPG", "\($0).MOV") }, { ("\($0).heic", "\($0).MP4") },
    { ("\($0).HEIC.heic", "\($0).HEIC.mov") }, { ("\($0).jpeg.jpeg", "\($0).jpeg.mov") },
    { ("\($0)(1).HEIC", "\($0)(1).MP4") }, { ("\($0) (2).HEIC", "\($0) (2).MOV") },
    { ("\($0).HEIC", "\($0)-AbCdEf123.MOV") }, { ("\($0) 2.JPG", "\($0) 2.MOV") },
    { ("\($0)-2369959.HEIC", "\($0)_HEVC-4559592.MOV") },
    { ("\($0).jpg", "\($0).mov") }, { ("\($0) copy.jpg", "\($0) copy.mov") },
  ]

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  mutating func make(pictures count: Int) {
    for picture in 0..<count { add(picture) }
  }

  // MARK: A picture

  private mutating func add(_ picture: Int) {
    let real = one(of: ShuffledLibrary.real)
    // Each picture is from a different day: their numbers start again sometimes.
    let start =
      1_700_000_000_000 + Int64(picture) * 86_400_000
      + Int64.random(in: 0..<40_000, using: &random) * 1000
    let stem = "IMG_\(String("000\(Int.random(in: 1...12, using: &random))".suffix(4)))"
    let folder = "lib/\(picture)"
    let identifier = ContentIdentifier("ID-\(picture)")

    var still = MediaFacts(kind: .still, identifier: identifier, model: real.model)
    still.captureTime = CaptureTime(
      local: start + 3_600_000 + real.delay, universal: real.hasZone ? start + real.delay : nil)
    var movie = MediaFacts(
      kind: .movie, identifier: identifier, duration: real.duration, model: real.model)
    movie.captureTime = CaptureTime(local: start + 3_600_000, universal: start)

    let names = one(of: ShuffledLibrary.schemes)(stem)
    let loss = Int.random(in: 0..<5, using: &random)
    if loss == 1 || loss == 3 { still.identifier = nil }
    if loss == 2 || loss == 3 { movie.identifier = nil }
    // Programs that transcode leave the time of the movie, or that in its header.
    if loss == 2, chance(50) {
      movie.captureTime = CaptureTime(local: nil, universal: start, origin: .header)
      movie.model = nil
    }
    let hasIdentifiers = loss == 0 || loss == 4
    // A pair with identifiers may have any names and folders.
    if hasIdentifiers, chance(40) {
      let first = path("away/\(Int.random(in: 0..<5, using: &random))/a\(picture)x.jpeg")
      let second = path("away/\(Int.random(in: 0..<5, using: &random))/b\(picture)y.mov")
      add(first, still, picture, partner: second)
      add(second, movie, picture, neighbour: first)
      return
    }
    let stillPath = path("\(folder)/\(names.still)")
    let moviePath = path("\(folder)/\(names.movie)")
    add(stillPath, still, picture, partner: moviePath)
    add(moviePath, movie, picture, neighbour: stillPath)
    if chance(30) { addSidecars(of: names.still, stem, folder, picture, stillPath) }
    if chance(40) { addEdit(names.still, stem, folder, picture, still, movie, stillPath) }
    if chance(20) { addCopy(names, picture, still, movie) }
  }

  private func path(_ text: String) -> LibraryPath { LibraryPath(text) }

  private mutating func add(
    _ path: LibraryPath, _ facts: MediaFacts, _ picture: Int, isEdited: Bool = false, copy: Int = 0,
    partner: LibraryPath? = nil, neighbour: LibraryPath? = nil
  ) {
    files.append(
      File(
        file: LibraryFile(path: path, size: 1000 + Int64(files.count), facts: facts),
        picture: picture, isEdited: isEdited, copy: copy, partner: partner, neighbour: neighbour))
  }

  private mutating func addSidecars(
    of name: String, _ stem: String, _ folder: String, _ picture: Int, _ still: LibraryPath
  ) {
    add(
      path("\(folder)/\(name).supplemental-metadata.json"), MediaFacts(kind: .metadata), picture,
      neighbour: still)
    add(path("\(folder)/\(name).xmp"), MediaFacts(kind: .metadata), picture, neighbour: still)
    guard name.hasPrefix(stem + ".") else { return }
    add(path("\(folder)/\(stem).AAE"), MediaFacts(kind: .adjustments), picture, neighbour: still)
    var raw = MediaFacts(kind: .raw)
    raw.captureTime = files.last { $0.file.path == still }?.file.facts.captureTime
    add(path("\(folder)/\(stem).DNG"), raw, picture, neighbour: still)
  }

  /// An edit has a new identifier, and a separate movie or none.
  private mutating func addEdit(
    _ name: String, _ stem: String, _ folder: String, _ picture: Int, _ still: MediaFacts,
    _ movie: MediaFacts, _ original: LibraryPath
  ) {
    guard name.hasPrefix(stem + ".") else { return }
    var (edited, render) = (still, movie)
    let hasMovie = chance(60)
    if still.identifier != nil, movie.identifier != nil {
      edited.identifier = ContentIdentifier("EDIT-\(picture)")
      render.identifier = edited.identifier
    }
    let letter = stem.replacing("IMG_", with: "IMG_E")
    let names: (String, String) =
      chance(50)
      ? ("\(stem)_edited.heic", "\(stem)_edited.mov") : ("\(letter).heic", "\(letter).MOV")
    let first = path("\(folder)/\(names.0)")
    let second = path("\(folder)/\(names.1)")
    add(
      first, edited, picture, isEdited: true, partner: hasMovie ? second : nil,
      neighbour: original)
    if hasMovie {
      add(second, render, picture, isEdited: true, neighbour: original)
    } else {
      editsWithoutMovies += 1
    }
  }

  /// A second library on the same disk.
  private mutating func addCopy(
    _ names: (still: String, movie: String), _ picture: Int, _ still: MediaFacts,
    _ movie: MediaFacts
  ) {
    let first = path("backup/\(picture)/\(names.still)")
    let second = path("backup/\(picture)/\(names.movie)")
    add(first, still, picture, copy: 1, partner: second)
    add(second, movie, picture, copy: 1, neighbour: first)
    // One half is sufficient for this.
    if still.identifier != nil || movie.identifier != nil { sharedIdentifiers += 1 }
  }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
