import Testing

@testable import LivePhotos

/// Pairs that are found while files come and go are those of all files at once.
@Suite struct PairIndexTests {
  private func pairs(_ files: some Collection<LibraryFile>) -> [LibraryPath: LibraryPath] {
    let pairing = Pairing(files)
    let sure = pairing.groups.flatMap(\.pairs).filter { $0.confidence >= PairIndex.confidence }
    return Dictionary(
      uniqueKeysWithValues: sure.map {
        (pairing.files[$0.still].path, pairing.files[$0.movie].path)
      })
  }

  @Test(arguments: 0..<20) func nothingElseIsFound(seed: UInt64) {
    var library = ShuffledLibrary(seed: seed)
    library.make(pictures: 25)
    var files = library.files.map(\.file).shuffled(using: &library.random)
    // All are in one folder, and some have no identifiers, so that names contradict each other.
    for index in files.indices {
      if Int.random(in: 0..<3, using: &library.random) == 0 { files[index].facts.identifier = nil }
      if Int.random(in: 0..<2, using: &library.random) == 0 {
        files[index].path = LibraryPath("one").appending(files[index].path.name)
      }
    }
    var index = PairIndex()
    var here: [LibraryPath: LibraryFile] = [:]
    var foundSome = false
    for round in 0..<120 {
      let before = index.pairs
      for _ in 0..<Int.random(in: 1...3, using: &library.random) {
        let file = files[Int.random(in: files.indices, using: &library.random)]
        if here[file.path] != nil, round % 3 == 0 {
          here[file.path] = nil
          index.remove(file.path)
        } else {
          here[file.path] = file
          index.insert(file)
        }
      }
      let hasChanged = index.update()
      #expect(index.pairs == pairs(here.values))
      #expect(hasChanged == (before != index.pairs))
      foundSome = foundSome || index.pairs.count > 2
      let hasChangedAgain = index.update()
      #expect(!hasChangedAgain)
    }
    #expect(foundSome)
  }
}
