import FieldCoding
import HEIF
package import ISOBMFF
package import Movie

/// What a movie says beside the media of its tracks: metadata, chapters, covers, and whatever else is in its boxes and
/// behind them.
///
///     var left = MovieDeclarations(old).missing(in: [MovieDeclarations(new)])
///     for phrase in left.phrases { print(phrase) }
///
/// Everything that is not known to be the structure of a movie is a declaration, boxes of unknown types too: nothing of
/// it can be left out of another file without a name.
package struct MovieDeclarations: Sendable {
  /// Something that a movie says.
  private struct Declaration: Hashable {
    let kind: Kind
    /// The key, the type, or the title.
    let name: String
    let value: Bytes

    init(kind: Kind, name: String, value: Bytes) {
      (self.kind, self.name, self.value) = (kind, name, value)
    }

    init(_ item: MetadataItem) {
      self.init(kind: .metadata, name: item.key, value: Bytes(item.value.utf8))
    }
  }

  private enum Kind { case metadata, date, chapter, cover, userData, box, trailing }

  /// All declarations, and the tracks that they are of; nil for the movie.
  private var all: [(declaration: Declaration, track: UInt32?)] = []
  private var portable: PortableMovieMetadata?

  /// What a file with a movie says; a file without one says nothing.
  package init(_ file: BoxFile) {
    guard let movie = MovieFile(file) else { return }
    portable = PortableMovieMetadata(movie)
    add(file.boxes, besides: MovieDeclarations.structureOfFile)
    let moov = file.boxes.first("moov")?.children ?? []
    add(moov, besides: MovieDeclarations.structureOfMovie)
    add(describedIn: moov)
    for item in movie.metadata where item.key != "covr" { add(item) }
    if let created = movie.header?.creationTime, created > 0 {
      add(.date, value: Bytes("\(created)".utf8))
    }
    for chapter in movie.chapters(in: file.bytes) { add(.chapter, chapter.title) }
    for cover in file.covers { add(.cover, value: cover.image) }
    for track in movie.tracks {
      let children = track.box.children
      add(children, besides: MovieDeclarations.structureOfTrack, of: track.id)
      add(children.at("mdia"), besides: MovieDeclarations.structureOfMedia, of: track.id)
      add(describedIn: children, of: track.id)
      for item in track.metadata where item.value != track.title { add(item, of: track.id) }
    }
    for part in TrailingData(file).parts where !part.kind.isPadding {
      add(.trailing, part.kind.title, value: part.bytes)
    }
  }

  private mutating func add(
    _ kind: Kind, _ name: String = "", value: Bytes = Bytes(), of track: UInt32? = nil
  ) {
    all.append((Declaration(kind: kind, name: name, value: value), track))
  }

  private mutating func add(_ item: MetadataItem, of track: UInt32? = nil) {
    if !item.value.isEmpty { all.append((Declaration(item), track)) }
  }

  /// Adds what is in user data and in `meta` beside items with keys.
  private mutating func add(describedIn children: [Box], of track: UInt32? = nil) {
    let data = children.userData
    let meta = (children + data).all("meta").flatMap(\.children)
    add(meta, besides: ["hdlr", "keys", "ilst"], of: track)
    let others = data.filter { $0[UserDataTextBox.self] == nil }
    add(others, besides: ["meta", "chpl", "name"], of: track, as: .userData)
  }

  private mutating func add(
    _ boxes: [Box], besides structure: Set<FourCC>, of track: UInt32? = nil, as kind: Kind = .box
  ) {
    for box in boxes where !structure.union(MovieDeclarations.space).contains(box.type) {
      let type = box.userType.map { "uuid \($0)" } ?? "\(box.type)"
      add(
        kind, box.userMetadata == .xmp ? "XMP" : type,
        value: box.sourcePayload ?? box.opaquePayload ?? Bytes(), of: track)
    }
  }

  // MARK: The structure of movies

  /// Boxes that fill room. A zero ends the user data of QuickTime.
  private static let space: Set<FourCC> = ["free", "skip", "wide", FourCC(rawValue: 0)]

  private static let structureOfFile: Set<FourCC> = [
    "ftyp", "styp", "etyp", "moov", "moof", "mdat", "imda", "mfra", "sidx", "ssix", "prft", "pdin",
  ]
  private static let structureOfMovie: Set<FourCC> = [
    "mvhd", "trak", "mvex", "iods", "udta", "meta", "cmov",
  ]
  private static let structureOfTrack: Set<FourCC> = [
    "tkhd", "tref", "edts", "mdia", "tapt", "load", "udta", "meta",
  ]
  private static let structureOfMedia: Set<FourCC> = ["mdhd", "hdlr", "minf", "elng"]

  // MARK: What another file has of it

  /// What none of these says.
  package func missing(in others: [MovieDeclarations]) -> MovieDeclarations {
    let kept = Set(others.flatMap { $0.all.map(\.declaration) })
    return filter { declaration, _ in !kept.contains(declaration) }
  }

  /// What is left without the chapters.
  package func withoutChapters() -> MovieDeclarations {
    filter { declaration, _ in declaration.kind != .chapter }
  }

  /// The most chapters that are written to another container.
  package static let mostChapters = 1 << 12

  /// What the movie says that no file with another container has, as phrases.
  package func leftOut(in container: ForeignContainer) -> [String] {
    let texts = container == .transportStream ? nil : portable
    let written = Set((texts?.sources ?? []).map(Declaration.init))
    var chapters = container.isMatroska ? MovieDeclarations.mostChapters : 0
    // WebM has no attachments.
    let covers: Set<String> = container == .matroska ? ["jpg", "png"] : []
    return filter { declaration, track in
      switch declaration.kind {
      case .metadata: return track != nil || !written.contains(declaration)
      case .date: return texts?.hasDate != true
      case .cover:
        return !covers.contains(Cover.form(of: declaration.value)?.fileExtension ?? "")
      case .chapter:
        chapters -= 1
        return chapters < 0
      default: return true
      }
    }.phrases
  }

  private func filter(_ isLeft: (_ declaration: Declaration, _ track: UInt32?) -> Bool)
    -> MovieDeclarations
  {
    var left = self
    left.all.removeAll { !isLeft($0.declaration, $0.track) }
    return left
  }

  // MARK: Words

  /// What the movie says, as phrases, each of which names things of a kind.
  package var phrases: [String] {
    var groups: [(kind: Kind, track: UInt32?, names: [String])] = []
    for (declaration, track) in all {
      if let last = groups.last, last.kind == declaration.kind, last.track == track {
        groups[groups.count - 1].names.append(declaration.name)
      } else {
        groups.append((declaration.kind, track, [declaration.name]))
      }
    }
    return groups.map { kind, track, names in
      let owner = track.map { " of track \($0)" } ?? ""
      let list = MovieDeclarations.list(names)
      return switch kind {
      case .metadata: "the metadata of \(list)\(owner)"
      case .date: "the date of the movie"
      case .chapter: counted(names.count, "chapter")
      case .cover: counted(names.count, "cover")
      case .userData: "the user data \(list)\(owner)"
      case .box: "the \(names.count == 1 ? "box" : "boxes") \(list)\(owner)"
      case .trailing: "what follows the last box: \(names.joined(separator: ", "))"
      }
    }
  }

  private static func list(_ names: [String]) -> String {
    let most = 32
    let more = names.count > most ? " and \(grouped(names.count - most)) others" : ""
    return names.prefix(most).map { "'\($0)'" }.joined(separator: ", ") + more
  }
}

