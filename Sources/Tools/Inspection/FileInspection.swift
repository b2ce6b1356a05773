import HEIF
public import ISOBMFF
import Metadata
public import Movie
public import Text
public import Verification

/// The inspection of one file: its kind, its content, and what is wrong with it.
public struct FileInspection: Sendable {
  /// The name of the file for texts and documents; the file is not opened with it.
  public let name: String
  /// All the bytes of the file.
  public let bytes: Bytes
  /// The kind of the file, according to its first bytes.
  public let kind: FileKind
  /// The findings of the rules that tell whether the file can be read completely; `verify` checks more rules.
  public let report: Report
  /// The summary, in the order in which it is shown.
  public let summary: [ReportEntry]
  /// The kind of the file: "HEIC photo", "QuickTime movie".
  public let title: String
  /// The playback style of the file; nil if it is unknown. It is also in the summary.
  public let playbackStyle: PlaybackStyle?
  /// The reasons why the NAL units that were written with this inspection are not all, as sentences.
  public private(set) var unlistedUnits: [String] = []
  /// The contents of the file; nil for a file with neither boxes nor JPEG segments.
  let contents: Contents?
  private let limits: DecodeLimits
  /// The photo, if it has items whose data has fields: derived images, metadata.
  private let photoWithPayloads: HEIFFile?
  /// The inflated `moov` box of a compressed movie.
  private let inflatedMovie: CompressedMovie?

  /// A file that can be read.
  enum Contents: Sendable {
    case boxes(BoxContents)
    case jpeg(ExaminedJPEG)
  }

  /// Reads all boxes of `bytes`, and everything else that the summary needs.
  ///
  /// - Parameter inflate: decompresses a movie box (`cmov`); without it, a compressed movie has no tracks.
  public init(
    _ bytes: Bytes, name: String, limits: DecodeLimits = DecodeLimits(), inflate: Inflate? = nil
  ) {
    self.init(
      ExaminedFile(bytes, name: name, limits: limits, inflate: inflate), limits: limits,
      inflate: inflate)
  }

  /// Inspects a file that rules have already examined.
  public init(
    _ file: ExaminedFile, limits: DecodeLimits = DecodeLimits(), inflate: Inflate? = nil
  ) {
    bytes = file.bytes
    name = file.name
    self.limits = limits
    kind = file.kind
    report = Report(file, rules: Rules.reading + Rules.naming)
    photoWithPayloads = file.heif.flatMap { $0.hasShownPayloads ? $0 : nil }
    inflatedMovie = file.boxes.boxes.first("moov").flatMap {
      CompressedMovie($0, limits: limits, inflate)
    }
    var summary: [ReportEntry] = []
    var style: PlaybackStyle?
    var read: Contents?
    switch kind {
    case .boxes:
      let contents = BoxContents(file)
      title = contents.title
      summary = contents.summary
      style = PlaybackStyle(contents)
      read = .boxes(contents)
    case .jpeg:
      title = file.jpeg?.title ?? "JPEG image"
      summary = file.jpeg?.summary ?? []
      style = file.jpeg.flatMap { PlaybackStyle($0) }
      read = file.jpeg.map { .jpeg($0) }
    case .other(let text): title = text
    case .empty: title = "an empty file"
    case .unknown: title = "a file of an unknown kind"
    }
    // Missing bytes could contain a movie behind an image, so the style is unknown.
    if bytes.source.problem != nil { style = nil }
    if let style { summary.insert(style.entry, at: 0) }
    playbackStyle = style
    contents = read
    self.summary = summary
  }

  /// Why the file cannot be shown; nil if it can.
  public var refusal: String? { kind.refusal(of: bytes) }

  /// The findings of ``report``.
  public var findings: [Finding] { report.findings }
}

// MARK: - Rendering

extension FileInspection {
  /// The version of the JSON document; it changes when programs that read it would break.
  static let schema = "boxwalk.inspect/1"

  /// A truncated file has a finding for each item that is lost: a summary shows the first.
  private static let shownFindings = 8

