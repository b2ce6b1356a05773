public import ISOBMFF
public import Movie
public import Text

/// The samples of a movie, one after the other, as `boxwalk inspect --samples` lists them.
///
///     let list = SampleList(BoxFile(bytes))
///     _ = list?.write(to: output, as: .json, style)
public struct SampleList {
  /// The format of the list.
  public enum Format: Sendable {
    /// Columns with a header line for each track.
    case text
    /// Values separated by commas, with one header line (RFC 4180).
    case csv
    /// JSON Lines: an object for each sample.
    case json
  }

  /// A sample, and its properties.
  struct Row {
    let track: Track
    let presentation: Presentation
    let sample: Sample
    /// `I`, `P`, `B`; nil if the codec does not tell.
    let pictureType: String?

    /// A number of ticks of the track in seconds; nil without a timescale.
    func seconds(_ ticks: Int64) -> Double? {
      track.timescale > 0 ? Double(ticks) / Double(track.timescale) : nil
    }

    /// The first presentation times in seconds, one for each edit that shows it, and whether there are more.
    /// No times if the timescale is not known.
    var presented: (seconds: [Double], hasMore: Bool) {
      guard track.timescale > 0 else { return ([], false) }
      let most = SampleList.mostPresentations
      let times = presentation.times(of: sample, atMost: most + 1)
      return (times.prefix(most).map(\.seconds), times.count > most)
    }
  }

  /// The largest number of presentation times of a sample that are listed.
  static let mostPresentations = 100

  private let movie: MovieFile
  private let file: BoxFile
  private let limits: DecodeLimits

  /// Finds the samples. Nil if there is neither a movie nor a fragment in `file`.
  ///
  /// - Parameters:
  ///   - limits: the limits for reading; the number of elements also limits the number of samples without bytes.
  ///   - inflate: decompresses a movie box (`cmov`).
  public init?(
    _ file: BoxFile, limits: DecodeLimits = DecodeLimits(), inflate: Inflate? = nil
  ) {
    guard let movie = MovieFile(file, inflate: inflate) ?? MovieFile(segment: file) else {
      return nil
    }
    self.file = file
    self.movie = movie
    self.limits = limits
  }

  /// Whether the movie has at least one of these tracks.
  public func hasTrack(in ids: [UInt32]) -> Bool { movie.tracks.contains { ids.contains($0.id) } }

  /// Lists the samples of all tracks.
  ///
  /// - Parameters:
  ///   - tracks: the IDs of the tracks to list; all tracks if it is empty.
  ///   - name: the name of the file for each line of JSON and CSV; nil for none.
  /// - Returns: sentences about samples that are not listed.
  public func write(
    to output: TextOutput, as format: Format, tracks wanted: [UInt32] = [], name: String? = nil,
    _ style: ReportTextStyle
  ) -> [String] {
    var notes: [String] = []
    let missing = wanted.filter { id in !movie.tracks.contains { $0.id == id } }
    if !missing.isEmpty {
      let ids = listed(movie.tracks.map { "\($0.id)" })
      notes += missing.map { "there is no track \($0)\(ids.isEmpty ? "" : ", only \(ids)")" }
    }
    let tracks = movie.tracks.filter { wanted.isEmpty || wanted.contains($0.id) }
    notes += movie.unreadSamples(of: tracks).map { "\($0); not all samples are listed" }
    let writer = SampleListWriter(output, format, name: name, of: file.bytes.source, style)
    for track in tracks {
      writer.start(track)
      forEachRow(of: track, writer.write, note: { notes.append("track \(track.id): \($0)") })
    }
    return notes
  }

