import ISOBMFF
import Movie
import Testing

/// The groups of samples: ISO/IEC 14496-12 §8.9.
@Suite struct SampleGroupTests {
  /// Descriptions of two bytes each; a version from 2 on has one for all samples that are not mentioned.
  private func descriptions(_ type: String, _ entries: [[UInt8]], byDefault: Int? = nil) -> [UInt8]
  {
    fullBox(
      "sgpd", (byDefault == nil ? 1 : 2) << 24, Array(type.utf8) + be32(2),
      byDefault.map(be32) ?? [], be32(entries.count) + entries.flatMap { $0 })
  }

  /// The number of samples with each description.
  private func groups(_ type: String, _ runs: [[Int]], parameter: Int? = nil) -> [UInt8] {
    fullBox(
      "sbgp", (parameter == nil ? 0 : 1) << 24, Array(type.utf8), parameter.map(be32) ?? [],
      be32(runs.count) + runs.flatMap { $0.flatMap(be32) })
  }

  /// A movie of six samples.
  private func movie(_ extras: [UInt8], fragments: [UInt8] = []) -> MovieFile? {
    var builder = MovieBuilder()
    builder.times = [(6, 10)]
    builder.sizes = [1, 1, 1, 1, 1, 1]
    builder.chunkOffsets = [100]
    builder.chunkRuns = [[1, 6, 1]]
    builder.tableExtras = extras
    builder.extras = box("mvex", fullBox("trex", 0, be32(1), be32(1), be32(10), be32(1), be32(0)))
    builder.fragments = fragments
    return builder.movie()
  }

  /// Type, parameter, number and content of the groups of each sample.
  private func groups(_ movie: MovieFile?) throws -> [[String]] {
    try #require(movie?.tracks.first).samples.map { sample in
      sample.groups.map { group in
        let parameter = group.parameter.map { "(\($0))" } ?? ""
        let data = group.description.map { "\(Array($0.data))" } ?? "unknown"
        return "\(group.type)\(parameter) \(group.descriptionIndex) \(data)"
      }
    }
  }

  @Test func runsOfSamples() throws {
    let boxes =
      descriptions("tst1", [[1, 1], [1, 2]]) + descriptions("tst2", [[2, 1], [2, 2]])
      + groups("tst1", [[2, 1], [1, 0], [1, 2]], parameter: 77)
      + groups("tst2", [[1, 0], [4, 2], [1, 3]])
    let expected: [[String]] = [
      ["tst1(77) 1 [1, 1]"], ["tst1(77) 1 [1, 1]", "tst2 2 [2, 2]"], ["tst2 2 [2, 2]"],
      ["tst1(77) 2 [1, 2]", "tst2 2 [2, 2]"], ["tst2 2 [2, 2]"], ["tst2 3 unknown"],
    ]
    #expect(try groups(movie(boxes)) == expected)
  }

  /// A sample that is stated to be in no group is in none, and others are in that of the default.
  @Test func defaults() throws {
    let all = descriptions("tst1", [[1, 1], [1, 2]], byDefault: 2)
    #expect(try groups(movie(all)) == [[String]](repeating: ["tst1 2 [1, 2]"], count: 6))
    let expected = [["tst1 1 [1, 1]"], []] + [[String]](repeating: ["tst1 2 [1, 2]"], count: 4)
    #expect(try groups(movie(all + groups("tst1", [[1, 1], [1, 0]]))) == expected)
    let none = descriptions("tst1", [[1, 1]], byDefault: 0)
    #expect(try groups(movie(none)) == [[String]](repeating: [], count: 6))
  }

  /// `csgp` of 8 bits each: 1, 2, 1 and then 2 for two samples (ISO/IEC 14496-12 §8.9.5).
  @Test(arguments: [nil, 5]) func patterns(parameter: Int?) throws {
    let patterns =
      be32(2) + [2, 3] + [1, 2]  // Lengths and numbers of samples.
      + [1, 2, 2]
    let compact = fullBox(
      "csgp", 0b01_01_01 | (parameter == nil ? 0 : 0x40), Array("tst1".utf8),
      parameter.map(be32) ?? [], patterns)
    let name = parameter.map { "tst1(\($0))" } ?? "tst1"
    let (one, two) = (["\(name) 1 [1, 1]"], ["\(name) 2 [1, 2]"])
    #expect(
      try groups(movie(descriptions("tst1", [[1, 1], [1, 2]]) + compact))
        == [one, two, one, two, two, []])
  }

  /// Numbers from 0x10001 on are those of descriptions in the fragment, 1 those of the movie.
  @Test(arguments: [false, true]) func fragments(isCompact: Bool) throws {
    let mapping =
      isCompact
      // The highest of 8 bits means that the description is in the fragment.
      ? fullBox(
        "csgp", 0b01_01_01 | 0x80, Array("tst1".utf8), be32(1) + [3, 3, 0x81, 1, 0x82])
      : groups("tst1", [[1, 0x10001], [1, 1], [1, 0x10002]])
    let traf = box(
      "traf", fullBox("tfhd", 0x020000, be32(1)), fullBox("trun", 0, be32(3)),
      descriptions("tst1", [[9, 1], [9, 2]]), mapping)
    let fragment = box("moof", fullBox("mfhd", 0, be32(1)), traf)
    let found = try groups(movie(descriptions("tst1", [[1, 1]]), fragments: fragment))
    #expect(Array(found.prefix(6)) == [[String]](repeating: [], count: 6))
    #expect(
      Array(found.dropFirst(6)) == [
        ["tst1 65537 [9, 1]"], ["tst1 1 [1, 1]"], ["tst1 65538 [9, 2]"],
      ])
  }
}
