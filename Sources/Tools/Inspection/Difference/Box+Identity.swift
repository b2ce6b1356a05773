import ISOBMFF

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