  /// Writes the summary as text: name and title, a line for each entry, and the first eight findings. It writes
  /// nothing if the file cannot be shown.
  ///
  /// - Parameter columns: the number of columns of the terminal, for plots of a movie; nil for no plots.
  public func writeSummary(to output: TextOutput, _ style: ReportTextStyle, columns: Int? = nil) {
    guard refusal == nil else { return }
    output.line(style.strong(printable(name)) + ": " + title)
    let shown = summary.filter { !$0.label.isEmpty && !$0.text.isEmpty }
    let plots = columns.map { self.plots(columns: $0, style) } ?? []
    let width = (shown.map(\.label) + plots.map(\.label)).map(\.count).max() ?? 0
    func line(_ label: String, _ text: String, isText: Bool = false) {
      let padding = String(repeating: " ", count: width - label.count + 2)
      let line = "  " + style.name(label) + padding + text
      // The parts of a text have more blanks before them.
      let indent = width + 4 + text.prefix { $0 == " " }.count + 2
      if isText { output.sentence(line, indent: indent) } else { output.line(line) }
    }
    for entry in shown {
      for (index, text) in entry.text.enumerated() {
        line(index == 0 ? entry.label : "", printable(shortened(text)), isText: true)
      }
    }
    for plot in plots { line(plot.label, plot.text) }
    for finding in findings.prefix(FileInspection.shownFindings) {
      output.sentence(
        "  " + style.severity(finding.severity) + "  " + printable(finding.sentence), indent: 4)
    }
    if findings.count > FileInspection.shownFindings {
      output.line(
        "  … and \(counted(findings.count - FileInspection.shownFindings, "more finding")); "
          + "--json lists all"
      )
    }
  }

  /// Writes the boxes of `bytes` as text, while the inspection is still running.
  ///
  /// - Returns: the inspection, and false if there was nothing to show.
  public static func writeTree(
    of bytes: Bytes, name: String, limits: DecodeLimits = DecodeLimits(), to output: TextOutput,
    _ options: TreeOptions, _ style: ReportTextStyle, inflate: Inflate? = nil
  ) async -> (inspection: FileInspection, isShown: Bool) {
    async let found = FileInspection(bytes.shared, name: name, limits: limits, inflate: inflate)
    let sink = TreeText(output, bytes: bytes, options: options, style: style)
    describeBoxes(of: bytes, limits: limits, to: sink)
    let inspection = await found
    return (inspection, inspection.finish(sink, output, options, style))
  }

  /// Writes the boxes of this file as text; returns false if there was nothing to show.
  public func writeTree(to output: TextOutput, _ options: TreeOptions, _ style: ReportTextStyle)
    -> Bool
  {
    let sink = TreeText(output, bytes: bytes, options: options, style: style)
    FileInspection.describeBoxes(of: bytes, limits: limits, to: sink)
    return finish(sink, output, options, style)
  }

  /// Writes the boxes, and the payloads of items with fields, as parts of a page; or the segments of a JPEG file
  /// and the boxes of the movie behind it.
  public func writeTree(to sink: TreeHTML) {
    switch contents {
    case .boxes:
      BoxFile.describe(bytes, limits: limits, to: sink)
      photoWithPayloads?.describePayloads(limits: limits, to: sink)
    case .jpeg(let jpeg):
      jpeg.segments.describe(limits: limits, to: sink)
      if let motion = jpeg.motion { BoxFile.describe(motion.bytes, limits: limits, to: sink) }
    case nil: break
    }
  }

  private static func describeBoxes(of bytes: Bytes, limits: DecodeLimits, to sink: TreeText) {
    if FileKind(bytes) == .boxes { BoxFile.describe(bytes, limits: limits, to: sink) }
  }