  /// - Parameter note: gets the reason why the list of a track ends early.
  private func forEachRow(
    of track: Track, _ body: (Row) -> Void, note: (String) -> Void
  ) {
    var pictures = PictureTypes(of: track, in: file)
    let presentation = Presentation(track)
    // A line is much longer than a sample of one byte, or of none.
    var short = 0
    for sample in track.samples {
      let bytes = bytes(of: sample)
      if bytes?.count ?? 0 < 2 {
        short += 1
        guard short <= most else {
          note(
            """
            the list ends at sample \(sample.number) of \(track.sampleCount), after \(most) \
            samples of less than two bytes in the file; --limit elements=N raises the limit
            """)
          return
        }
      }
      let pictureType = bytes.flatMap { pictures.type(of: sample, $0) }
      body(Row(track: track, presentation: presentation, sample: sample, pictureType: pictureType))
    }
  }

  /// The number of samples with hardly any bytes that are listed.
  private var most: Int {
    limits.elements == DecodeLimits().elements
      ? max(SampleList.free, file.bytes.count / 4) : limits.elements
  }
  private static let free = 1 << 12

  /// The bytes of a sample. Nil if they are not all there.
  private func bytes(of sample: Sample) -> Bytes? {
    guard sample.location == .file(0) else { return nil }
    return file.bytes.part(sample.fileRange)
  }
}

/// The picture type of each sample of a video track, from the headers of its slices.
package struct PictureTypes {
  /// The division into units for the samples of each sample entry.
  private var codecs: [InspectedUnits?]
  private let isProtected: [Bool]
  /// Samples may share their bytes, but the sum of their sizes is limited.
  private var bytesLeft: Int

  package init(of track: Track, in file: BoxFile) {
    codecs = track.sampleEntries.map { InspectedUnits(configuredBy: $0.children) }
    isProtected = track.sampleEntries.map { Track.encryptedEntries.contains($0.type) }
    bytesLeft = file.bytes.count
  }

  /// `I`, `P` or `B`: the kind of slice that depends most on other pictures. Nil if it is unknown.
  package mutating func type(of sample: Sample, _ bytes: Bytes) -> String? {
    let entry = sample.descriptionIndex - 1
    guard codecs.indices.contains(entry), codecs[entry] != nil, bytesLeft >= bytes.count else {
      return nil
    }
    // If whole samples are encrypted, their headers cannot be read.
    if isProtected[entry], sample.encryption?.entry?.subsamples.isEmpty ?? true { return nil }
    bytesLeft -= bytes.count
    let units = (try? codecs[entry]?.units(in: bytes)) ?? []
    let kinds = units.compactMap { $0.pictureType.flatMap(PictureTypes.kind) }
    return kinds.max { $0.rank < $1.rank }?.name
  }

  private static func kind(_ picture: String) -> (rank: Int, name: String)? {
    switch picture {
    case "IDR", "BLA", "CRA", "I", "SI", "KEY_FRAME", "INTRA_ONLY_FRAME": (0, "I")
    case "P", "SP", "INTER_FRAME", "SWITCH_FRAME": (1, "P")
    case "B": (2, "B")
    default: nil
    }
  }
}

/// Writes a list of samples in one of its formats.
final class SampleListWriter {
  private let output: TextOutput
  private let format: SampleList.Format
  private let name: String?
  private let source: ByteSource
  private let style: ReportTextStyle
  private var isEmpty = true

  /// - Parameter source: that of the samples, which may be joined of several files.
  init(
    _ output: TextOutput, _ format: SampleList.Format, name: String?, of source: ByteSource,
    _ style: ReportTextStyle
  ) {
    self.source = source
    self.output = output
    self.format = format
    self.name = name
    self.style = style
  }

  /// The head of a track.
  func start(_ track: Track) {
    switch format {
    case .json: break
    case .csv:
      if isEmpty { output.line(CSV.line(SampleListWriter.names)) }
    case .text:
      if !isEmpty { output.line() }
      output.line(style.heading(SampleListWriter.title(of: track)))
      output.line(style.faint(SampleListWriter.head))
    }
    isEmpty = false
  }

  func write(_ row: SampleList.Row) {
    switch format {
    case .text: output.line(text(row))
    case .csv: output.line(csv(row))
    case .json:
      var json = JSONWriter(output)
      write(row, to: &json)
      output.line()
    }
  }

