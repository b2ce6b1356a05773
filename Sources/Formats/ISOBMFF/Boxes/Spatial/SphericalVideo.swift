/// Google's boxes for video and audio around the viewer.
enum SphericalVideo {
  static let specification = "Spherical Video V2 RFC"
  static let audio = "Spatial Audio RFC"
}

/// How the views of a stereo video are packed into the picture (Google).
public struct Stereoscopic3DBox: BoxBody {
  public static let type: FourCC = "st3d"
  public static let specification = SphericalVideo.specification

  public var header = FullBoxHeader()
  public var stereoMode: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(
      8, "stereo_mode", &stereoMode,
      as: .names([0: "mono", 1: "top-bottom", 2: "left-right", 3: "custom"]))
  }
}

/// The software that made the video.
public struct SphericalVideoHeaderBox: BoxBody {
  public static let type: FourCC = "svhd"
  public static let specification = SphericalVideo.specification

  public var header = FullBoxHeader()
  public var metadataSource: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("metadata_source", &metadataSource)
  }
}

/// How the sphere is rotated.
struct ProjectionHeaderBox: BoxBody {
  static let type: FourCC = "prhd"
  static let specification = SphericalVideo.specification

  var header = FullBoxHeader()
  /// 16.16 degrees.
  var poseYaw: Int32 = 0
  var posePitch: Int32 = 0
  var poseRoll: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(32, "pose_yaw_degrees", &poseYaw, as: .fixed(fraction: 16))
    try f.int(32, "pose_pitch_degrees", &posePitch, as: .fixed(fraction: 16))
    try f.int(32, "pose_roll_degrees", &poseRoll, as: .fixed(fraction: 16))
  }
}

/// The six sides of a cube.
struct CubemapProjectionBox: BoxBody {
  static let type: FourCC = "cbmp"
  static let specification = SphericalVideo.specification

  var header = FullBoxHeader()
  /// 0: two rows of three.
  var layout: UInt32 = 0
  /// Pixels around each side.
  var padding: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "layout", &layout)
    try f.uint(32, "padding", &padding)
  }
}

/// Meshes on which the picture is drawn.
struct MeshProjectionBox: BoxBody {
  static let type: FourCC = "mshp"
  static let specification = SphericalVideo.specification

  var header = FullBoxHeader()
  /// The checksum of the following bytes.
  var crc: UInt32 = 0
  /// `raw ` or `dfl8` (compressed).
  var encoding: FourCC = "raw "
  var meshes = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "crc", &crc, as: .hex)
    try f.fourCC("encoding_four_cc", &encoding)
    try f.bytes("meshes", &meshes, count: .toEnd)
  }
}

/// Audio from all directions, as spherical harmonics.
struct SpatialAudioBox: BoxBody {
  static let type: FourCC = "SA3D"
  static let specification = SphericalVideo.audio

  var version: UInt8 = 0
  /// Whether two further channels do not turn with the head.
  var hasHeadLockedStereo = false
  var ambisonicType: UInt8 = 0
  var ambisonicOrder: UInt32 = 1
  var ambisonicChannelOrdering: UInt8 = 0
  var ambisonicNormalization: UInt8 = 0
  /// The component in each channel of the track.
  var channelMap: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.flag("head_locked_stereo", &hasHeadLockedStereo)
    try f.uint(7, "ambisonic_type", &ambisonicType, as: .names([0: "periphonic"]))
    try f.uint(32, "ambisonic_order", &ambisonicOrder)
    try f.uint(8, "ambisonic_channel_ordering", &ambisonicChannelOrdering, as: .names([0: "ACN"]))
    try f.uint(8, "ambisonic_normalization", &ambisonicNormalization, as: .names([0: "SN3D"]))
    try f.list(32, "channel_map", &channelMap, count: .bits(32, "num_channels"))
  }
}

/// Audio without a direction.
struct NonDiegeticAudioBox: BoxBody {
  static let type: FourCC = "SAND"
  static let specification = SphericalVideo.audio

  var version: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
  }
}

/// Spherical video in its first version: XML.
public struct SphericalVideoXMLBox: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "Spherical Video RFC"

  public var xml = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("xml", &xml, count: .toEnd)
  }
}

/// How the picture is projected.
public struct ProjectionInformationBox: BoxBody {
  public static let type: FourCC = "prji"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  /// `rect`, `equi`, `hequ`, `fish`, `prim`.
  public var projectionKind: FourCC = "rect"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("projection_kind", &projectionKind)
  }
}

/// A projection without parameters: `rect`, `hequ`, `fish`, `prim`.
struct ProjectionKindBox: BoxBody {
  static let type: FourCC = "rect"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
  }
}

/// A sphere whose longitudes and latitudes are columns and rows.
struct EquirectangularProjectionBox: BoxBody {
  static let type: FourCC = "equi"
  static let specification = "\(SphericalVideo.specification), \(SpatialMedia.specification)"

  var header = FullBoxHeader()
  /// The hidden part of each side. Apple's box has none.
  var bounds: Bounds?

  /// 0.32 of the height and the width of the whole sphere.
  struct Bounds: FieldCodable {
    var top: UInt32 = 0
    var bottom: UInt32 = 0
    var left: UInt32 = 0
    var right: UInt32 = 0

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "projection_bounds_top", &top, as: .fixed(fraction: 32))
      try f.uint(32, "projection_bounds_bottom", &bottom, as: .fixed(fraction: 32))
      try f.uint(32, "projection_bounds_left", &left, as: .fixed(fraction: 32))
      try f.uint(32, "projection_bounds_right", &right, as: .fixed(fraction: 32))
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    if f.isDecoding { bounds = f.isAtEnd ? nil : Bounds() }
    try bounds?.fields(&f)
  }
}
