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