extension MovieFile {
  /// Reads a movie. Throws the reason if there is none, or if it is not read, or not all of its samples.
  package init(requiredIn file: BoxFile) throws(EditError) {
    guard let movie = MovieFile(file) else { throw EditError(noMovieIn: file) }
    if let refusal = movie.refusal { throw EditError(.damaged, refusal) }
    self = movie
  }

  /// Throws if the movie states no unit of its times, or if a track with samples lacks what gives them a meaning: the unit
  /// of their times, their times, and their coding. An edit would take the first sample for the whole track, or keep one
  /// that nobody can play.
  package func requireTables() throws(EditError) {
    let lack =
      header.map { Box($0).statesNoTimescale } == true
      ? "has the timescale 0 in the header of the movie, so that its times mean nothing"
      : tracks.firstNonNil(\.lackOfTables)
    if let lack { throw EditError(.damaged, "\(lack): \(Track.wayOut)") }
    guard let track = tracks.first(where: \.lacksTimes) else { return }
    throw EditError(
      .damaged,
      "track \(track.id) has no table of times (stts) that can be read: boxwalk repair --force leaves the track out"
    )
  }
}

extension Track {
  fileprivate static let wayOut =
    "boxwalk repair --like takes it from another recording of the same camera"

  /// Whether its tables do not say when its samples are shown. No other recording knows it.
  fileprivate var lacksTimes: Bool {
    tableSampleCount > 0
      && box.children.at("mdia", "minf", "stbl").first(TimeToSampleBox.self) == nil
  }

  /// What its samples need and another recording has, if it is missing, as a sentence about the file; nil if nothing is.
  fileprivate var lackOfTables: String? {
    guard sampleCount > 0 else { return nil }
    if statesNoTimescale {
      return "has the timescale 0 in the header of track \(id), so that its times mean nothing"
    }
    let lack =
      mediaHeader == nil
      ? "unit of its times (mdhd)"
      : sampleEntries.isEmpty ? "description of its coding (stsd)" : nil
    return lack.map { "track \(id) has no \($0) that can be read" }
  }
}

extension Edit {
  /// Throws the reason if the file has a movie of which no track is known, such as a compressed one.
  package func requireKnownTracks() throws(EditError) {
    if let reason = MovieFile(file)?.reasonForNoTracks { throw EditError(.damaged, reason) }
  }
}

extension EditError {
  /// An error for a file without a movie.
  package init(noMovieIn file: BoxFile) { self.init(.wrongFile, file.reasonForNoMovie) }

  /// An error for a movie with too many samples.
  package init(_ excess: SampleExcess) { self.init(.damaged, "\(excess)") }
}

extension BoxFile {
  /// Throws if the file was truncated.
  func requireEnd() throws(EditError) {
    guard let missing = missingByteCount else { return }
    throw EditError(
      .damaged,
      "is truncated, and \(counted(missing, "byte is", "bytes are")) missing: use boxwalk repair first"
    )
  }
}