  private func finish(
    _ sink: TreeText, _ output: TextOutput, _ options: TreeOptions, _ style: ReportTextStyle
  ) -> Bool {
    if case .jpeg(let jpeg) = contents {
      jpeg.segments.describe(limits: limits, to: sink)
      if let motion = jpeg.motion {
        if options.paths == nil { output.line(style.strong("The movie after the image:")) }
        BoxFile.describe(motion.bytes, limits: limits, to: sink)
      }
    }
    if options.paths == nil {
      photoWithPayloads?.describePayloads(limits: limits, to: sink)
      if let inflatedMovie {
        output.line(style.strong("The compressed movie; offsets count from its own start:"))
        let sink = TreeText(output, bytes: inflatedMovie.bytes, options: options, style: style)
        BoxFile.describe(inflatedMovie.bytes, limits: inflatedMovie.limits, to: sink)
      }
    }
    if kind == .boxes, !sink.isEmpty, let legend = style.treeLegend { output.line(legend) }
    return !sink.isEmpty || refusal != nil
  }

  /// Writes the JSON document of `bytes`; it writes the boxes while the inspection is still running.
  ///
  /// - Parameters:
  ///   - tree: the options for the boxes; nil for no boxes.
  ///   - nalUnits: whether the NAL units of images and video are listed.
  ///   - plays: whether players are listed, with what they play of the file.
  ///   - more: additional members; it is called after everything else was read.
  public static func writeJSON(
    of bytes: Bytes, name: String, limits: DecodeLimits = DecodeLimits(), to output: TextOutput,
    tree: TreeOptions?, nalUnits: Bool = false, plays: Bool = false, inflate: Inflate? = nil,
    more: () -> [(String, JSONValue?)] = { [] }
  ) async -> FileInspection {
    async let found = FileInspection(bytes.shared, name: name, limits: limits, inflate: inflate)
    var json = JSONWriter(output)
    open(bytes, name: name, limits: limits, tree: tree, in: &json)
    var inspection = await found
    inspection.unlistedUnits = inspection.close(
      &json, tree: tree, nalUnits: nalUnits, plays: plays, more)
    return inspection
  }

  /// Writes the JSON document of this file. Returns the reasons why not all NAL units are in it.
  @discardableResult
  public func writeJSON(
    to output: TextOutput, tree: TreeOptions?, nalUnits: Bool = false, plays: Bool = false,
    more: () -> [(String, JSONValue?)] = { [] }
  ) -> [String] {
    var json = JSONWriter(output)
    FileInspection.open(bytes, name: name, limits: limits, tree: tree, in: &json)
    return close(&json, tree: tree, nalUnits: nalUnits, plays: plays, more)
  }

  private static func open(
    _ bytes: Bytes, name: String, limits: DecodeLimits, tree: TreeOptions?,
    in json: inout JSONWriter
  ) {
    json.open(.object)
    json.key("schema")
    json.string(schema)
    json.key("file")
    json.string(name)
    json.key("size")
    json.integer(bytes.count)
    guard let tree, FileKind(bytes) == .boxes else { return }
    json.tree("boxes", tree) { BoxFile.describe(bytes, limits: limits, to: $0) }
  }

  private func close(
    _ json: inout JSONWriter, tree: TreeOptions?, nalUnits: Bool, plays: Bool,
    _ more: () -> [(String, JSONValue?)]
  ) -> [String] {
    json.key("kind")
    json.string(title)
    if let refusal {
      json.key("error")
      json.string(refusal)
    }
    json.key("summary")
    JSONValue.object(summary.map { ($0.key, $0.value) }).write(to: &json)
    json.key("findings")
    JSONValue.array(findings.map(\.value)).write(to: &json)
    if plays, let playedFile {
      json.key("needs")
      playedFile.value.write(to: &json)
      json.key("plays")
      JSONValue.array(playability.map(\.value)).write(to: &json)
    }
    if let tree, case .jpeg(let jpeg) = contents {
      json.tree("segments", tree) { jpeg.segments.describe(limits: limits, to: $0) }
      if let motion = jpeg.motion {
        json.tree("motion", tree) { BoxFile.describe(motion.bytes, limits: limits, to: $0) }
      }
    }
    if let tree, tree.paths == nil {
      if let photo = photoWithPayloads {
        json.tree("items", tree) { photo.describePayloads(limits: limits, to: $0) }
      }
      if let movie = inflatedMovie {
        json.tree("inflated", tree) {
          BoxFile.describe(movie.bytes, limits: movie.limits, to: $0)
        }
      }
    }
    var ends: [String] = []
    if nalUnits {
      json.key("nalUnits")
      ends = writeNALUnits(to: &json, tree: tree?.paths == nil ? tree : nil)
    }
    for (key, value) in more() {
      guard let value else { continue }
      json.key(key)
      value.write(to: &json)
    }
    json.close(.object)
    return ends
  }

