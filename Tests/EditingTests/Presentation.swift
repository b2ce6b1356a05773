import Foundation
import ISOBMFF
import Movie
import Testing
import Verification

/// What the tracks of a movie present at which time: the mapping of edit lists (ISO/IEC 14496-12 §8.6.6), written here
/// once more, and simply.
struct Presentation {
  /// A sample, as long as it is shown.
  struct Shown {
    /// In seconds of the presentation.
    var start, end: Double
    var content: Content
  }

  /// What must stay the same when a sample is moved.
  struct Content: Equatable {
    var bytes: Bytes
    var isSync: Bool
    var dependencies: [Int]
    /// The coding that its sample entry states.
    var coding: FourCC?
  }

  /// The presented samples of each track, in the order of time.
  var tracks: [[Shown]] = []

  init(_ file: BoxFile) throws {
    let movie = try #require(MovieFile(file))
    let scale = Double(try #require(movie.header).timescale)
    for track in movie.tracks { tracks.append(try Self.shown(track, scale, file)) }
  }

  private static func shown(
    _ track: Track, _ movieTimescale: Double, _ file: BoxFile
  ) throws -> [Shown] {
    let scale = Double(track.timescale)
    var media: [Shown] = []
    for sample in track.samples {
      let start = Double(sample.compositionTime) / scale
      let flags = sample.flags
      media.append(
        Shown(
          start: start, end: start + Double(sample.duration) / scale,
          content: Content(
            bytes: try #require(file.bytes.part(sample.fileRange)), isSync: sample.isSync,
            dependencies: [flags.isLeading, flags.dependsOn, flags.isDependedOn],
            coding: track.sampleEntries.dropFirst(sample.descriptionIndex - 1).first?.type)))
    }
    media.sort { $0.start < $1.start }
    // A picture is shown until the next one.
    for index in media.indices.dropLast() { media[index].end = media[index + 1].start }
    let rows = track.box.children.at("edts").first(EditListBox.self)?.entries
    guard let rows, rows.count > 0 else { return media }
    var (result, start): ([Shown], Double) = ([], 0)
    for index in 0..<rows.count {
      #expect(rows[index, 2] == 1 && rows[index, 3] == 0)
      let isOpen = rows[index, 0] == 0 && index == rows.count - 1
      let length = isOpen ? .infinity : Double(rows[index, 0]) / movieTimescale
      if rows[index, 1] >= 0 {
        let first = Double(rows[index, 1]) / scale
        result += part(of: media, from: first, to: first + length, movedBy: start - first)
      }
      start += length
    }
    return result
  }

  private static func part(
    of shown: [Shown], from start: Double, to end: Double, movedBy time: Double = 0
  ) -> [Shown] {
    shown.compactMap { one in
      let (first, last) = (max(one.start, start), min(one.end, end))
      guard first < last else { return nil }
      return Shown(start: first + time, end: last + time, content: one.content)
    }
  }
}

extension Presentation {
  var duration: Double { tracks.compactMap { $0.last?.end }.max() ?? 0 }

  /// A part, moved to the start.
  func part(from start: Double, to end: Double) -> Presentation {
    var part = self
    part.tracks = tracks.map { Self.part(of: $0, from: start, to: end, movedBy: -start) }
    return part
  }

  /// Another one after this one, at a time.
  func followed(by other: Presentation, at time: Double) -> Presentation {
    var both = self
    for (index, track) in other.tracks.enumerated() {
      both.tracks[index] += Self.part(of: track, from: 0, to: .infinity, movedBy: time)
    }
    return both
  }

  /// What differs, in words; nil if nothing does. Parts of samples that are shorter than `tolerance` do not count,
  /// because times are rounded to ticks.
  func difference(from other: Presentation, tolerance: Double = 0.0011) -> String? {
    let (mine, theirs) = (tracks, other.tracks)
    guard mine.count == theirs.count else { return "\(mine.count) tracks, not \(theirs.count)" }
    for (number, (one, two)) in zip(mine, theirs).enumerated() {
      let (one, two) = (one.merged(tolerance), two.merged(tolerance))
      for (index, (a, b)) in zip(one, two).enumerated() {
        if a.content != b.content { return "track \(number): part \(index) at \(a.start) differs" }
        if abs(a.start - b.start) > tolerance {
          return "track \(number): part \(index) at \(a.start), not \(b.start)"
        }
      }
      if one.count != two.count { return "track \(number): \(one.count) parts, not \(two.count)" }
      // Every other part is shown until the next one.
      let ends = [one, two].map { $0.last?.end ?? 0 }
      if abs(ends[0] - ends[1]) > tolerance { return "track \(number): ends at \(ends)" }
    }
    return nil
  }
}

extension [Presentation.Shown] {
  /// Samples that are shown in two edits one after the other are one part.
  fileprivate func merged(_ tolerance: Double) -> Self {
    var result: Self = []
    for shown in self where shown.end - shown.start > tolerance {
      if let last = result.last, last.content == shown.content, shown.start - last.end < tolerance {
        result[result.count - 1].end = shown.end
      } else {
        result.append(shown)
      }
    }
    return result
  }
}

/// What every edited movie has to be.
enum SoundMovie {
  /// Durations in headers are those of what is presented, and no rule of `verify` is newly broken.
  static func expect(
    _ bytes: Bytes, madeFrom original: Bytes, _ comment: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let said = comment()
    let (old, new) = (ExaminedFile(original, name: "a"), ExaminedFile(bytes, name: "a"))
    // An edit can be asked to place the tables last.
    let rules = Rules.all.filter { $0.id != "movie-after-media" }
    let broken = NewlyBrokenRules(from: old, to: new, rules: rules).sentences
    #expect(broken.isEmpty, "\(said): \(broken)", sourceLocation: sourceLocation)
    guard let movie = MovieFile(BoxFile(bytes)), !movie.isFragmented else { return }
    let scale = Double(movie.header?.timescale ?? 1)
    var longest = 0.0
    for (track, shown) in zip(movie.tracks, try Presentation(BoxFile(bytes)).tracks) {
      let samples = track.samples.reduce(0) { $0 + $1.duration }
      #expect(
        Int64(clamping: track.mediaHeader?.duration ?? 0) == samples, "\(said): track \(track.id)",
        sourceLocation: sourceLocation)
      let stated = Double(track.header?.duration ?? 0) / scale
      longest = max(longest, stated)
      // The composition of reordered pictures may end later than their durations.
      guard !track.editList.isEmpty, let end = shown.last?.end else { continue }
      #expect(
        abs(stated - end) < 0.05, "\(said): track \(track.id): \(stated) s, not \(end) s",
        sourceLocation: sourceLocation)
    }
    let stated = Double(movie.header?.duration ?? 0) / scale
    #expect(
      abs(stated - longest) < 0.001, "\(said): \(stated) s, not \(longest) s",
      sourceLocation: sourceLocation)
  }
}
