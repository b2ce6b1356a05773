import FuzzDriver
import HEIF
import ISOBMFF
import LivePhotos
import Metadata

/// Stills and movies of Live Photos, as any file may be one: checked, read for pairing, and made. What is made is
/// a pair, and making it again changes nothing. And names, in any number and of any bytes.
@_cdecl("FuzzLive_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: Shortened.seeds) { bytes in
    pairNames(bytes)
    let file = Shortened.expanded(bytes)
    read(file)
    makeStill(file)
    makeMovie(file)
  }
}

private let identifier = ContentIdentifier("7A1C5B2E-0B8F-4D54-9F3B-1C0B6E2F9D11")

private func read(_ file: Bytes) {
  let still = ContentIdentifier(still: file)
  let movie = ContentIdentifier(movie: file)
  let check = LiveCheck(still: file, named: "A.HEIC", movie: file, named: "A.MOV")
  precondition(check.findings.allSatisfy { !$0.message.isEmpty }, "a finding without words")
  precondition(
    !check.isPaired || check.still.identifier == check.movie.identifier, "a pair that is none")
  for kind in MediaKind.allCases {
    let facts = MediaFacts(reading: file, namedAs: kind)
    if let found = facts.identifier {
      let known = [still, movie].compactMap(\.self)
      precondition(found.text.utf8.count <= 1024, "an identifier without end")
      precondition(
        facts.kind == .raw || known.isEmpty || known.contains(found)
          || known.contains { $0.text.utf8.count > 128 }, "another identifier")
    }
    if let time = facts.captureTime {
      _ = time.description
      precondition(time.distance(to: time)?.milliseconds == 0, "a time that is not itself")
    }
    // Its own partner, by all means that there are.
    let pairing = Pairing([
      LibraryFile(path: "a/A.HEIC", size: 1, facts: facts),
      LibraryFile(path: "a/A.MOV", size: 1, facts: facts), LibraryFile(path: "a/A.AAE"),
    ])
    requireOneGroupForEach(of: pairing)
  }
  _ = LiveStillFacts(photo: file)
}

private func makeStill(_ file: Bytes) {
  guard let made = still(file) else { return }
  precondition(ContentIdentifier(still: made) == identifier, "the still bears no identifier")
  let check = LiveStillCheck(made, name: "A.HEIC")
  precondition(check.identifier == identifier, "the check sees no identifier")
  guard let again = still(made) else { fatalError("a still that was made cannot be made again") }
  precondition(again == made, "making a still again changes it")
}

private func makeMovie(_ file: Bytes) {
  for time in [nil, 0, 0.5] as [Double?] {
    guard let made = movie(file, at: time) else { continue }
    let check = LiveMovieCheck(made, name: "A.MOV")
    precondition(check.identifier == identifier, "the movie bears no identifier")
    precondition(check.stillFrame != nil || time == nil, "the movie says no time of its still")
    guard let again = movie(made, at: nil) else {
      fatalError("a movie that was made cannot be made again")
    }
    precondition(again == made, "making a movie again changes it")
  }
}

private func still(_ file: Bytes) -> Bytes? {
  let made = try? LiveStill(file, identifier: identifier, replacingMakerNote: true)
  return made.map { Bytes($0.written.bytes) }
}

private func movie(_ file: Bytes, at time: Double?) -> Bytes? {
  var options = LiveMovieOptions(identifier)
  options.time = time
  options.allowsAnyCodec = true
  options.still = LiveStillFacts(photo: file)
  return (try? LiveMovie(file, options)).map { Bytes($0.written.bytes) }
}

// MARK: - Names

/// The lines of a file as the names of others.
private func pairNames(_ bytes: Bytes) {
  let names = bytes.prefix(2048).split(separator: UInt8(ascii: "\n")).prefix(48)
  let files = names.enumerated().map { index, name in
    var file = LibraryFile(path: LibraryPath(name))
    // What files say follows from their names, so that some of it agrees.
    if let first = name.first, first % 4 == 0 { file.facts.identifier = identifier }
    file.facts.captureTime = CaptureTime(String(decoding: name, as: UTF8.self))
    file.facts.duration = index % 3 == 0 ? 2 : nil
    return file
  }
  let pairing = Pairing(files)
  requireOneGroupForEach(of: pairing)
  let reversed = Pairing(files.reversed())
  precondition(
    pairing.groups == reversed.groups && pairing.conflicts == reversed.conflicts,
    "the order of files matters")
  let plan = PairArrangement(pairing, renaming: true, into: "Photos", confidence: .possible) { _ in
    false
  }
  precondition(
    Set(plan.moves.map(\.to)).count == plan.moves.count, "two files go to one path")
}

private func requireOneGroupForEach(of pairing: Pairing) {
  let members = pairing.groups.flatMap(\.members).map(\.file).sorted()
  precondition(members == Array(pairing.files.indices), "a file is not in one group")
  let halves = pairing.groups.flatMap(\.pairs).flatMap { [$0.still, $0.movie] }
  precondition(Set(halves).count == halves.count, "a file is in two pairs")
}
