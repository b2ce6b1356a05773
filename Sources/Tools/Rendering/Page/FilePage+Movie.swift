import FieldCoding
import ISOBMFF
import Inspection
import Movie
import Text

extension FilePage {
  /// The plots of a movie.
  ///
  /// - Parameter bytes: of the movie.
  static func sections(of movie: MovieBins, in bytes: Bytes, _ audio: AudioView) -> [PageSection] {
    let timeline = TimelineView(movie, in: bytes)
    var sections = [
      PageSection("timeline", "Timeline") { markup in
        markup.plot("Timeline", timeline.drawing())
        markup.element(
          "p", ["class": "faint"],
          "What is shown of each track. Media that is never shown is below it, frames in red and other media in grey. Gaps between fragments are in red above it. Dark lines are starts of fragments."
        )
        markup.notes(usual: timeline.notes.usual, odd: timeline.notes.odd)
      }
    ]
    if let rate = movie.rateChart {
      sections.append(
        PageSection("rate", "Bit rate") { markup in
          markup.legend(movie)
          markup.plot("Bit rate", rate.drawing)
          if movie.videos.contains(where: { !$0.track.isByChunks }) {
            markup.element("p", ["class": "faint"], "Lines at the top are key frames.")
          }
          if let groups = movie.groupChart { markup.plot("Groups of frames", groups.drawing) }
          markup.notes(usual: movie.groupNotes, odd: [])
        })
    }
    if let sizes = movie.sizeChart, let video = movie.videos.first?.track {
      sections.append(
        PageSection("sizes", "Frame sizes") { markup in
          markup.plot("Frame sizes", sizes.drawing)
          markup.element(
            "p", ["class": "faint"], "The largest frame of each kind in each part of the time.")
          markup.wide("Frames by kind") { $0.kinds(video.kinds) }
        })
    }
    sections += section(of: audio, in: movie).map { [$0] } ?? []
    if let positions = movie.positionChart {
      sections.append(
        PageSection("interleaving", "Interleaving") { markup in
          markup.legend(movie)
          markup.plot("Offset in the file over time", positions.drawing)
          markup.notes(usual: movie.distanceNotes.usual, odd: movie.distanceNotes.odd)
        })
    }
    if let map = LocationMapView(movie.movie, in: bytes) {
      sections.append(
        PageSection("location", "Location") { markup in
          markup.plot("Location", map.drawing())
          markup.notes(usual: [map.summary], odd: [])
        })
    }
    return sections
  }

  private static func section(of audio: AudioView, in movie: MovieBins) -> PageSection? {
    let title = "Audio level"
    switch audio {
    case .none: return nil
    case .missing(let reason):
      return PageSection("audio", title) { $0.element("p", ["class": "note"], reason) }
    case .levels(let levels):
      let index = movie.tracks.firstIndex { $0.track.id == levels.track } ?? 0
      return PageSection("audio", title) { markup in
        markup.element("ul", ["class": "legend"]) { list in
          for (key, text) in [("s6", "peak"), (MovieBins.shape(index), "root mean square")] {
            list.element("li") { item in
              item.element("i", ["class": key], "")
              item.text(text)
            }
          }
        }
        markup.plot("Audio level", levels.chart(movie.time, MovieBins.shape(index)).drawing)
        markup.notes(usual: levels.notes.usual, odd: levels.notes.odd)
      }
    }
  }
}

extension MovieBins {
  fileprivate var groupNotes: [String] {
    videos.compactMap { _, video in
      guard let sizes = video.groupSizes else { return nil }
      return
        "Track \(video.track.id): \(counted(video.groupCount, "group")) of frames, of "
        + "\(sizes.lowerBound) to \(counted(sizes.upperBound, "frame"))."
    }
  }

  /// Sentences about the consequences of the samples' offsets for a player.
  fileprivate var distanceNotes: (usual: [String], odd: [String]) {
    guard let farthest else { return ([], []) }
    if farthest.bytes == 0 {
      return (
        [
          "Samples of track \(farthest.tracks.0) and track \(farthest.tracks.1) of the same time are beside each other in the file."
        ], []
      )
    }
    let text =
      "Samples of track \(farthest.tracks.0) and track \(farthest.tracks.1) of the same time are up to "
      + "\(counted(farthest.bytes, "byte")) apart in the file, at \(Axis.time(farthest.time))"
    return farthest.isFar
      ? ([], ["\(text): a player has to jump back and forth, and one that streams has to wait."])
      : (["\(text)."], [])
  }
}

extension Markup {
  /// Adds which colour each track has.
  fileprivate mutating func legend(_ movie: MovieBins) {
    element("ul", ["class": "legend"]) { list in
      for (index, track) in movie.tracks.enumerated() {
        list.element("li") { item in
          item.element("i", ["class": MovieBins.shape(index)], "")
          item.text("track \(track.track.id), \(track.track.handlerType)")
        }
      }
    }
  }

  fileprivate mutating func kinds(_ kinds: [TrackBins.Kind]) {
    element("table") { table in
      table.element("tr") { head in
        head.element("th", "kind")
        for name in ["frames", "bytes", "mean", "largest"] {
          head.element("th", ["class": "number"], name)
        }
      }
      for (index, kind) in kinds.enumerated() {
        table.element("tr") { row in
          row.element("td") { cell in
            cell.element("i", ["class": "key s\(index + 1)"], "")
            cell.text(kind.name)
          }
          let numbers = [
            UInt64(kind.count), kind.bytes, kind.bytes / UInt64(max(1, kind.count)),
            UInt64(kind.largest),
          ]
          for number in numbers { row.element("td", ["class": "number"], grouped(number)) }
        }
      }
    }
  }
}
