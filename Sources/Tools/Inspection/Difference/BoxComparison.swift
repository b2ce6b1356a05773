import ISOBMFF

/// Walks two trees of boxes side by side, and looks into the fields of those that differ.
struct BoxComparison {
  private let ignored: FileDifference.Ignored
  private let listed: FileDifference.Listed
  private let limits: DecodeLimits
  private let copies: CopiedBytes
  /// The path of the boxes at the top; empty if they are those of the file.
  private let path: String
  private(set) var differences: [BoxDifference] = []
  private(set) var ignoredCount = 0
  /// The boxes of the new file for those of the old one, by the offsets of both.
  private(set) var pairs: [Int: Int] = [:]

  /// A box with its path.
  private struct PathedBox {
    var box: Box
    var path: String
  }
  /// A difference whose fields are still to be found.
  private struct Pending {
    var index: Int
    var old: PathedBox?
    var new: PathedBox?
  }
  private var pending: [Pending] = []

  init(
    _ ignored: FileDifference.Ignored, listed: FileDifference.Listed, limits: DecodeLimits,
    copies: CopiedBytes, root: String = ""
  ) {
    self.ignored = ignored
    self.listed = listed
    self.limits = limits
    self.copies = copies
    path = root
  }

  mutating func compare(_ old: BoxFile, _ new: BoxFile) {
    guard old.bytes.firstDifferenceIsPossible(new.bytes) else { return }
    // The file itself: the bytes between its boxes, and after them.
    let root = BoxDifference(
      kind: .changed, old: side(of: old.bytes), new: side(of: new.bytes))
    differences.append(root)
    compare(old.boxes, new.boxes, in: nil, path, path)
    let oldFields = fields(of: old, \.old)
    let newFields = fields(of: new, \.new)
    for item in pending { finish(item, oldFields.boxes, newFields.boxes) }
    var comparison = FieldComparison(ignored, listed: listed)
    comparison.compare(oldFields.file, newFields.file)
    take(comparison, at: 0)
    differences.removeAll { $0.kind == .changed && $0.fieldCount == 0 }
  }

  private func side(of file: Bytes) -> BoxDifference.Side {
    BoxDifference.Side(
      path: path, title: "", specification: "",
      range: file.fileOffset..<file.fileOffset + file.count)
  }

  private func side(of item: PathedBox) -> BoxDifference.Side {
    let definition = item.box.definition()
    let start = item.box.source?.fileOffset ?? 0
    return BoxDifference.Side(
      path: item.path, title: definition?.title ?? "",
      specification: definition?.specification ?? "",
      range: start..<start + (item.box.source?.count ?? 0))
  }

  private func fields(of file: BoxFile, _ side: KeyPath<Pending, PathedBox?>) -> FieldRecorder {
    var wanted: [Int: Bool] = [:]
    for item in pending {
      guard let offset = item[keyPath: side]?.box.source?.fileOffset else { continue }
      // If one of the two has no children, those of the other are shown as fields.
      let isTree = item.old?.box.isContainer ?? true && item.new?.box.isContainer ?? true
      wanted[offset] = !isTree
    }
    let recorder = FieldRecorder(wanted)
    BoxFile.describe(file.bytes, limits: limits, to: recorder)
    return recorder
  }

  private mutating func finish(
    _ item: Pending, _ old: [Int: [FieldNode]], _ new: [Int: [FieldNode]]
  ) {
    let oldFields = item.old?.box.source.flatMap { old[$0.fileOffset] } ?? []
    let newFields = item.new?.box.source.flatMap { new[$0.fileOffset] } ?? []
    guard let oldBox = item.old?.box, let newBox = item.new?.box else {
      var comparison = FieldComparison(ignored, listed: listed)
      for node in oldFields { comparison.list(node, node.name, isNew: false) }
      for node in newFields { comparison.list(node, node.name, isNew: true) }
      return take(comparison, at: item.index)
    }
    var comparison = FieldComparison(
      ignored, listed: listed, mediaData: oldBox.isMediaData ? copies : nil)
    compareHeaders(oldBox, newBox, &comparison)
    let before = comparison.fieldCount + comparison.ignoredCount
    comparison.compare(oldFields, newFields)
    if comparison.fieldCount + comparison.ignoredCount == before {
      compareBytes(oldBox, newBox, &comparison)
    }
    take(comparison, at: item.index)
  }

