import Movie
import Testing

@Suite struct MetadataTests {
  private func data(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    box("data", be32(type), be32(0), value)
  }

  private func movie(keys names: [String], _ values: [[UInt8]]) throws -> MovieFile {
    let keys = names.flatMap { be32($0.utf8.count + 8) + Array("mdta".utf8) + Array($0.utf8) }
    let handler = fullBox("hdlr", 0, zeros(4), Array("mdta".utf8), zeros(13))
    let items = values.enumerated().flatMap {
      be32($1.count + 8) + be32($0 + 1) + $1
    }
    var builder = MovieBuilder()
    builder.extras = box(
      "meta", handler, fullBox("keys", 0, be32(names.count), keys), box("ilst", items))
    return try #require(builder.movie())
  }

  @Test func quickTimeKeysHaveTheirNames() throws {
    let names = ["com.apple.quicktime.make", "com.apple.quicktime.live-photo.auto"]
    let movie = try movie(keys: names, [data(1, Array("Apple".utf8)), data(22, [1])])
    #expect(movie.metadata.map(\.key) == names)
    #expect(movie.metadata.map(\.value) == ["Apple", "1"])
  }

  /// FFmpeg takes names for the same whose letters differ only in case.
  @Test func portableNamesDifferInMoreThanCase() throws {
    let movie = try movie(
      keys: ["a.Scene", "a.scene", "a.SCENE", "b"],
      ["one", "two", "one", "three"].map { data(1, Array($0.utf8)) })
    let portable = PortableMovieMetadata(movie)
    #expect(portable.items.map(\.name) == ["a.Scene", "b"])
    #expect(portable.items.map(\.value) == ["one", "three"])
    #expect(portable.sources.map(\.key) == ["a.Scene", "a.SCENE", "b"])
  }

  @Test func portableMetadataIsBounded() throws {
    let movie = try movie(
      keys: (0..<5000).map { "key.\($0)" }, (0..<5000).map { data(1, Array("\($0)".utf8)) })
    let portable = PortableMovieMetadata(movie)
    #expect(portable.items.count == 4096)
    #expect(portable.sources.count == 4096)
  }

  @Test func iTunesNumbersAreWords() throws {
    let handler = fullBox("hdlr", 0, zeros(4), Array("mdir".utf8), zeros(13))
    let ilst = box(
      "ilst", box("©nam", data(1, Array("Name".utf8))),
      box("trkn", data(0, [0, 0, 0, 1, 0, 7, 0, 0])), box("disk", data(0, [0, 0, 0, 2, 0, 0])))
    var builder = MovieBuilder()
    builder.extras = box("udta", fullBox("meta", 0, handler, ilst))
    let movie = try #require(builder.movie())
    #expect(movie.metadata.map(\.key) == ["©nam", "trkn", "disk"])
    #expect(movie.metadata.map(\.value) == ["Name", "1 of 7", "2"])
  }
}
