import HEIF
import ISOBMFF
import Movie

/// The media that a file shows and plays, but that its edited version no longer shows or plays.
///
///     let lost = LostMedia(from: ExaminedFile(old, name: ""), to: ExaminedFile(new, name: ""))
///     for sentence in lost.sentences { print(sentence) }
///
/// It compares tracks, images and what belongs to them, and then the errors of both files: if the new file
/// breaks a rule that the old one does not break, something is lost, too.
public struct LostMedia {
  /// Sentences that say what is lost, the most serious first; empty if nothing is lost.
  public private(set) var sentences: [String] = []
  private let old: ExaminedFile
  private let new: ExaminedFile

  /// Whether a track may have fewer samples.
  private let leavesOut: Bool

  /// - Parameters:
  ///   - removed: the tracks that were removed because that was asked for.
  ///   - leavesOut: whether the edit says itself that samples are not whole and left out.
  ///   - rules: the rules whose errors are compared.
  public init(
    from old: ExaminedFile, to new: ExaminedFile, removed: Set<UInt32> = [],
    leavesOut: Bool = false,
    rules: [FileRule] = Rules.errors
  ) {
    self.old = old
    self.new = new
    self.leavesOut = leavesOut
    guard old.kind == .boxes else { return }
    compareTypes()
    compareTracks(except: removed)
    compareImages()
    compareMotionPhotos()
    // If media is lost already, the broken rules are a consequence.
    if sentences.isEmpty {
      sentences = NewlyBrokenRules(from: old, to: new, rules: rules).sentences
    }
  }

  private func isMissing(_ type: FourCC) -> Bool {
    old.boxes.boxes.first(type) != nil && new.boxes.boxes.first(type) == nil
  }

  private mutating func compareTypes() {
    if isMissing("ftyp") {
      sentences.append("the kind of the file would be unknown: ftyp would be gone")
    } else if old.boxes.boxes.first?.type == "ftyp", new.boxes.boxes.first?.type != "ftyp" {
      sentences.append(
        "the kind of the file would be unknown to some programs: ftyp would not be first")
    }
  }

  // MARK: Tracks

  /// The media that users see, hear and read, by `handler_type`.
  private static let media: Set<FourCC> = [
    "vide", "soun", "auxv", "pict", "text", "sbtl", "subt", "clcp",
  ]

  private mutating func compareTracks(except removed: Set<UInt32>) {
    guard let movie = old.movie else { return }
    guard let newMovie = new.movie else {
      sentences.append("the movie would be gone, with \(counted(movie.tracks.count, "track"))")
      return
    }
    let tracks = Dictionary(newMovie.tracks.map { ($0.id, $0) }) { first, _ in first }
    // A truncated file does not have all samples.
    let isWhole = !leavesOut && Rules.truncatedBox(of: old) == nil
    for track in movie.tracks
    // No track has the number 0: its header is lost.
    where LostMedia.media.contains(track.handlerType) && track.id > 0 && !removed.contains(track.id)
    {
      let title = "track \(track.id) (\(track.handlerType))"
      guard let same = tracks[track.id] else {
        sentences.append("\(title) would be gone")
        continue
      }
      if same.handlerType != track.handlerType {
        sentences.append("\(title) would no longer be of that kind")
      } else if same.sampleCount < track.sampleCount, isWhole || same.sampleCount == 0 {
        sentences.append(
          "\(title) would have \(same.sampleCount) of its \(counted(track.sampleCount, "sample"))")
      } else if track.hasCompositionTimes, !same.hasCompositionTimes {
        sentences.append("\(title) would be shown in coding order: ctts would be gone")
      }
    }
    // Other fragments that never stated their times may be found.
    let hadTimes = !old.all(at: "moof", "traf", "tfdt").isEmpty
    if hadTimes, old.untimedFragmentCount < new.untimedFragmentCount {
      sentences.append("the times of fragments would be unknown: tfdt would be gone")
    }
  }

  // MARK: Images

  private mutating func compareImages() {
    guard let heif = old.heif, !heif.items.isEmpty else { return }
    guard let newHEIF = new.heif else {
      sentences.append("the images would be gone, with all \(heif.items.count) items")
      return
    }
    if heif.primaryItem != nil, newHEIF.primaryItem == nil {
      sentences.append("the primary item would be unknown")
    }
    let primary = heif.primaryItem.map { [$0] } ?? []
    for item in primary + heif.pictures.filter({ $0.id != heif.primaryItemID }) {
      compare(item, heif, newHEIF)
      let kept = Dictionary(
        uniqueKeysWithValues: newHEIF.companions(of: item.id).map { ($0.item.id, $0.kind) })
      for (companion, kind) in heif.companions(of: item.id) {
        if kept[companion.id] == kind {
          compare(companion, heif, newHEIF)
        } else {
          sentences.append(
            "\(heif.title(of: companion.id)) would no longer belong to \(heif.title(of: item.id))")
        }
      }
    }
  }

  /// Reports an image that can no longer be shown; one that could not be shown before is not lost.
  private mutating func compare(_ item: Item, _ heif: HEIFFile, _ newHEIF: HEIFFile) {
    guard (try? heif.plan(for: item.id)) != nil else { return }
    do throws(FieldError) { _ = try newHEIF.plan(for: item.id) } catch {
      sentences.append("\(heif.title(of: item.id)) could no longer be shown: \(error)")
    }
  }

  private mutating func compareMotionPhotos() {
    if old.boxes.boxes.first("mpvd") != nil, MotionPhoto(old.boxes) != nil,
      MotionPhoto(new.boxes) == nil
    {
      sentences.append("the movie of the photo would no longer be found")
    }
  }
}

extension Track {
  fileprivate var hasCompositionTimes: Bool {
    box.children.at("mdia", "minf", "stbl").contains { $0.type == "ctts" }
  }
}

extension ExaminedFile {
  /// The number of track fragments that do not state their time.
  fileprivate var untimedFragmentCount: Int {
    all(at: "moof", "traf").count - all(at: "moof", "traf", "tfdt").count
  }
}

extension Rules {
  /// The rules with the severity ``Severity/error``: a file that breaks one has lost something, or cannot be read
  /// correctly.
  public static let errors = all.filter { $0.severity == .error }
}
