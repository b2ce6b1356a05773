/// The payloads whose syntax is known, by the number that names them in messages of one standard.
public struct SEIPayloadTypes: Sendable {
  private var types: [UInt32: any SEIPayload.Type] = [:]

  /// These payloads; of two with one number, the later counts.
  public init(_ types: [any SEIPayload.Type]) { add(types) }

  /// The payload with this number; nil if its syntax is not known.
  public subscript(payloadType: UInt32) -> (any SEIPayload.Type)? { types[payloadType] }

  /// These and others; of two with one number, the later counts.
  public func adding(_ others: [any SEIPayload.Type]) -> SEIPayloadTypes {
    var result = self
    result.add(others)
    return result
  }

  private mutating func add(_ others: [any SEIPayload.Type]) {
    for type in others { types[type.payloadType] = type }
  }

  /// The payloads that are the same in AVC, HEVC and VVC.
  public static let common = SEIPayloadTypes([
    UserDataRegistered.self, UserDataUnregistered.self, MasteringDisplayColourVolume.self,
    ContentLightLevelInformation.self, AlternativeTransferCharacteristics.self,
    AmbientViewingEnvironment.self, ContentColourVolume.self, EquirectangularProjection.self,
    CubemapProjection.self, SphereRotation.self,
  ])

  /// The payloads that HEVC and VVC share beyond ``common``.
  public static let commonSinceHEVC = common.adding([
    FramePackingArrangement.self, AlphaChannelInformation.self,
    DepthRepresentationInformation.self,
  ])
}
