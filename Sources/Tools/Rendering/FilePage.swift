public import FieldCoding
import HEIF
import ISOBMFF
public import Inspection
import Metadata
public import Movie
public import Text
public import Verification

/// A page of HTML about one file: its summary, its problems, and every box.
///
/// All of its content comes from the values of `--json`.
public struct FilePage {
  private let file: ExaminedFile
  /// The description of the file.
  public let inspection: FileInspection
  private let report: Report
  private let preview: PagePreview
  /// Frames of the movie in a photo.
  private let frames: PagePreview?
  private let audio: AudioView
  /// `boxwalk inspect IMG_1.HEIC`
  private let command: String

  /// Reads the content of the page.
  ///
  /// - Parameters:
  ///   - preview: images of the file.
  ///   - frames: frames of the movie in a photo; nil if there is none.
  ///   - audio: the levels of its movie.
  ///   - limits: the limits with which `file` was read.
  ///   - inflate: decompresses a compressed movie.
  public init(
    _ file: ExaminedFile, preview: PagePreview, frames: PagePreview? = nil,
    audio: AudioView = .none,
    limits: DecodeLimits = DecodeLimits(), inflate: Inflate? = nil
  ) {
    self.file = file
    self.preview = preview
    self.frames = frames
    self.audio = audio
    inspection = FileInspection(file, limits: limits, inflate: inflate)
    report = Report(file)
    command = "boxwalk inspect \(shellWord(file.name))"
  }

  /// Writes the page.
  public func write(to output: TextOutput) {
    let tree = TreeHTML(
      file.bytes, command: command, hasPaths: file.kind == .boxes,
      unfolded: Set(
        report.findings.flatMap { [$0] + $0.further }.map { "\($0.path)" }.filter { !$0.isEmpty }))
    inspection.writeTree(to: tree)
    let sections = sections(tree)
    var page = Page(title: "\(printable(file.name)): \(inspection.title)")
    page.style = [FilePage.style]
    page.script = FilePage.script
    page.write(to: output) { output in
      output.put(Markup { head(&$0, sections) })
      output.put(sections)
    }
  }

  private func head(_ markup: inout Markup, _ sections: [PageSection]) {
    markup.element("header") { header in
      header.element("h1") { title in
        title.name(file.name)
        title.text(": \(inspection.title)")
      }
      header.element("p", ["class": "faint"], "\(counted(file.bytes.count, "byte"))")
      header.element("nav", ["class": "screen", "aria-label": "parts of the page"]) { nav in
        for section in sections { nav.element("a", ["href": "#\(section.id)"], section.title) }
      }
    }
    markup.line()
  }

  private func sections(_ tree: TreeHTML) -> [PageSection] {
    var sections = [
      PageSection("preview", "Preview") { markup in
        markup.preview(preview)
        guard let frames else { return }
        markup.element("h3", "Its movie")
        markup.preview(frames)
      },
      PageSection("summary", "Summary", summary),
      PageSection("findings", "Findings") { findings(&$0, tree.shownBoxes) },
    ]
    if let movie = file.movieBins {
      sections += FilePage.sections(of: movie, in: file.bytes, audio)
    }
    sections += photoSections
    if let motion = file.movieInPhoto, let movie = MovieBins(photo: motion) {
      sections += FilePage.sections(of: movie, in: motion.bytes, audio).map(\.ofMotion)
    }
    if file.hasByteMap { sections.append(PageSection("bytes", "Byte map", byteMap)) }
    if file.kind == .boxes || file.jpeg?.segments.segments.isEmpty == false {
      let (title, name) =
        file.kind == .boxes
        ? ("Boxes and fields", "box")
        : (
          file.jpeg?.motion == nil ? "Segments and fields" : "Segments, boxes and fields", "segment"
        )
      sections.append(
        PageSection("boxes", title) { markup in
          markup.element(
            "p", ["class": "faint"],
            "A \(name) unfolds. The name of a field leads to its bytes, in which each field has a colour."
          )
          markup.add(tree.markup)
        })
    }
    return sections
  }

  private func summary(_ markup: inout Markup) {
    if let refusal = inspection.refusal { markup.element("p", ["class": "error"], refusal) }
    markup.element("table", ["class": "summary"]) { table in
      for entry in inspection.summary where !entry.label.isEmpty && !entry.text.isEmpty {
        table.element("tr") { row in
          row.element("th", ["scope": "row"], entry.label)
          row.element("td") { cell in
            for (index, line) in entry.text.enumerated() {
              if index > 0 { cell.empty("br") }
              cell.text(line)
            }
          }
        }
      }
    }
  }

  private func findings(_ markup: inout Markup, _ shown: Set<Int>) {
    let counts = Severity.allCases.reversed().map { ($0, report.count($0)) }.filter { $0.1 > 0 }
    guard !counts.isEmpty else {
      return markup.element("p", ["class": "good"], "No rule of boxwalk verify is broken.")
    }
    markup.element(
      "p", counts.map { counted($0.1, $0.0.rawValue) }.joined(separator: ", "))
    markup.element("ul", ["class": "findings"]) { list in
      for finding in report.findings {
        list.element("li") { item in
          item.element("b", ["class": finding.severity.rawValue], finding.severity.rawValue)
          item.text(" \(finding.message) ")
          item.element("span", ["class": "faint"], "[\(finding.rule.id)] \(finding.rule.clause)")
          item.empty("br")
          location(of: finding, shown, &item)
        }
      }
      for (rule, count) in report.omitted {
        list.element(
          "li", ["class": "faint"], "\(counted(count, "more such finding")) [\(rule.id)]")
      }
    }
  }

