import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

@testable import LivePhotos

/// A file that is described by a few values.
private func file(
  _ path: String, id: String? = nil, at time: String? = nil, lasts duration: Double? = nil,
  burst: String? = nil, size: Int64 = 0, model: String? = nil
) -> LibraryFile {
  var file = LibraryFile(path: LibraryPath(path), size: size)
  file.facts.identifier = id.map { ContentIdentifier($0) }
  file.facts.captureTime = time.flatMap { CaptureTime($0) }
  file.facts.duration = duration
  file.facts.burst = burst
  file.facts.model = model
  return file
}

extension Pairing {
  /// `still + movie: confidence`
  fileprivate var pairTexts: [String] {
    groups.flatMap(\.pairs).map {
      "\(files[$0.still].path) + \(files[$0.movie].path): \($0.confidence.rawValue)"
    }.sorted()
  }
  fileprivate var conflictTexts: [String] {
    conflicts.map { conflict in
      "\(conflict.kind.rawValue): "
        + conflict.files.map { "\(files[$0].path)" }.joined(separator: " ")
    }.sorted()
  }
  /// `path=role path=role`, for each group of several files.
  fileprivate var groupTexts: [String] {
    groups.filter { $0.members.count > 1 }.map { group in
      group.members.map { "\(files[$0.file].path)=\($0.role.rawValue)" }.joined(separator: " ")
    }
  }
}

