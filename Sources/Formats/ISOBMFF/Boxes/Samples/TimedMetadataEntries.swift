/// Metadata of ITU-T T.35 for the pictures of another track, as AndroidX Media3 writes it.
struct T35MetadataSampleEntry: BoxContainer {
  static let type: FourCC = "it35"
  static let specification = "ITU-T T.35 (AndroidX Media3)"

  var dataReferenceIndex: UInt16 = 1
  /// The bytes with which each message would begin: the country, the provider, and the provider's code.
  var identifier = Bytes()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.bytes("t35_identifier", &identifier, count: .bits(8, "t35_identifier_length"))
    try f.boxes(&children)
  }
}

/// Rectangles in the frames of another track; samples have their positions.
struct CartesianCoordinates2DSampleEntry: BoxContainer {
  static let type: FourCC = "2dcc"
  static let specification = "ISO/IEC 23001-10"

  var dataReferenceIndex: UInt16 = 1
  /// The size of the picture to which the coordinates refer.
  var referenceWidth: UInt16 = 0
  var referenceHeight: UInt16 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "reference_width", &referenceWidth)
    try f.uint(16, "reference_height", &referenceHeight)
    try f.boxes(&children)
  }
}

/// The viewpoint from which a player starts; samples state others.
struct InitialViewpointSampleEntry: BoxContainer {
  static let type: FourCC = "invp"
  static let specification = "ISO/IEC 23090-2"

  var dataReferenceIndex: UInt16 = 1
  /// The group of entities that is the viewpoint.
  var idOfInitialViewpoint: UInt32 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(32, "id_of_initial_viewpoint", &idOfInitialViewpoint)
    try f.boxes(&children)
  }
}

/// A viewpoint that moves: what stays the same in all its samples.
struct DynamicViewpointSampleEntry: BoxBody {
  static let type: FourCC = "dyvp"
  static let specification = "ISO/IEC 23090-2"

  var dataReferenceIndex: UInt16 = 1
  /// Where the viewpoint is; nil if only samples state it.
  var position: Point?
  /// How its coordinates are rotated; nil if samples state it.
  var rotation: Angles?
  /// Whether samples can state other groups of viewpoints.
  var changesGroup = false
  /// Where it is on the earth; nil if samples state it.
  var location: Location?
  /// Where its coordinates point on the earth; nil if samples state it.
  var direction: Angles?
  /// Whether samples state to which viewpoints a viewer can go.
  var changesSwitching = true
  /// The viewpoints to which a viewer can go, if samples do not state them.
  var switching = Bytes()

  /// A position in space.
  struct Point: Equatable, Sendable {
    var x: Int32 = 0
    var y: Int32 = 0
    var z: Int32 = 0
  }

  /// Angles around the three axes.
  struct Angles: Equatable, Sendable {
    var yaw: Int32 = 0
    var pitch: Int32 = 0
    var roll: Int32 = 0
  }

  /// A location on the earth.
  struct Location: Equatable, Sendable {
    var longitude: Int32 = 0
    var latitude: Int32 = 0
    var altitude: Int32 = 0
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct AudioRenderingIndicationBox: BoxBody {
  static let type: FourCC = "ardi"
  static let specification = "ISO/IEC 14496-12 §8.18"

  var header = FullBoxHeader()
  var indication: UInt8 = 0

  /// ETSI EN 300 468, table 110.
  static let indications: ValueNames = [
    0: "no preference", 1: "stereo", 2: "loudspeakers in a plane",
    3: "loudspeakers in three dimensions",
    4: "rendered for headphones",
  ]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "audio_rendering_indication", &indication, as: .names(Self.indications))
  }
}