  /// The location of a finding, as a link to the box if that is on the page.
  private func location(of finding: Finding, _ shown: Set<Int>, _ item: inout Markup) {
    let text = "\(finding.fieldPath.isEmpty ? "" : finding.fieldPath + ", ")byte \(finding.offset)"
    let box =
      finding.path.steps.isEmpty ? nil : file.boxes.box(at: finding.path)?.source?.fileOffset
    if let box, shown.contains(box) {
      item.element("a", ["href": "#b\(box)"], text)
    } else {
      item.element("span", ["class": "faint"], text)
    }
  }

  private func byteMap(_ markup: inout Markup) {
    let map = file.byteMap
    let movie = file.tracksWithSamples ?? file.movieInPhoto.flatMap { MovieFile($0) }
    markup.plot("Byte map", map.drawing())
    markup.element(
      "p", ["class": "faint"], "The file from its first byte to its last, in rows, to scale.")
    if let limitation = map.limitation { markup.element("p", ["class": "note"], limitation) }
    markup.wide("What the bytes are for") { $0.add(map.legend(movie)) }
    let parts = map.badParts
    markup.notes(
      usual: parts.filter { !$0.isLarge(in: map) }.map { $0.text(in: map) },
      odd: parts.filter { $0.isLarge(in: map) }.map { $0.text(in: map) })
  }

  // MARK: Photos

  private var photoSections: [PageSection] {
    guard let heif = file.heif else { return [] }
    var sections: [PageSection] = []
    let graph = ItemGraph(heif)
    sections.append(
      PageSection("items", "Items") { markup in
        markup.plot("Items", graph.drawing(), isScaled: false)
        if graph.moreCount > 0 {
          markup.element(
            "p", ["class": "note"], "\(counted(graph.moreCount, "more item")) are not drawn.")
        }
        markup.notes(usual: heif.groups.map(text), odd: graph.notes)
      })
    let grids = file.gridTiles
    if !grids.isEmpty {
      sections.append(
        PageSection("tiles", "Tiles") { markup in
          for grid in grids {
            markup.plot("Tiles of item \(grid.item.id)", grid.drawing())
            markup.notes(usual: grid.notes.usual, odd: grid.notes.odd)
          }
        })
    }
    return sections
  }

  private func text(_ group: HEIFFile.EntityGroup) -> String {
    "Group \(group.id), \(group.title): \(group.entities.map { "\($0)" }.joined(separator: ", "))."
  }
}

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

extension FilePage {
  static let style = StyleSheet(
    """
    nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem }
    .photo img { max-height: 70vh } figure { margin: 0 } figcaption { font-size: .85rem }
    .strip { display: flex; flex-wrap: wrap; gap: .6rem } .strip img { height: 7rem; width: auto }
    .summary th { min-width: 6rem; overflow-wrap: normal } .summary td { white-space: pre-wrap } .findings li, .notes li { margin: .3rem 0 }
    .key { display: inline-block } i.key { width: .8rem; height: .8rem; margin-right: .4rem; border-radius: 2px }
    .box { margin: .15rem 0 .15rem .2rem; padding-left: .6rem; border-left: 2px solid var(--line) }
    .box summary { padding: .1rem 0 } .field { padding-left: 1rem; font-size: .9rem }
    .field .value { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em }
    .field table { font-size: .85em } .field a { text-decoration: none }
    .field a:hover { text-decoration: underline }
    .group { padding-left: 1rem } .group .key { font-size: .9rem; font-weight: 600 }
    .hex { font: .75rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre; margin: .3rem 0 .6rem 1rem }
    .hex span { color: var(--ink) } .hex .faint { color: var(--faint) }
    :target:not(section) { outline: 2px solid var(--link); outline-offset: 1px }
    button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line);
      border-radius: 4px; padding: .1rem .6rem; margin-bottom: .4rem; cursor: pointer }
    @media print { .hex { white-space: pre-wrap } }

    """)

  /// It unfolds the target of a link if the browser does not, and has a button that unfolds everything.
  static let script = Page.Script(
    """
    function unfold() {
      let target = location.hash ? document.getElementById(location.hash.slice(1)) : null
      for (let box = target; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true
      if (target) target.scrollIntoView()
    }
    addEventListener("hashchange", unfold)
    unfold()
    let boxes = document.getElementById("boxes")
    if (boxes) {
      let button = document.createElement("button")
      let isOpen = false
      button.textContent = "unfold all"
      button.className = "screen"
      button.addEventListener("click", function () {
        isOpen = !isOpen
        for (let box of boxes.getElementsByTagName("details")) box.open = isOpen
        button.textContent = isOpen ? "fold all" : "unfold all"
      })
      boxes.insertBefore(button, boxes.children[1])
    }
    """, hash: "zrqQ9QfwOohq45I5xfhsNhcWruf/2BZ6bmDp6MWXAdw=")
}