@Suite struct PairingTests {
  /// Google Takeout has a file about each item of a library: a movie without one belongs to the item of its still.
  @Test(arguments: [
    (["a/IMG_1.HEIC.supplemental-metadata.json"], "likely"), (["a/IMG_1.HEIC.json"], "likely"),
    (["a/IMG_1.HEIC.supplemental-metada.json"], "likely"), ([], "possible"),
    (["b/IMG_1.HEIC.json"], "possible"), (["a/IMG_2.HEIC.json"], "possible"),
    (["a/IMG_1.HEIC.json", "a/IMG_1.MP4.json"], "likely"),
  ])
  func sidecarsOfGoogleAreEvidence(sidecars: [String], confidence: String) throws {
    let json = Bytes(
      Array(#"{"title": "IMG_1.HEIC", "photoTakenTime": {"timestamp": "1718469727"}}"#.utf8))
    var files = [file("a/IMG_1.HEIC"), file("a/IMG_1.MP4", lasts: 1.5)]
    for path in sidecars {
      var sidecar = file(path)
      sidecar.facts = MediaFacts(reading: json, namedAs: .metadata)
      #expect(sidecar.facts.captureTime?.universal == 1_718_469_727_000)
      files.append(sidecar)
    }
    #expect(Pairing(files).pairTexts == ["a/IMG_1.HEIC + a/IMG_1.MP4: \(confidence)"])
    // Other JSON says nothing.
    let other = MediaFacts(reading: Bytes(Array(#"{"timestamp": 3}"#.utf8)), namedAs: .metadata)
    #expect(other.captureTime == nil)
  }

  // MARK: Names

  /// Names that programs give to the halves of one Live Photo in the same folder.
  static let pairsOfNames: [(String, String)] = [
    ("IMG_1.HEIC", "IMG_1.MOV"), ("IMG_1.JPG", "img_1.mov"), ("IMG_1.HEIC", "IMG_1_HEVC.MOV"),
    ("IMG_1.HEIC", "IMG_1.MP4"), ("IMG_1(2).HEIC", "IMG_1(2).MOV"),
    ("IMG_1 (2).HEIC", "IMG_1(2).MP4"), ("IMG_1234 2.HEIC", "IMG_1234 2.MOV"),
    ("X.HEIC.heic", "X.HEIC.mov"), ("X.jpeg.jpeg", "X.jpeg.mov"),
    ("IMG_3582_edited.heic", "IMG_3582_edited.mov"), ("IMG_E1853.heic", "IMG_E1853.MOV"),
    ("IMG_1853_edited.heic", "IMG_E1853.MOV"),
    ("B60C31AC-0000-4000-8000-000000000001.heic", "B60C31AC-0000-4000-8000-000000000001_3.mov"),
    (
      "B60C31AC-0000-4000-8000-000000000001_1_201_a.heic",
      "B60C31AC-0000-4000-8000-000000000001_2_100_a.mov"
    ),
    ("IMG_1.HEIC", "IMG_1-123456.MOV"), ("PXL_1.MP.jpg", "PXL_1.MP"),
    ("PXL_1.MP(1).jpg", "PXL_1.MP(1)"),
  ]

  @Test(arguments: pairsOfNames) func namesOfOneLivePhoto(_ still: String, _ movie: String) {
    let pairing = Pairing([file("a/\(movie)"), file("a/\(still)")])
    #expect(pairing.pairTexts == ["a/\(still) + a/\(movie): possible"])
    #expect(pairing.conflicts.isEmpty)
  }

  static let strangers: [(String, String)] = [
    ("IMG_1.HEIC", "IMG_2.MOV"), ("IMG_1.HEIC", "IMG_1(2).MOV"),
    ("IMG_1(1).HEIC", "IMG_1(2).MOV"),
    ("DSC-12345.JPG", "DSC-12346.MOV"), ("IMG-1.JPG", "IMG-2.MOV"),
    ("IMG_20230101-WA0001.jpg", "IMG_20230101-WA0002.mp4"), ("IMG_1-AbCdEf123.MOV", "IMG_1.HEIC"),
    ("IMG_0001_BURST001.jpg", "IMG_0001_BURST002.mp4"),
  ]

  @Test(arguments: strangers) func namesOfDifferentPhotos(_ still: String, _ movie: String) {
    #expect(Pairing([file("a/\(still)"), file("a/\(movie)")]).pairTexts.isEmpty)
  }

  @Test func sizesInNamesAreLookedAt() {
    // icloudpd computes the number of each half from its own size.
    let files = [
      file("X-2369959.HEIC", size: 2_369_959), file("X_HEVC-4559592.MOV", size: 4_559_592),
      file("Y-11111.JPG", size: 11_111), file("Y-22222.MOV", size: 22_222),
      file("Z-11111.JPG", size: 1), file("Z-22222.MOV", size: 2),
    ]
    #expect(
      Pairing(files).pairTexts == [
        "X-2369959.HEIC + X_HEVC-4559592.MOV: possible", "Y-11111.JPG + Y-22222.MOV: possible",
      ])
  }

  @Test func namesWithTimesAreLikely() {
    let pairing = Pairing([
      file("a/IMG_1.HEIC", at: "2025-01-01 10:00:01.5+01:00"),
      file("a/IMG_1.MOV", at: "2025-01-01 10:00:00+01:00", lasts: 2.9),
      // An asset's identifier behind a name counts where the times agree, and so do other folders.
      file("b/IMG_2.HEIC", at: "2025-02-01 10:00:01+01:00"),
      file("b/IMG_2-AbCdEf123.MOV", at: "2025-02-01 10:00:00+01:00", lasts: 2.9),
      file("photos/IMG_3.HEIC", at: "2025-03-01 10:00:01+01:00"),
      file("videos/IMG_3.MOV", at: "2025-03-01 10:00:00+01:00", lasts: 2.9),
      file("c/IMG_4.HEIC", at: "2025-04-01 10:00:01+01:00"),
      file("c/IMG_4(1).MOV", at: "2025-04-01 10:00:00+01:00", lasts: 2.9),
    ])
    #expect(
      pairing.pairTexts == [
        "a/IMG_1.HEIC + a/IMG_1.MOV: likely", "b/IMG_2.HEIC + b/IMG_2-AbCdEf123.MOV: likely",
        "c/IMG_4.HEIC + c/IMG_4(1).MOV: likely", "photos/IMG_3.HEIC + videos/IMG_3.MOV: likely",
      ])
    let pair = pairing.groups[0].pairs[0]
    #expect(pair.evidence == [.stem, .folder, .captureTime(.exact(1500)), .duration(2.9)])
  }

  @Test func timesAlonePairWhatIsClosest() {
    let pairing = Pairing([
      file("a/one.jpg", at: "2025-01-01 10:00:01+01:00", model: "iPhone 13"),
      file("b/two.mov", at: "2025-01-01 09:00:00Z", lasts: 2.9),
      // From another camera; too long; from another time; with two candidates.
      file("a/three.jpg", at: "2025-01-02 10:00:01Z", model: "iPhone 13"),
      file("a/four.mov", at: "2025-01-02 10:00:01Z", lasts: 2.9, model: "iPhone 6s"),
      file("a/five.jpg", at: "2025-01-03 10:00:01Z"),
      file("a/six.mov", at: "2025-01-03 10:00:01Z", lasts: 60),
      file("a/seven.jpg", at: "2025-01-04 10:00:10Z"),
      file("a/eight.mov", at: "2025-01-04 10:00:01Z", lasts: 2),
      file("a/nine.jpg", at: "2025-01-05 10:00:01Z"),
      file("a/ten.mov", at: "2025-01-05 10:00:00Z", lasts: 2),
      file("a/eleven.mov", at: "2025-01-05 10:00:02Z", lasts: 2),
    ])
    #expect(pairing.pairTexts == ["a/one.jpg + b/two.mov: possible"])
    #expect(pairing.conflictTexts == ["ambiguous: a/eleven.mov a/nine.jpg a/ten.mov"])
  }

  // MARK: Identifiers

  @Test func identifiersPairWhateverTheNames() {
    let pairing = Pairing([
      file("x/51F2BEF7_1_201_a.jpeg", id: "A"), file("y/0FFBE909_2_100_a.mov", id: "A"),
      file("IMG_9.HEIC", id: "B"), file("IMG_9.MOV", id: "C"), file("whatever.mov", id: "B"),
    ])
    #expect(
      pairing.pairTexts == [
        "IMG_9.HEIC + whatever.mov: certain",
        "x/51F2BEF7_1_201_a.jpeg + y/0FFBE909_2_100_a.mov: certain",
      ])
    #expect(pairing.unpaired.map { "\(pairing.files[$0].path)" } == ["IMG_9.MOV"])
  }

  @Test func contradictionsAreListed() {
    let pairing = Pairing([
      file("a/IMG_1.HEIC", id: "A"), file("a/IMG_1.MOV", id: "B"),
      file("b/IMG_1.HEIC", at: "2025-01-01 10:00:00"),
      file("b/IMG_1.MOV", at: "2025-01-03 10:00:00", lasts: 2),
      file("c/IMG_1.HEIC", at: "2025-01-01 10:00:00"),
      file("c/IMG_1.MOV", at: "2025-01-01 10:05:00", lasts: 2),
      file("d/IMG_1.HEIC"), file("d/IMG_1.MOV", lasts: 200),
      file("e/IMG_1.HEIC"), file("e/IMG_1.JPG"), file("e/IMG_1.MOV"),
      file("f/IMG_E0001.JPG"), file("f/IMG_0001.MOV"),
    ])
    #expect(pairing.pairTexts.isEmpty)
    #expect(
      pairing.conflictTexts == [
        "ambiguous: e/IMG_1.HEIC e/IMG_1.JPG e/IMG_1.MOV",
        "edited-still-original-movie: f/IMG_0001.MOV f/IMG_E0001.JPG",
        "equal-names-different-days: b/IMG_1.HEIC b/IMG_1.MOV",
        "equal-names-different-times: c/IMG_1.HEIC c/IMG_1.MOV",
        "identifiers-differ: a/IMG_1.HEIC a/IMG_1.MOV", "movie-too-long: d/IMG_1.HEIC d/IMG_1.MOV",
      ])
  }

  @Test func copiesPairWithinTheirFolders() {
    let pairing = Pairing([
      file("a/IMG_1.HEIC", id: "A"), file("a/IMG_1.MOV", id: "A"),
      file("b/IMG_1.HEIC", id: "A"), file("b/IMG_1.MOV", id: "A"),
      file("c/photo.heic", id: "A"), file("c/clip.mov", id: "A"),
      file("a/IMG_1(1).HEIC", id: "A"), file("a/IMG_1(1).MOV", id: "A"),
      file("a/IMG_1 copy.HEIC", id: "A"),
    ])
    #expect(
      pairing.pairTexts == [
        "a/IMG_1(1).HEIC + a/IMG_1(1).MOV: likely", "a/IMG_1.HEIC + a/IMG_1.MOV: likely",
        "b/IMG_1.HEIC + b/IMG_1.MOV: likely", "c/photo.heic + c/clip.mov: likely",
      ])
    #expect(pairing.conflicts.map(\.kind) == [.identifierShared])
    #expect(pairing.groups.count == 1)
    #expect(pairing.groupTexts[0].contains("a/IMG_1 copy.HEIC=alternative"))
  }