  /// The file that has a sample, and its offset there.
  private func position(of sample: Sample) -> (file: String?, offset: Int) {
    let start = sample.fileRange.lowerBound
    guard sample.location == .file(0), let part = source.joinedFile(at: start) else {
      return (name, start)
    }
    return (part.name, part.offset)
  }

  // MARK: - Text

  /// `track 1, hvc1: 93 samples, 600 ticks a second`
  private static func title(of track: Track) -> String {
    var notes = ["track \(track.id)"]
    let types = Set(track.sampleEntries.map { "\($0.type)" }).sorted()
    if !types.isEmpty { notes.append(types.joined(separator: " and ")) }
    let clock =
      track.timescale > 0
      ? "\(counted(Int(track.timescale), "tick")) a second" : "of an unknown timescale"
    return notes.joined(separator: ", ") + ": \(counted(track.sampleCount, "sample")), \(clock)"
  }

  private static let columns: [(name: String, width: Int)] = [
    ("number", 8), ("dts", 10), ("seconds", 12), ("pts", 10), ("seconds", 12), ("duration", 9),
    ("offset", 12), ("size", 9), ("sync", 5), ("type", 5),
  ]
  private static let head =
    columns.map { rightAligned($0.name, $0.width) }.joined() + "  what else is known"

  private func text(_ row: SampleList.Row) -> String {
    let sample = row.sample
    let position = position(of: sample)
    let values = [
      "\(sample.number)", "\(sample.decodeTime)", Self.decimal(row.seconds(sample.decodeTime)),
      "\(sample.compositionTime)", Self.decimal(row.seconds(sample.compositionTime)),
      "\(sample.duration)", "\(position.offset)", "\(sample.fileRange.count)",
      sample.isSync ? "yes" : "", row.pictureType ?? "",
    ]
    let cells = zip(values, Self.columns).map { rightAligned($0, $1.width) }.joined()
    let notes = (source.parts.isEmpty ? [] : ["in \(position.file ?? "")"]) + Self.notes(row)
    return notes.isEmpty ? cells : cells + "  " + printable(notes.joined(separator: ", "))
  }

  /// The number with millionths.
  private static func decimal(_ seconds: Double?) -> String {
    guard let seconds else { return "" }
    let millionths = (abs(seconds) * 1e6).rounded()
    guard millionths < 9e18 else { return "\(seconds)" }
    let (whole, rest) = Int64(millionths).quotientAndRemainder(dividingBy: 1_000_000)
    return (seconds < 0 ? "-" : "") + "\(whole).\(zeroPadded(rest, to: 6))"
  }

  /// The properties that most samples do not have.
  private static func notes(_ row: SampleList.Row) -> [String] {
    let sample = row.sample
    var notes = sample.flags.descriptions
    if sample.sampleCount > 1 { notes.append("\(sample.sampleCount) samples") }
    if sample.descriptionIndex != 1 { notes.append("sample entry \(sample.descriptionIndex)") }
    notes += sample.groups.map { "group \($0.descriptionIndex) of '\($0.type)'" }
    if let encryption = sample.encryption {
      let parts = encryption.entry?.subsamples.count ?? 0
      notes.append(parts > 0 ? "\(counted(parts, "part")) encrypted" : "encrypted")
    }
    if case .elsewhere(let name) = sample.location {
      notes.append("in another file" + (name.map { ": \($0)" } ?? ""))
    }
    let presented = row.presented
    if !row.track.editList.isEmpty {
      notes.append(
        presented.seconds.isEmpty
          ? "not presented"
          : "presented at "
            + presented.seconds.map { "\(Self.decimal($0)) s" }.joined(separator: " and ")
            + (presented.hasMore ? " and more often" : ""))
    }
    return notes
  }

  // MARK: - CSV

  private static let names = [
    "file", "track", "number", "dts", "dts_seconds", "pts", "pts_seconds", "duration", "timescale",
    "offset", "size", "sync", "picture_type", "presented_seconds", "notes",
  ]