  private mutating func take(_ comparison: FieldComparison, at index: Int) {
    differences[index].fields = comparison.fields
    differences[index].fieldCount = comparison.fieldCount
    ignoredCount += comparison.ignoredCount
  }

  private func compareHeaders(_ old: Box, _ new: Box, _ comparison: inout FieldComparison) {
    if old.type != new.type {
      let isLarger = [old.type, new.type].allSatisfy { $0 == "stco" || $0 == "co64" }
      if isLarger, ignored.contains(.offsets) {
        comparison.ignore()
      } else {
        comparison.add("type", old: "\(old.type)", new: "\(new.type)")
      }
    }
    guard let oldForm = old.sizeForm, let newForm = new.sizeForm, oldForm != newForm else { return }
    if ignored.contains(.offsets) { return comparison.ignore() }
    comparison.add("size", old: oldForm, new: newForm)
  }

  /// Compares bits that belong to no field.
  private func compareBytes(_ old: Box, _ new: Box, _ comparison: inout FieldComparison) {
    guard old.type == new.type, !old.isContainer, !old.isMediaData,
      let oldBytes = old.sourcePayload,
      let newBytes = new.sourcePayload, let first = oldBytes.firstDifference(from: newBytes)
    else { return }
    comparison.addBytes(
      BytesDifference(
        oldCount: oldBytes.count, newCount: newBytes.count, firstDifference: first))
  }
}

// MARK: - The walk

extension BoxComparison {
  private mutating func compare(
    _ old: [Box], _ new: [Box], in container: FourCC?, _ oldPath: String, _ newPath: String
  ) {
    let old = pathed(old, oldPath)
    let new = pathed(new, newPath)
    var alignment = Alignment(old.map(element), new.map(element))
    joinRenamed(old, new, in: container, &alignment)
    let moved = alignment.moved { old[$0].box.source?.count ?? 1 }
    var (removed, added) = (alignment.removed[...], alignment.added[...])
    for (index, pair) in alignment.pairs.enumerated() {
      while let gone = removed.first, gone < pair.old { list(old[removed.removeFirst()], nil) }
      while let came = added.first, came < pair.new { list(nil, new[added.removeFirst()]) }
      if let old = old[pair.old].box.source, let new = new[pair.new].box.source {
        pairs[old.fileOffset] = new.fileOffset
      }
      if moved.contains(index) {
        differences.append(
          BoxDifference(kind: .moved, old: side(of: old[pair.old]), new: side(of: new[pair.new])))
      }
      compare(old[pair.old], new[pair.new])
    }
    for gone in removed { list(old[gone], nil) }
    for came in added { list(nil, new[came]) }
  }

  private func pathed(_ boxes: [Box], _ path: String) -> [PathedBox] {
    var seen: [FourCC: Int] = [:]
    let all = boxes.map { box in
      let index = seen[box.type, default: 0]
      seen[box.type] = index + 1
      let name = index == 0 ? "\(box.type)" : "\(box.type)[\(index)]"
      return PathedBox(box: box, path: path.isEmpty ? name : "\(path)/\(name)")
    }
    return ignored.contains(.padding) ? all.filter { !$0.box.isPadding } : all
  }

  private func element(_ item: PathedBox) -> Alignment.Element<BoxIdentity> {
    var hasher = Hasher()
    hasher.combine(item.box.source?.count)
    if !item.box.isMediaData, let source = item.box.source {
      hasher.combine(source.part(0..<min(source.count, 4096)))
    }
    return Alignment.Element(key: item.box.identity, content: hasher.finalize())
  }

  /// Matches boxes that differ only in their type.
  private func joinRenamed(
    _ old: [PathedBox], _ new: [PathedBox], in container: FourCC?, _ alignment: inout Alignment
  ) {
    guard alignment.removed.count * alignment.added.count <= 256 else { return }
    for gone in alignment.removed {
      let came = alignment.added.first {
        old[gone].box.isRenamed(to: new[$0].box, in: container)
      }
      if let came { alignment.join(gone, came) }
    }
  }