  // MARK: Groups

  @Test func whatIsOfOnePictureStandsTogether() {
    let pairing = Pairing([
      file("IMG_1234.HEIC", id: "A"), file("IMG_1234.MOV", id: "A"),
      file("IMG_E1234.HEIC", id: "B"), file("IMG_E1234.MOV", id: "B"), file("IMG_1234.AAE"),
      file("IMG_O1234.AAE"), file("IMG_1234.DNG", id: "A"), file("IMG_1234.HEIC.xmp"),
      file("IMG_5.JPG"), file("IMG_5.NEF"), file("IMG_5.JPG.json"), file("IMG_6.JPG"),
      file("IMG_5(1).JPG"), file("IMG_7.AAE"),
    ])
    #expect(
      pairing.groupTexts == [
        "IMG_1234.AAE=adjustments IMG_1234.DNG=raw IMG_1234.HEIC=still IMG_1234.HEIC.xmp=metadata "
          + "IMG_1234.MOV=movie IMG_E1234.HEIC=edited still IMG_E1234.MOV=edited movie "
          + "IMG_O1234.AAE=adjustments",
        "IMG_5.JPG=still IMG_5.JPG.json=metadata IMG_5.NEF=raw",
      ])
    #expect(pairing.pairTexts.count == 2)
    #expect(pairing.conflicts.isEmpty)
  }

  @Test func anEditIsNoPairWithTheOriginalsMovie() {
    // Both stills have the identifier.
    let pairing = Pairing([
      file("IMG_1853.HEIC", id: "A"), file("IMG_E1853.heic", id: "A"),
      file("IMG_1853.MOV", id: "A"),
    ])
    #expect(pairing.pairTexts == ["IMG_1853.HEIC + IMG_1853.MOV: certain"])
    #expect(pairing.conflictTexts == ["edited-still-original-movie: IMG_1853.MOV IMG_E1853.heic"])
  }

  @Test func burstsStandTogether() {
    let pairing = Pairing([
      file("IMG_1.HEIC", burst: "X"), file("IMG_2.HEIC", burst: "X"),
      file("IMG_3.HEIC", id: "A", burst: "X"), file("IMG_3.MOV", id: "A"), file("IMG_4.HEIC"),
      file("00000IMG_00000_BURST20200101120000.jpg"),
      file("00001IMG_00001_BURST20200101120000_COVER.jpg"),
    ])
    #expect(
      pairing.groupTexts == [
        "00000IMG_00000_BURST20200101120000.jpg=burst frame "
          + "00001IMG_00001_BURST20200101120000_COVER.jpg=burst frame",
        "IMG_1.HEIC=burst frame IMG_2.HEIC=burst frame IMG_3.HEIC=still IMG_3.MOV=movie",
      ])
  }

  // MARK: Properties

  /// A library with all kinds of files, and with similar names.
  private func library(_ generator: inout some RandomNumberGenerator) -> [LibraryFile] {
    let stems = [
      "IMG_1234", "IMG_E1234", "IMG_1234_edited", "IMG_1234(1)", "X-12345", "a", "IMG_1234_HEVC",
    ]
    let endings = ["HEIC", "JPG", "MOV", "MP4", "AAE", "DNG", "HEIC.json", "heic.mov"]
    var files: [LibraryPath: LibraryFile] = [:]
    for _ in 0..<Int.random(in: 2...40, using: &generator) {
      let name = stems.randomElement(using: &generator) ?? ""
      let ending = endings.randomElement(using: &generator) ?? ""
      let folder = ["", "b/", "c/"].randomElement(using: &generator) ?? ""
      let identifiers: [String?] = [nil, "A", "B", "C"]
      let times: [String?] = [
        nil, "2025-01-01 10:00:00", "2025-01-01 10:00:01+01:00", "2025-01-02 10:00:00Z",
      ]
      let durations: [Double?] = [nil, 2, 100]
      let isFrame = Int.random(in: 0..<9, using: &generator) == 0
      let value = file(
        "\(folder)\(name).\(ending)", id: identifiers.randomElement(using: &generator) ?? nil,
        at: times.randomElement(using: &generator) ?? nil,
        lasts: durations.randomElement(using: &generator) ?? nil, burst: isFrame ? "X" : nil,
        size: Int64.random(in: 12_340...12_350, using: &generator))
      files[value.path] = value
    }
    return Array(files.values)
  }

  @Test func theOrderOfFilesDoesNotMatter() {
    var generator = Noise(state: 7)
    for _ in 0..<400 {
      let files = library(&generator)
      let first = Pairing(files)
      let second = Pairing(files.shuffled(using: &generator) + files.prefix(3))
      #expect(first.files == second.files)
      #expect(first.groups == second.groups)
      #expect(first.conflicts == second.conflicts)
      // Each file is in one group, and in one pair at most; pairs never cross identifiers or edits.
      #expect(first.groups.flatMap(\.members).map(\.file).sorted() == Array(files.indices))
      let pairs = first.groups.flatMap(\.pairs)
      let halves = pairs.flatMap { [$0.still, $0.movie] }
      #expect(Set(halves).count == halves.count)
      for pair in pairs {
        let (a, b) = (first.files[pair.still].facts, first.files[pair.movie].facts)
        #expect(a.identifier == nil || b.identifier == nil || a.identifier == b.identifier)
        #expect(b.kind == .movie)
      }
    }
  }

  /// Names that are alike in all ways: no file is compared with all others.
  @Test func largeLibrariesAreQuick() {
    func files(_ count: Int) -> [LibraryFile] {
      (0..<count).flatMap { number in
        let name = "d\(number % 100)/IMG_\(number % (count / 5))"
        return ["HEIC", "MOV"].map { file("\(name).\($0)", id: "\(number)") }
      }
    }
    let times = growth(of: 500, files) { files in
      #expect(Pairing(files).groups.flatMap(\.pairs).count == Set(files.map(\.path)).count / 2)
    }
    #expect(times < 8, "\(times)")
  }

  /// The same base for all, and all at one time.
  @Test func hostileLibrariesAreQuick() {
    func files(_ count: Int) -> [LibraryFile] {
      (0..<count).flatMap { number in
        let time = "2025-01-01 10:00:00Z"
        return [
          file("X-\(100_000 + number).jpg", at: time),
          file("X-\(200_000 + number).mov", at: time, lasts: 2),
        ]
      }
    }
    let times = growth(of: 500, files) { files in
      #expect(Pairing(files).groups.allSatisfy { $0.pairs.isEmpty })
    }
    #expect(times < 8, "\(times)")
  }

  /// Names of Google Takeout. Some end after 47 characters, and their sidecars after 46.
  @Test(arguments: [
    [
      "Urlaub in Knaufspesch in der Schneifel (38).JP.json",
      "Urlaub in Knaufspesch in der Schneifel (38).JPG",
    ],
    [
      "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json",
      "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg",
    ],
    [
      "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json",
      "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg",
    ],
    [
      "Screenshot_20220207_102421_com.snapchat.androi.json",
      "Screenshot_20220207_102421_com.snapchat.android.jpg",
    ],
    [
      "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg",
      "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg.supp.json",
      "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.mp4",
    ],
    [
      "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEEE(1).json",
      "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEEEE(1).HEIC",
      "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEEEE(1).MP4",
    ],
    [
      "\u{E4}\u{1F600}AAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEE.H.json",
      "\u{E4}\u{1F600}AAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEE.HEIC",
    ],
  ])
  func namesThatTakeoutCutsAreGrouped(names: [String]) {
    let files = names.map { file("a/" + $0) }
    // Files in another folder, or of another copy, have nothing to do with it.
    let strangers = names.map { file("b/x" + $0) }
    let pairing = Pairing(files + strangers.filter { $0.facts.kind == .metadata })
    #expect(
      pairing.groups[0].members.map { "\(pairing.files[$0.file].path)" }.sorted()
        == files.map { "\($0.path)" }.sorted())
  }

  /// If two pictures have the same start of their names, a sidecar with only that start belongs to neither.
  @Test func aSidecarOfTwoPicturesIsAlone() {
    let start = "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEEE"
    let pairing = Pairing([file(start + ".json"), file(start + "F.jpg"), file(start + "G.jpg")])
    #expect(pairing.groups.count == 3)
    let copies = Pairing([file(start + "(1).json"), file(start + "F.jpg")])
    #expect(copies.groups.count == 2)
  }

  /// An edited still, whose name was cut within the word for "edited".
  @Test func editsThatTakeoutCutsStandWithTheirOriginals() {
    let start = "0123456789ABCDEF_0123456789ABCDEF_012345678"
    let pairing = Pairing([file(start + "-edi.jpg"), file(start + ".jpg"), file(start + ".MP4")])
    #expect(
      pairing.groupTexts == [
        "\(start)-edi.jpg=edited still \(start).MP4=movie \(start).jpg=still"
      ])
  }

  // MARK: Real files

  @Test(.needsMedia) func realPairsAreFound() throws {
    let root = "\(MediaFolder.path ?? "")/livephoto-pairs/"
    let files = try MediaFolder.files.filter { $0.hasPrefix(root) }.map { path in
      let bytes = try ByteSource(mapping: path).bytes
      let name = LibraryPath(String(path.dropFirst(root.count)))
      return LibraryFile(
        path: name, size: Int64(bytes.count),
        facts: MediaFacts(reading: bytes, namedAs: LibraryFile.kind(ofName: name)))
    }
    let pairing = Pairing(files)
    #expect(
      pairing.pairTexts == [
        "iPhone13Pro_9B539AB8/IMG_7943.HEIC + iPhone13Pro_9B539AB8/IMG_7943_HEVC.MOV: certain",
        "iPhone15Plus_71DCA213/IMG_3853.HEIC + iPhone15Plus_71DCA213/IMG_3853.MOV: certain",
        "iPhone15Pro_602FEBB7/IMG_3582.HEIC + iPhone15Pro_602FEBB7/IMG_3582.mov: certain",
        "iPhone15Pro_87D06EAA/IMG_3582_edited.heic + iPhone15Pro_87D06EAA/IMG_3582_edited.mov: certain",
        "iPhone6s_E905E6C6/train.jpg + iPhone6s_E905E6C6/train.mov: certain",
        "iPhone7Plus_3D388205/splitrock.jpg + iPhone7Plus_3D388205/splitrock.mov: likely",
        "unpaired/LoveLiver/original/IMG.JPG + unpaired/LoveLiver/original/IMG.MOV: possible",
      ])
    #expect(
      pairing.conflictTexts == [
        "identifier-shared: iPhone7Plus_3D388205/splitrock.jpg iPhone7Plus_3D388205/splitrock.mov "
          + "iPhone7Plus_3D388205/splitrock_sm.mov",
        "identifiers-differ: unpaired/LoveLiver/livephoto/IMG.JPG unpaired/LoveLiver/livephoto/IMG.MOV",
      ])
    // The edit is in the group of its original, although it is from another folder.
    #expect(
      pairing.groupTexts.contains {
        $0.contains("IMG_3582.HEIC=still") && $0.contains("IMG_3582_edited.heic=edited still")
      })
    // The values are those of exiftool 12.57.
    let still = try #require(pairing.files.first { "\($0.path)".hasSuffix("IMG_3853.HEIC") })
    #expect(still.facts.captureTime?.description == "2025-01-01T11:06:47.247+09:00")
    #expect(still.facts.model == "iPhone 15 Plus")
    let movie = try #require(pairing.files.first { "\($0.path)".hasSuffix("splitrock_sm.mov") })
    #expect(movie.facts.captureTime?.description == "2016-12-07T11:44:59-06:00")
    #expect(abs((movie.facts.duration ?? 0) - 3.67) < 0.01)
  }

  /// Without their identifiers the real pairs are found by their names and times.
  @Test(.needsMedia) func realPairsAreFoundWithoutIdentifiers() throws {
    let root = "\(MediaFolder.path ?? "")/livephoto-pairs/iPhone"
    for strips in 0..<3 {
      let files = try MediaFolder.files.filter { $0.hasPrefix(root) && !$0.contains("_sm") }.map {
        let bytes = try ByteSource(mapping: $0).bytes
        let path = LibraryPath($0)
        var facts = MediaFacts(reading: bytes, namedAs: LibraryFile.kind(ofName: path))
        if strips == 2 || (strips == 0) == (facts.kind == .movie) { facts.identifier = nil }
        return LibraryFile(path: path, size: Int64(bytes.count), facts: facts)
      }
      let pairs = Pairing(files).groups.flatMap(\.pairs)
      #expect(pairs.count == 6)
      #expect(pairs.allSatisfy { $0.confidence == .likely })
    }
  }

  @Test func filesOfAnySortAreRead() throws {
    for path in MediaFolder.samples + MediaFolder.files {
      let bytes = try ByteSource(mapping: path).bytes
      let facts = MediaFacts(reading: bytes, namedAs: LibraryFile.kind(ofName: LibraryPath(path)))
      let key = FactsCache.Key(path: LibraryPath(path), size: 1, modified: -2, inode: .max)
      let folder = LibraryPath("/a b/\n")
      let cache = FactsCache(
        lines: FactsCache.firstLine(of: folder) + FactsCache.line(key, facts), of: folder)
      #expect(cache[key] == facts)
    }
    #expect(MediaFacts(reading: Bytes(), namedAs: .movie).problem == "is empty (0 bytes)")
  }

  @Test(.needsMedia) func misnamedHalvesAreNamed() throws {
    let pair = "\(MediaFolder.path ?? "")/livephoto-pairs/iPhone15Plus_71DCA213/IMG_3853"
    let photo = try ByteSource(mapping: pair + ".HEIC").bytes
    let facts = MediaFacts(reading: photo, namedAs: .movie)
    #expect(facts.kind == .still)
    #expect(facts.problem == "is named as a movie, but is a photo")
    let movie = try ByteSource(mapping: pair + ".MOV").bytes
    let cut = MediaFacts(reading: try #require(movie.part(0..<100_000)), namedAs: .movie)
    #expect(cut.problem == "has no moov box: it was truncated, or is not a movie")
  }

  // MARK: Cache, and other folders

  @Test func damagedCachesAreNoCaches() {
    let folder = LibraryPath("/a")
    let key = FactsCache.Key(path: LibraryPath("b\tc"), size: 3, modified: 4, inode: 5)
    let facts = MediaFacts(
      kind: .movie, identifier: ContentIdentifier("A\nB"), burst: "\u{1F}",
      captureTime: CaptureTime("2025-01-01 10:00:00.5-03:30"), duration: 0.1 + 0.2, model: "%",
      problem: "\"")
    let lines = FactsCache.firstLine(of: folder) + FactsCache.line(key, facts)
    #expect(FactsCache(lines: lines, of: folder)[key] == facts)
    #expect(FactsCache(lines: lines, of: LibraryPath("/b")).count == 0)
    var other = key
    other.modified += 1
    #expect(FactsCache(lines: lines, of: folder)[other] == nil)
    for offset in lines.indices {
      for damage in Damage.allCases {
        let damaged = damage.apply(to: Data(lines), at: offset)
        let cache = FactsCache(lines: damaged, of: folder)
        let isWhole = [Data(lines), Data(lines.dropLast())].contains(damaged)
        #expect(isWhole ? cache[key] == facts : cache.count == 0, "\(damage) at \(offset)")
      }
    }
  }

  @Test func filesMoveTogether() {
    let pairing = Pairing([
      file("in/IMG_1.HEIC", id: "A", at: "2025-01-01 00:30:00+01:00"),
      file("in/IMG_1_HEVC.MOV", id: "A"), file("in/IMG_1.AAE"),
      file("in/b/IMG_1.HEIC", id: "B", at: "2025-01-31 10:00:00"), file("in/b/IMG_1.MOV", id: "B"),
      file("in/c/x.HEIC"), file("in/c/x.MOV"),
      file("in/d/y.HEIC", id: "D"), file("in/d/y.MOV", id: "D"), file("in/d/y_sm.MOV", id: "D"),
      file("in/e/one.HEIC", id: "E"), file("in/e/two.MOV", id: "E"), file("in/e/single.HEIC"),
    ])
    func texts(_ plan: PairArrangement) -> [String] {
      plan.moves.map { "\(pairing.files[$0.file].path) \($0.to)" }
    }
    let renamed = PairArrangement(pairing, renaming: true, into: nil) { _ in false }
    #expect(
      texts(renamed) == ["in/IMG_1_HEVC.MOV in/IMG_1.MOV", "in/e/two.MOV in/e/one.MOV"])
    #expect(renamed.skips.map(\.reason) == [.confidence, .conflict])
    let blocked = PairArrangement(pairing, renaming: true, into: nil) { "\($0)" == "in/IMG_1.MOV" }
    #expect(texts(blocked) == ["in/e/two.MOV in/e/one.MOV"])
    #expect(blocked.skips.contains { $0.reason == .taken(LibraryPath("in/IMG_1.MOV")) })
    let moved = PairArrangement(pairing, renaming: true, into: LibraryPath("out")) { _ in false }
    #expect(
      texts(moved) == [
        "in/IMG_1.AAE out/2025/01/IMG_1.AAE", "in/IMG_1.HEIC out/2025/01/IMG_1.HEIC",
        "in/IMG_1_HEVC.MOV out/2025/01/IMG_1.MOV",
        "in/b/IMG_1.HEIC out/2025/01/IMG_1 (2).HEIC", "in/b/IMG_1.MOV out/2025/01/IMG_1 (2).MOV",
        "in/e/one.HEIC out/undated/one.HEIC", "in/e/two.MOV out/undated/one.MOV",
      ])
    #expect(Set(moved.moves.map(\.to)).count == moved.moves.count)
  }

  /// Files of the working folder, and of the root folder, stay in their folder.
  @Test(arguments: ["", "/", "a/", "/a/"]) func renamedFilesStayInTheirFolder(folder: String) {
    let pairing = Pairing([file("\(folder)one.HEIC", id: "E"), file("\(folder)two.MOV", id: "E")])
    let renamed = PairArrangement(pairing, renaming: true, into: nil) { _ in false }
    #expect(renamed.moves.map { "\($0.to)" } == ["\(folder)one.MOV"])
  }
}