  /// Writes a line for each NAL unit of each coded image and video sample: its type, offset, size and picture.
  ///
  /// - Parameter tree: the options for the fields of each unit; nil for no fields.
  /// - Returns: whether there are any, and the reasons why the list of an image or a track ends early.
  public func writeNALUnits(
    to output: TextOutput, tree: TreeOptions? = nil, _ style: ReportTextStyle
  ) -> (isEmpty: Bool, ends: [String]) {
    var isEmpty = true
    let ends = NALUnitList(BoxFile(bytes)).forEachUnit { owner in
      isEmpty = false
      output.line(style.heading(owner.text))
    } unit: { sample, index, unit, codec in
      let columns = [
        owner(sample, index), rightAligned("\(unit.bytes.fileOffset)", 10),
        rightAligned("\(unit.bytes.count)", 9), rightAligned("\(unit.type)", 3),
      ]
      output.line(
        columns.joined(separator: "  ") + " " + style.name(unit.name)
          + (unit.pictureType.map { "  " + $0 } ?? ""))
      if let tree {
        let sink = TreeText(output, bytes: bytes, options: tree, style: style, level: 6)
        codec.describe(unit, to: sink)
      }
    } damage: { error in
      output.line(style.alarm("damaged: \(error)"))
    }
    return (isEmpty, ends)
  }

  private func owner(_ sample: Int, _ index: Int) -> String {
    rightAligned("\(sample).\(index)", 9)
  }

  /// The same as an array of owners with their units. Returns the reasons why the list of an image or a track ends early.
  func writeNALUnits(to json: inout JSONWriter, tree: TreeOptions?) -> [String] {
    var writer = json
    var isOpen = false
    writer.open(.array)
    func closeOwner() {
      if isOpen {
        writer.close(.array)
        writer.close(.object)
      }
    }
    let ends = NALUnitList(BoxFile(bytes)).forEachUnit { owner in
      closeOwner()
      isOpen = true
      writer.open(.object)
      switch owner {
      case .item(let id, let type):
        writer.key("item")
        writer.integer(id)
        writer.key("type")
        writer.string("\(type)")
      case .track(let id, let type):
        writer.key("track")
        writer.integer(id)
        writer.key("type")
        writer.string("\(type)")
      }
      writer.key("units")
      writer.open(.array)
    } unit: { sample, _, unit, codec in
      writer.open(.object)
      writer.key("sample")
      writer.integer(sample)
      writer.key("type")
      writer.integer(unit.type)
      writer.key("name")
      writer.string(unit.name)
      if let type = unit.pictureType {
        writer.key("pictureType")
        writer.string(type)
      }
      writer.key("offset")
      writer.integer(unit.bytes.fileOffset)
      writer.key("size")
      writer.integer(unit.bytes.count)
      if let tree { writer.tree("content", tree) { codec.describe(unit, to: $0) } }
      writer.close(.object)
    } damage: { error in
      writer.open(.object)
      writer.key("damage")
      writer.string("\(error)")
      writer.key("offset")
      writer.integer(error.offset)
      writer.close(.object)
    }
    closeOwner()
    writer.close(.array)
    json = writer
    return ends
  }
}

extension NALUnitList.Owner {
  fileprivate var text: String {
    switch self {
    case .item(let id, let type): "item \(id), \(type)"
    case .track(let id, let type): "track \(id), \(type)"
    }
  }
}
