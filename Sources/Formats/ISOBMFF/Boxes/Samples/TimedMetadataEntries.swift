/// Metadata of ITU-T T.35 for the pictures of another track, as AndroidX Media3 writes it.
public struct T35MetadataSampleEntry: BoxContainer {
  public static let type: FourCC = "it35"
  public static let specification = "ITU-T T.35 (AndroidX Media3)"

  public var dataReferenceIndex: UInt16 = 1
  /// The bytes with which each message would begin: the country, the provider, and the provider's code.
  public var identifier = Bytes()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.bytes("t35_identifier", &identifier, count: .bits(8, "t35_identifier_length"))
    try f.boxes(&children)
  }
}

/// Rectangles in the frames of another track; samples have their positions.
public struct CartesianCoordinates2DSampleEntry: BoxContainer {
  public static let type: FourCC = "2dcc"
  public static let specification = "ISO/IEC 23001-10"

  public var dataReferenceIndex: UInt16 = 1
  /// The size of the picture to which the coordinates refer.
  public var referenceWidth: UInt16 = 0
  public var referenceHeight: UInt16 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "reference_width", &referenceWidth)
    try f.uint(16, "reference_height", &referenceHeight)
    try f.boxes(&children)
  }
}

/// The viewpoint from which a player starts; samples state others.
public struct InitialViewpointSampleEntry: BoxContainer {
  public static let type: FourCC = "invp"
  public static let specification = "ISO/IEC 23090-2"

  public var dataReferenceIndex: UInt16 = 1
  /// The group of entities that is the viewpoint.
  public var idOfInitialViewpoint: UInt32 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(32, "id_of_initial_viewpoint", &idOfInitialViewpoint)
    try f.boxes(&children)
  }
}

/// A viewpoint that moves: what stays the same in all its samples.
public struct DynamicViewpointSampleEntry: BoxBody {
  public static let type: FourCC = "dyvp"
  public static let specification = "ISO/IEC 23090-2"

  public var dataReferenceIndex: UInt16 = 1
  /// Where the viewpoint is; nil if only samples state it.
  public var position: Point?
  /// How its coordinates are rotated; nil if samples state it.
  public var rotation: Angles?
  /// Whether samples can state other groups of viewpoints.
  public var changesGroup = false
  /// Where it is on the earth; nil if samples state it.
  public var location: Location?
  /// Where its coordinates point on the earth; nil if samples state it.
  public var direction: Angles?
  /// Whether samples state to which viewpoints a viewer can go.
  public var changesSwitching = true
  /// The viewpoints to which a viewer can go, if samples do not state them.
  public var switching = Bytes()

  /// A position in space.
  public struct Point: Equatable, Sendable {
    public var x: Int32 = 0
    public var y: Int32 = 0
    public var z: Int32 = 0
  }

  /// Angles around the three axes.
  public struct Angles: Equatable, Sendable {
    public var yaw: Int32 = 0
    public var pitch: Int32 = 0
    public var roll: Int32 = 0
  }

  /// A location on the earth.
  public struct Location: Equatable, Sendable {
    public var longitude: Int32 = 0
    public var latitude: Int32 = 0
    public var altitude: Int32 = 0
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    var hasPosition = position != nil
    try f.flag("vwpt_pos_flag", &hasPosition)
    var changesRotation = rotation == nil
    try f.flag("dynamic_gcs_rotation_flag", &changesRotation)
    try f.flag("dynamic_vwpt_group_flag", &changesGroup)
    var changesLocation = location == nil
    try f.flag("dynamic_vwpt_gps_flag", &changesLocation)
    var changesDirection = direction == nil
    try f.flag("dynamic_vwpt_geomagnetic_info_flag", &changesDirection)
    try f.flag("dynamic_vwpt_switch_flag", &changesSwitching)
    try f.reserved(2)
    try f.optional(&position, if: hasPosition, or: Point()) {
      (point, f) throws(FieldError) in
      try f.int(32, "viewpoint_pos_x", &point.x)
      try f.int(32, "viewpoint_pos_y", &point.y)
      try f.int(32, "viewpoint_pos_z", &point.z)
    }
    try f.optional(&rotation, if: !changesRotation, or: Angles()) {
      (angles, f) throws(FieldError) in
      try f.int(32, "viewpoint_gcs_yaw", &angles.yaw)
      try f.int(32, "viewpoint_gcs_pitch", &angles.pitch)
      try f.int(32, "viewpoint_gcs_roll", &angles.roll)
    }
    try f.optional(&location, if: !changesLocation, or: Location()) {
      (location, f) throws(FieldError) in
      try f.int(32, "viewpoint_gpspos_longitude", &location.longitude)
      try f.int(32, "viewpoint_gpspos_latitude", &location.latitude)
      try f.int(32, "viewpoint_gpspos_altitude", &location.altitude)
    }
    try f.optional(&direction, if: !changesDirection, or: Angles()) {
      (angles, f) throws(FieldError) in
      try f.int(32, "viewpoint_geomagnetic_yaw", &angles.yaw)
      try f.int(32, "viewpoint_geomagnetic_pitch", &angles.pitch)
      try f.int(32, "viewpoint_geomagnetic_roll", &angles.roll)
    }
    try f.bytes("ViewpointSwitchingListStruct", &switching, count: .toEnd)
  }
}

/// The loudspeakers for which audio was mixed.
public struct AudioRenderingIndicationBox: BoxBody {
  public static let type: FourCC = "ardi"
  public static let specification = "ISO/IEC 14496-12 §8.18"

  public var header = FullBoxHeader()
  public var indication: UInt8 = 0

  /// ETSI EN 300 468, table 110.
  static let indications: ValueNames = [
    0: "no preference", 1: "stereo", 2: "loudspeakers in a plane",
    3: "loudspeakers in three dimensions",
    4: "rendered for headphones",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "audio_rendering_indication", &indication, as: .names(Self.indications))
  }
}
