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
