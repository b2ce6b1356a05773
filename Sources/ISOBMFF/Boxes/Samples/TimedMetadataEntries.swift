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

/// Places of rectangles in the pictures of another track; samples state them.
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

/// The loudspeakers for which sound was mixed.
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