  private mutating func compare(_ old: PathedBox, _ new: PathedBox) {
    guard let oldBytes = old.box.source, let newBytes = new.box.source,
      oldBytes.firstDifferenceIsPossible(newBytes)
    else { return }
    let isMedia = old.box.isMediaData
    if !isMedia, oldBytes.count == newBytes.count,
      oldBytes.firstDifference(from: newBytes) == nil
    {
      return
    }
    differences.append(BoxDifference(kind: .changed, old: side(of: old), new: side(of: new)))
    pending.append(Pending(index: differences.count - 1, old: old, new: new))
    guard old.box.isContainer, new.box.isContainer else { return }
    compare(old.box.children, new.box.children, in: old.box.type, old.path, new.path)
  }

  private mutating func list(_ old: PathedBox?, _ new: PathedBox?) {
    differences.append(
      BoxDifference(
        kind: old == nil ? .added : .removed, old: old.map(side), new: new.map(side)))
    guard let box = (old ?? new)?.box, !box.isContainer else { return }
    pending.append(Pending(index: differences.count - 1, old: old, new: new))
  }
}

extension Bytes {
  /// Whether these and `other` are two runs of bytes, and not one.
  fileprivate func firstDifferenceIsPossible(_ other: Bytes) -> Bool {
    source !== other.source || range != other.range
  }
}

extension Box {
  /// The form of the size in the header, as text (ISO/IEC 14496-12 §4.2.2).
  fileprivate var sizeForm: String? {
    guard let bytes = source?.part(0..<4) else { return nil }
    switch bytes.reduce(0, { $0 << 8 | UInt32($1) }) {
    case 0: return "to the end"
    case 1: return "64 bits"
    default: return "32 bits"
    }
  }
}

/// What distinguishes a box from the boxes next to it.
struct BoxIdentity: Hashable {
  var type: FourCC
  var userType: UserType?
  /// The number or code that its own fields give it.
  var number: UInt64?
}

extension Box {
  var identity: BoxIdentity { BoxIdentity(type: type, userType: userType, number: identifier) }

  private var identifier: UInt64? {
    switch type {
    case "trak": children.first(TrackHeaderBox.self).map { UInt64($0.trackID) }
    case "trex": self[TrackExtendsBox.self].map { UInt64($0.trackID) }
    case "moof": children.first(MovieFragmentHeaderBox.self).map { UInt64($0.sequenceNumber) }
    case "traf": children.first(TrackFragmentHeaderBox.self).map { UInt64($0.trackID) }
    case "tfra": self[TrackFragmentRandomAccessBox.self].map { UInt64($0.trackID) }
    case "infe": self[ItemInfoEntry.self].map { UInt64($0.itemID) }
    case "sgpd": self[SampleGroupDescriptionBox.self].map { UInt64($0.groupingType.rawValue) }
    case "sbgp": self[SampleToGroupBox.self].map { UInt64($0.groupingType.rawValue) }
    case "saiz":
      self[SampleAuxiliaryInformationSizesBox.self]?.auxInfoType.map { UInt64($0.rawValue) }
    case "saio":
      self[SampleAuxiliaryInformationOffsetsBox.self]?.auxInfoType.map { UInt64($0.rawValue) }
    case "meta": children.first(HandlerBox.self).map { UInt64($0.handlerType.rawValue) }
    default:
      self[SingleItemTypeReferenceBox.self].map { UInt64($0.fromItemID) }
        ?? self[EntityToGroupBox.self].map { UInt64($0.groupID) }
        ?? self[ImagePyramidGroupBox.self].map { UInt64($0.groupID) }
    }
  }

  /// Samples and items, which are most of a file, and are compared as late as possible.
  var isMediaData: Bool { type == "mdat" || type == "imda" }

  /// Room that holds nothing.
  var isPadding: Bool { ["free", "skip", "wide"].contains(type) }

  /// Whether this and `other`, boxes in `container`, are one box under two names.
  func isRenamed(to other: Box, in container: FourCC?) -> Bool {
    if container == "stsd" { return true }
    if [type, other.type].allSatisfy({ $0 == "stco" || $0 == "co64" }) { return true }
    guard let payload = sourcePayload, let new = other.sourcePayload else { return false }
    return !payload.isEmpty && payload.count == new.count
      && payload.firstDifference(from: new) == nil
  }
}