  private func csv(_ row: SampleList.Row) -> String {
    let sample = row.sample
    let position = position(of: sample)
    return CSV.line([
      position.file ?? "", "\(row.track.id)", "\(sample.number)", "\(sample.decodeTime)",
      Self.decimal(row.seconds(sample.decodeTime)), "\(sample.compositionTime)",
      Self.decimal(row.seconds(sample.compositionTime)), "\(sample.duration)",
      "\(row.track.timescale)", "\(position.offset)", "\(sample.fileRange.count)",
      sample.isSync ? "1" : "0", row.pictureType ?? "",
      row.presented.seconds.map { Self.decimal($0) }.joined(separator: " "),
      Self.notes(row).joined(separator: "; "),
    ])
  }

  // MARK: - JSON

  private func write(_ row: SampleList.Row, to json: inout JSONWriter) {
    let sample = row.sample
    let position = position(of: sample)
    json.open(.object)
    if let file = position.file { json.member("file", file) }
    json.member("track", row.track.id)
    json.member("number", sample.number)
    json.member("dts", sample.decodeTime)
    json.member("pts", sample.compositionTime)
    json.member("duration", sample.duration)
    json.member("timescale", row.track.timescale)
    json.member("offset", position.offset)
    json.member("size", sample.fileRange.count)
    json.key("sync")
    json.bool(sample.isSync)
    if let type = row.pictureType { json.member("pictureType", type) }
    if let seconds = row.seconds(sample.decodeTime) {
      json.key("dtsSeconds")
      json.number(seconds)
    }
    if let seconds = row.seconds(sample.compositionTime) {
      json.key("ptsSeconds")
      json.number(seconds)
    }
    if !row.track.editList.isEmpty {
      json.key("presentedSeconds")
      json.open(.array)
      let presented = row.presented
      for seconds in presented.seconds { json.number(seconds) }
      json.close(.array)
      if presented.hasMore {
        json.key("presentedMoreOften")
        json.bool(true)
      }
    }
    if sample.sampleCount > 1 { json.member("samples", sample.sampleCount) }
    json.member("description", sample.descriptionIndex)
    if let start = sample.fragmentStart {
      json.member("fragment", source.joinedFile(at: start)?.offset ?? start)
      json.member("run", sample.chunkNumber)
    } else {
      json.member("chunk", sample.chunkNumber)
    }
    if case .elsewhere(let name) = sample.location { json.member("otherFile", name ?? "") }
    let flags = sample.flags.descriptions
    if !flags.isEmpty {
      json.key("flags")
      json.open(.array)
      for word in flags { json.string(word) }
      json.close(.array)
    }
    write(sample.groups, to: &json)
    if let encryption = sample.encryption { write(encryption, to: &json) }
    json.close(.object)
  }

  private func write(_ groups: [SampleGroup], to json: inout JSONWriter) {
    guard !groups.isEmpty else { return }
    json.key("groups")
    json.open(.array)
    for group in groups {
      json.open(.object)
      json.member("type", "\(group.type)")
      if let parameter = group.parameter { json.member("parameter", parameter) }
      json.member("description", group.descriptionIndex)
      json.close(.object)
    }
    json.close(.array)
  }

  private func write(_ encryption: SampleEncryption, to json: inout JSONWriter) {
    json.key("encryption")
    json.open(.object)
    if let vector = encryption.entry?.initializationVector, !vector.isEmpty {
      json.key("iv")
      json.hex(vector)
    }
    if let parts = encryption.entry?.subsamples, !parts.isEmpty {
      // The last two numbers of a row are bytes in the clear, and encrypted.
      let first = parts.columns.count - 2
      json.key("parts")
      json.open(.array)
      for row in 0..<parts.count {
        json.open(.object)
        json.member("clear", parts[row, first])
        json.member("encrypted", parts[row, first + 1])
        json.close(.object)
      }
      json.close(.array)
    }
    if let range = encryption.fileRange {
      json.member("offset", range.lowerBound)
      json.member("size", range.count)
    }
    json.close(.object)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }
  fileprivate mutating func member(_ name: String, _ value: some BinaryInteger) {
    key(name)
    integer(Int64(clamping: value))
  }
}
