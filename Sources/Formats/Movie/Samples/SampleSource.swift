import ISOBMFF

/// The source of information about some samples of a track: the sample table (`stbl`), or one track fragment (`traf`).
final class SampleSource: Sendable {
  /// The boxes in it.
  let boxes: [Box]
  /// The index of its first sample among all samples of the track.
  let firstSample: Int
  /// The number of chunks, or of runs of fragments, before its own.
  let chunksBefore: Int
  /// The offset of the enclosing `moof` box; nil for the sample table.
  let fragmentStart: Int?
  /// The index of the file that contains it, and also the data by default.
  let file: Int
  /// The offset from which those of auxiliary information count (`saio`): the start of the file, or the base of the
  /// track fragment.
  let auxiliaryBase: Int64
  /// The sequence number of the fragment (`mfhd`); nil for the sample table.
  let sequenceNumber: UInt32?
  /// The descriptions for all samples of the track.
  let track: TrackDescriptions
  /// Whether ``dependencies`` are stated.
  let hasDependencies: Bool
  /// They are looked for once: hostile files have thousands of boxes beside those of a sample.
  private let details = Lazy<Details>()

  init(
    _ boxes: [Box], firstSample: Int, chunksBefore: Int, fragmentStart: Int?, file: Int,
    auxiliaryBase: Int64, sequenceNumber: UInt32? = nil, track: TrackDescriptions
  ) {
    self.boxes = boxes
    hasDependencies = boxes.contains { $0.type == SampleDependencyTypeBox.type }
    self.firstSample = firstSample
    self.chunksBefore = chunksBefore
    self.fragmentStart = fragmentStart
    self.file = file
    self.auxiliaryBase = auxiliaryBase
    self.sequenceNumber = sequenceNumber
    self.track = track
  }

  /// The sample table of a track.
  convenience init(table: [Box], track: TrackDescriptions) {
    self.init(
      table, firstSample: 0, chunksBefore: 0, fragmentStart: nil, file: 0, auxiliaryBase: 0,
      track: track)
  }

  func location(ofDescription index: Int) -> SampleLocation {
    if let other = track.elsewhere[index] { return .elsewhere(other) }
    guard track.identified[index] != nil else { return .file(file) }
    // If the media data is missing, its file is unknown.
    return identifiedMedia(ofDescription: index).map { .file($0.file) } ?? .elsewhere(nil)
  }

  /// The start of the identified media data of a sample entry; nil if offsets count from the start of the file, or if
  /// the data is missing.
  func identifiedMedia(ofDescription index: Int) -> IdentifiedMedia.Location? {
    guard !track.identified.isEmpty else { return nil }
    return switch track.identified[index] {
    case .number(let number)?: track.media[number]
    case .fragment?: sequenceNumber.flatMap { track.media[$0] }
    case nil: nil
    }
  }

  /// The information about the encryption of its samples.
  struct Protection: Sendable {
    /// It is in boxes.
    let samples: EncryptedSamples?
    /// It is among the media data, and boxes say where.
    let auxiliary: AuxiliaryInformation?
  }

  var encryption: Protection { details.value { Details(of: self) }.encryption }

  /// The dependencies of its samples (`sdtp`).
  var dependencies: FieldTable? { details.value { Details(of: self) }.dependencies }

  /// The groups that its samples are in.
  var groupings: [SampleGrouping] { details.value { Details(of: self) }.groupings }
}

/// What the boxes state about samples apart from their bytes and times. Most fragments state nothing of it.
private final class Details: Sendable {
  let encryption: SampleSource.Protection
  let dependencies: FieldTable?
  let groupings: [SampleGrouping]

  init(of source: SampleSource) {
    let boxes = source.boxes
    encryption = SampleSource.Protection(
      samples: boxes.first(SampleEncryptionBox.self)?.samples
        ?? boxes.first(PIFFSampleEncryptionBox.self)?.samples,
      auxiliary: AuxiliaryInformation(boxes))
    dependencies = boxes.first(SampleDependencyTypeBox.self)?.entries
    groupings = SampleGrouping.all(in: source)
  }
}

/// The descriptions in the sample table of a track, which also apply to samples in fragments.
final class TrackDescriptions: Sendable {
  /// The boxes in `stbl`.
  let boxes: [Box]
  /// Sample entries, by their number from 1, whose samples are in other files, with the name of the file.
  let elsewhere: [Int: String?]
  /// Sample entries, by their number from 1, whose samples are in identified media data.
  let identified: [Int: IdentifiedReference]
  /// The media data of the movie that has numbers.
  let media: IdentifiedMedia

  /// - Parameters:
  ///   - boxes: the boxes in `stbl`.
  ///   - references: the boxes in `dref`.
  init(_ boxes: [Box], entries: [Box], references: [Box], media: IdentifiedMedia) {
    self.boxes = boxes
    self.media = media
    var elsewhere: [Int: String?] = [:]
    var identified: [Int: IdentifiedReference] = [:]
    for (index, entry) in entries.enumerated()
    where references.contains(where: { !$0.countsFromFile }) {
      guard let number = entry.dataReferenceIndex, references.indices.contains(Int(number) - 1)
      else { continue }
      let reference = references[Int(number) - 1]
      if reference.isElsewhere { elsewhere[index + 1] = .some(reference.fileName) }
      identified[index + 1] = IdentifiedReference(reference)
    }
    self.elsewhere = elsewhere
    self.identified = identified
  }
}

extension TrackDescriptions {
  convenience init() { self.init([], entries: [], references: [], media: IdentifiedMedia()) }
}
