import FieldCoding
import ISOBMFF
import Movie
import Rescue

/// Tracks that have their own tables, and have lost what says how they are coded.
extension Box {
  /// What every track of a kind of media has, and what a track of another recording of the same camera has as well. All
  /// else belongs to one recording: its tables, edits and metadata.
  private static let shared: Set<FourCC> = [
    "tkhd", "mdhd", "hdlr", "vmhd", "smhd", "nmhd", "gmhd", "dinf", "stsd",
  ]
  private static let sharedContainers: Set<FourCC> = ["trak", "mdia", "minf", "stbl"]

  /// A `trak` box with what is left of it, and with what it has lost from a track of another recording.
  ///
  /// - Returns: the box, and the types of the boxes that are from the other track; nil if it has lost a table of its samples.
  func completed(like other: Box) -> (track: Box, lost: [FourCC])? {
    func kind(of track: Box) -> FourCC? {
      track.children.at("mdia").first(HandlerBox.self)?.handlerType
    }
    if let own = kind(of: self), own.rawValue != 0, own != kind(of: other) { return nil }
    var lost: [FourCC] = []
    return completed(like: other, &lost).map { ($0, lost) }
  }

  private func completed(like other: Box, _ lost: inout [FourCC]) -> Box? {
    var kept: [Box] = []
    var types: Set<FourCC> = []
    for child in children {
      let model = other.children.first { $0.type == child.type }
      if Box.sharedContainers.contains(child.type), let model, types.insert(child.type).inserted {
        guard let completed = child.completed(like: model, &lost) else { return nil }
        kept.append(completed)
      } else if child.isBroken && model?.isHollow != true || child.describesLess(than: model) {
        guard type != "stbl" || child.type == "stsd" else { return nil }
      } else {
        kept.append(child)
        types.insert(child.type)
      }
    }
    let needed = Box.sharedContainers.intersection(other.children.map(\.type))
    guard needed.isSubset(of: types) else { return nil }
    for (index, model) in other.children.enumerated()
    where Box.shared.contains(model.type) && !types.contains(model.type) {
      kept.insert(model, at: min(index, kept.count))
      lost.append(model.type)
    }
    return .container(type, kept)
  }

  /// Whether it or a box in it cannot be read, is nothing but zeros, or states times without their unit.
  var isBroken: Bool {
    isDamaged || isHollow || hasLostHeader || statesNoTimescale
  }

  /// Whether zeros are instead of the header of a box in it, so that what follows is not read.
  var hasLostHeader: Bool {
    type.rawValue == 0 || isContainer && trailing.contains { $0 != 0 }
      || children.contains(where: \.hasLostHeader)
  }

  /// Whether nothing but zeros is left of it, or of a box of a list in it.
  var isHollow: Bool {
    type.rawValue == 0 || origin.map { $0.dropFirst(headerSize).allSatisfy { $0 == 0 } } ?? false
      || ["dinf", "dref", "mvex"].contains(type) && children.contains(where: \.isHollow)
      || type == "udta" && children.contains { $0.type == "meta" && $0.isHollow }
  }

  /// Whether it describes samples, and lacks what decoders need, which another description of such samples has.
  private func describesLess(than other: Box?) -> Bool {
    guard type == "stsd", let model = other?.children.first else { return false }
    return !children.contains { entry in
      entry.type == model.type && !entry.isBroken && !entry.children.contains(where: \.isHollow)
        && Set(model.children.map(\.type)).subtracting(entry.children.map(\.type)).isDisjoint(
          with: Box.configurations)
        && entry.hasParameterSets >= model.hasParameterSets
    }
  }

  private static let configurations: Set<FourCC> = [
    "hvcC", "avcC", "av1C", "vpcC", "esds", "dOps", "dfLa", "alac", "wave", "dac3", "dec3",
  ]

  /// 1 if a sample entry has parameter sets, 0 if not.
  private var hasParameterSets: Int {
    let sets: (any RetaggedStreamSets)? = RetaggedHEVCSets(children) ?? RetaggedAVCSets(children)
    return sets?.units.isEmpty == false ? 1 : 0
  }

  /// Lets the headers of a track that were taken from another one state how long this one is.
  mutating func correctDurations(ofHeaders lost: [FourCC], inMovie timescale: UInt32) {
    guard lost.contains("tkhd") || lost.contains("mdhd") else { return }
    let media = children.at("mdia")
    var ticks: UInt64 = 0
    media.at("minf").at("stbl").first(TimeToSampleBox.self)?.entries.forEachRow { _, row in
      let run = UInt64(clamping: row[0]).multipliedReportingOverflow(by: UInt64(clamping: row[1]))
      ticks = ticks.addingSaturating(run.overflow ? .max : run.partialValue)
    }
    let scale = EditedTimescale(
      movie: timescale, media: media.first(MediaHeaderBox.self)?.timescale ?? 0)
    var shown: UInt64 = 0
    children.at("edts").first(EditListBox.self)?.entries.forEachRow { _, row in
      shown = shown.addingSaturating(UInt64(clamping: row[0]))
    }
    if shown == 0 { shown = UInt64(clamping: scale.movieTicks(Int64(clamping: ticks))) }
    if lost.contains("mdhd") {
      change(["mdia", "mdhd"]) { header in
        header[MediaHeaderBox.self]?.forgetTimes()
        header[MediaHeaderBox.self]?.setDuration(ticks)
        return true
      }
    }
    if lost.contains("tkhd") {
      change(["tkhd"]) { header in
        header[TrackHeaderBox.self]?.forgetTimes()
        header[TrackHeaderBox.self]?.setDuration(shown)
        return true
      }
    }
  }

  /// The `moov` box of a movie in fragments, with what it has lost from that of another one.
  ///
  /// - Returns: the box, and what is from the other box.
  func completedInitialization(like other: Box) -> (movie: Box, lost: [String]) {
    var lost: [String] = []
    var own = children.filter { $0.type == "trak" || !$0.isBroken }
    let tracks = own.all("trak")
    own.removeAll { $0.type == "trak" }
    var made: [Box] = []
    for model in other.children {
      if model.type == "trak" {
        let completed = tracks.firstNonNil { trak in
          trak.completed(like: model).flatMap {
            $0.track.trackID == model.trackID && $0.track.isReadableTrack ? $0 : nil
          }
        }
        lost +=
          completed.map { $0.lost.map { "\($0) of track \(model.trackID)" } }
          ?? ["track \(model.trackID)"]
        made.append(completed?.track ?? model)
      } else if let index = own.firstIndex(where: { $0.type == model.type }) {
        made.append(own.remove(at: index))
      } else if ["mvhd", "mvex"].contains(model.type) {
        made.append(model)
        lost.append("\(model.type)")
      }
    }
    return (.container("moov", made + own), lost)
  }
}
