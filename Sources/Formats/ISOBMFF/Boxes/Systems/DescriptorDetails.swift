extension Descriptor {
  /// The fields of descriptors other than those of streams and decoders.
  public enum Details: Equatable, Sendable {
    /// Tags 1, 2, 16 and 17.
    case object(ObjectDescriptor)
    /// Tag 6.
    case synchronization(SLConfig)
    /// Tags 9, 14, 15, 20 and 67: one number.
    case number(DescriptorNumber)
    /// Tag 10.
    case protectionPointer(IPMPDescriptorPointer)
    /// Tag 12.
    case quality(QualityOfService)
    /// Tag 13.
    case registration(Registration)
    /// Tag 19.
    case profiles(ExtensionProfileLevel)

    /// Reads the details. Nil if `bytes` do not have the syntax of the tag.
    init?(_ bytes: Bytes, tag: UInt8) {
      var details: Details
      switch tag {
      case 1, 2, 16, 17: details = .object(ObjectDescriptor(isInitial: tag == 2 || tag == 16))
      case 6: details = .synchronization(SLConfig())
      case 9, 14, 15, 20, 0x43: details = .number(DescriptorNumber(tag: tag))
      case 10: details = .protectionPointer(IPMPDescriptorPointer())
      case 12: details = .quality(QualityOfService())
      case 13: details = .registration(Registration())
      case 19: details = .profiles(ExtensionProfileLevel())
      default: return nil
      }
      var trial = FieldCoder(decoding: bytes)
      guard (try? details.fields(&trial)) != nil else { return nil }
      // Descriptors of objects contain other descriptors; the others have to be read to their end.
      guard details.hasChildren || trial.isAtEnd else { return nil }
      self = details
    }

    var hasChildren: Bool {
      if case .object(let object) = self { !object.hasURL } else { false }
    }

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      switch self {
      case .object(var object):
        try object.fields(&f)
        self = .object(object)
      case .synchronization(var config):
        try config.fields(&f)
        self = .synchronization(config)
      case .number(var number):
        try number.fields(&f)
        self = .number(number)
      case .protectionPointer(var pointer):
        try pointer.fields(&f)
        self = .protectionPointer(pointer)
      case .quality(var quality):
        try quality.fields(&f)
        self = .quality(quality)
      case .registration(var registration):
        try registration.fields(&f)
        self = .registration(registration)
      case .profiles(var profiles):
        try profiles.fields(&f)
        self = .profiles(profiles)
      }
    }
  }
}

/// The streams of one object, or of the whole presentation (ISO/IEC 14496-1 §7.2.6.3, §7.2.6.4).
public struct ObjectDescriptor: Equatable, Sendable {
  /// Whether it is the first descriptor of a presentation, which states profiles
  /// (`InitialObjectDescriptor`).
  public let isInitial: Bool
  /// 10 bits.
  public var id: UInt16 = 1
  public var hasURL = false
  /// Whether streams may state profiles themselves. Like the profiles, only the initial descriptor has this field.
  public var includesInlineProfileLevel = false
  public var reserved: UInt8 = 0xFF
  public var url = Text("", form: .plain)
  /// 0xFE: no profile, 0xFF: none needed.
  public var odProfileLevel: UInt8 = 0xFF
  public var sceneProfileLevel: UInt8 = 0xFF
  public var audioProfileLevel: UInt8 = 0xFF
  public var visualProfileLevel: UInt8 = 0xFF
  public var graphicsProfileLevel: UInt8 = 0xFF

  init(isInitial: Bool) { self.isInitial = isInitial }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(10, "ObjectDescriptorID", &id)
    try f.flag("URL_Flag", &hasURL)
    if isInitial { try f.flag("includeInlineProfileLevelFlag", &includesInlineProfileLevel) }
    var bits = isInitial ? reserved & 0xF : reserved & 0x1F
    // All ones, as the standard requires (ISO/IEC 14496-1 §7.2.6.4).
    try f.uint(isInitial ? 4 : 5, "reserved", &bits)
    reserved = bits
    guard !hasURL else { return try f.text("URLstring", &url, count: .bits(8, "URLlength")) }
    guard isInitial else { return }
    try f.uint(8, "ODProfileLevelIndication", &odProfileLevel, as: .hex)
    try f.uint(8, "sceneProfileLevelIndication", &sceneProfileLevel, as: .hex)
    try f.uint(8, "audioProfileLevelIndication", &audioProfileLevel, as: .hex)
    try f.uint(8, "visualProfileLevelIndication", &visualProfileLevel, as: .hex)
    try f.uint(8, "graphicsProfileLevelIndication", &graphicsProfileLevel, as: .hex)
  }
}

/// The order and the timing of the packets of a stream (ISO/IEC 14496-1 §7.3.2.3).
public struct SLConfig: FieldCodable {
  /// 0: the fields state it; 2: as in MP4 files.
  public var predefined: UInt8 = 2
  public var custom: Custom?
  /// The bytes after values other than 0.
  public var rest = Bytes()

  /// The fields that exist if no predefined configuration is used.
  public struct Custom: FieldCodable {
    public var usesAccessUnitStart = false
    public var usesAccessUnitEnd = false
    public var usesRandomAccessPoint = false
    public var hasRandomAccessUnitsOnly = false
    public var usesPadding = false
    public var usesTimeStamps = true
    public var usesIdle = false
    public var hasDuration = false
    /// Units per second.
    public var timeStampResolution: UInt32 = 1000
    public var ocrResolution: UInt32 = 0
    /// Bits.
    public var timeStampLength: UInt8 = 32
    public var ocrLength: UInt8 = 0
    public var accessUnitLength: UInt8 = 0
    public var instantBitrateLength: UInt8 = 0
    public var degradationPriorityLength: UInt8 = 0
    public var accessUnitSequenceLength: UInt8 = 0
    public var packetSequenceLength: UInt8 = 0
    public var reserved: UInt8 = 3
    public var timeScale: UInt32 = 0
    public var accessUnitDuration: UInt16 = 0
    public var compositionUnitDuration: UInt16 = 0
    public var startDecodingTimeStamp: UInt64 = 0
    public var startCompositionTimeStamp: UInt64 = 0
    /// Bits to the end of a byte.
    public var padding: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("useAccessUnitStartFlag", &usesAccessUnitStart)
      try f.flag("useAccessUnitEndFlag", &usesAccessUnitEnd)
      try f.flag("useRandomAccessPointFlag", &usesRandomAccessPoint)
      try f.flag("hasRandomAccessUnitsOnlyFlag", &hasRandomAccessUnitsOnly)
      try f.flag("usePaddingFlag", &usesPadding)
      try f.flag("useTimeStampsFlag", &usesTimeStamps)
      try f.flag("useIdleFlag", &usesIdle)
      try f.flag("durationFlag", &hasDuration)
      try f.uint(32, "timeStampResolution", &timeStampResolution)
      try f.uint(32, "OCRResolution", &ocrResolution)
      try f.uint(8, "timeStampLength", &timeStampLength)
      try f.uint(8, "OCRLength", &ocrLength)
      try f.uint(8, "AU_Length", &accessUnitLength)
      try f.uint(8, "instantBitrateLength", &instantBitrateLength)
      try f.uint(4, "degradationPriorityLength", &degradationPriorityLength)
      try f.uint(5, "AU_seqNumLength", &accessUnitSequenceLength)
      try f.uint(5, "packetSeqNumLength", &packetSequenceLength)
      try f.uint(2, "reserved", &reserved, as: .hex)
      if hasDuration {
        try f.uint(32, "timeScale", &timeScale)
        try f.uint(16, "accessUnitDuration", &accessUnitDuration)
        try f.uint(16, "compositionUnitDuration", &compositionUnitDuration)
      }
      if !usesTimeStamps {
        try f.uint(Int(timeStampLength), "startDecodingTimeStamp", &startDecodingTimeStamp)
        try f.uint(Int(timeStampLength), "startCompositionTimeStamp", &startCompositionTimeStamp)
        let bits = -2 * Int(timeStampLength) & 7
        if bits > 0 { try f.uint(bits, "padding", &padding, as: .hex) }
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      8, "predefined", &predefined, as: .names([0: "custom", 1: "null SL packets", 2: "MP4 file"]))
    if f.isDecoding { custom = predefined == 0 ? Custom() : nil }
    try custom?.fields(&f)
    if custom == nil { try f.bytes("rest", &rest, count: .toEnd) }
  }
}

/// A descriptor that is one number.
public struct DescriptorNumber: Equatable, Sendable {
  /// The tag: the number of the descriptor's class.
  public let tag: UInt8
  public var value: UInt32 = 0

  init(tag: UInt8) { self.tag = tag }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    switch tag {
    case 9: try f.uint(16, "IPI_ES_Id", &value)
    case 14: try f.uint(32, "Track_ID", &value)
    case 15: try f.uint(16, "ref_index", &value)
    case 20: try f.uint(8, "profileLevelIndicationIndex", &value)
    default: try f.uint(24, "languageCode", &value, as: .hex)
    }
  }
}

/// Which protection a stream has (ISO/IEC 14496-1 §7.2.6.13).
public struct IPMPDescriptorPointer: FieldCodable {
  public var descriptorID: UInt8 = 1
  /// The ID of 16 bits; with an id of 0xFF.
  public var extendedID: UInt16 = 0
  public var esID: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "IPMP_DescriptorID", &descriptorID)
    if descriptorID == 0xFF {
      try f.uint(16, "IPMP_DescriptorIDEx", &extendedID)
      try f.uint(16, "IPMP_ES_ID", &esID)
    }
  }
}

/// The requirements of a stream for its transport (ISO/IEC 14496-1 §7.2.6.15).
public struct QualityOfService: FieldCodable {
  public var predefined: UInt8 = 1
  /// The tolerances for losses and delays; with a predefined value of 0.
  public var qualifiers = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "predefined", &predefined)
    try f.bytes("qualifiers", &qualifiers, count: .toEnd)
  }
}

/// The owner of private data that a stream has (ISO/IEC 14496-1 §7.2.6.16).
public struct Registration: FieldCodable {
  public var formatIdentifier: FourCC = "    "
  public var additionalInfo = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("formatIdentifier", &formatIdentifier)
    try f.bytes("additionalIdentificationInfo", &additionalInfo, count: .toEnd)
  }
}

/// Profiles and levels besides those of the initial object descriptor (ISO/IEC 14496-1 §7.2.6.19).
public struct ExtensionProfileLevel: FieldCodable {
  public var index: UInt8 = 0
  /// Object descriptors, scene, audio, visual, graphics, MPEG-J.
  public var levels: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "profileLevelIndicationIndex", &index)
    try f.list(8, "ProfileLevelIndication", &levels, count: .exactly(6), as: .hex)
  }
}

/// The names of the numbers in MPEG-4 systems.
public enum DescriptorNames {
  public static let tags: ValueNames = [
    1: "ObjectDescriptor", 2: "InitialObjectDescriptor", 3: "ES_Descriptor",
    4: "DecoderConfigDescriptor", 5: "DecoderSpecificInfo", 6: "SLConfigDescriptor",
    7: "ContentIdentificationDescriptor", 8: "SupplementaryContentIdentificationDescriptor",
    9: "IPI_DescrPointer", 10: "IPMP_DescriptorPointer", 11: "IPMP_Descriptor",
    12: "QoS_Descriptor", 13: "RegistrationDescriptor", 14: "ES_ID_Inc", 15: "ES_ID_Ref",
    16: "MP4_IOD", 17: "MP4_OD", 18: "IPL_DescrPointerRef",
    19: "ExtensionProfileLevelDescriptor", 20: "profileLevelIndicationIndexDescriptor",
    0x40: "ContentClassificationDescriptor", 0x41: "KeyWordDescriptor",
    0x42: "RatingDescriptor", 0x43: "LanguageDescriptor", 0x44: "ShortTextualDescriptor",
    0x45: "ExpandedTextualDescriptor", 0x46: "ContentCreatorNameDescriptor",
    0x47: "ContentCreationDateDescriptor", 0x48: "OCICreatorNameDescriptor",
    0x49: "OCICreationDateDescriptor", 0x4A: "SmpteCameraPositionDescriptor",
    0x4B: "SegmentDescriptor", 0x4C: "MediaTimeDescriptor", 0x60: "IPMP_ToolListDescriptor",
    0x61: "IPMP_Tool", 0x64: "ExtendedSLConfigDescriptor",
  ]

  /// `streamType`
  public static let streamTypes: ValueNames = [
    1: "object descriptors", 2: "clock references", 3: "scene", 4: "visual", 5: "audio",
    6: "MPEG-7", 7: "IPMP", 8: "content information", 9: "MPEG-J", 10: "interaction",
    11: "IPMP tools", 12: "fonts", 13: "text",
  ]

  /// `objectTypeIndication`
  public static let objectTypes: ValueNames = [
    0x01: "systems, 14496-1", 0x02: "systems, 14496-1 version 2", 0x03: "interaction",
    0x04: "extended BIFS", 0x05: "AFX", 0x06: "fonts", 0x07: "synthesised texture", 0x08: "text",
    0x09: "LASeR", 0x0A: "SAF", 0x20: "MPEG-4 visual", 0x21: "H.264",
    0x22: "parameter sets of H.264", 0x23: "H.265", 0x40: "MPEG-4 audio",
    0x60: "MPEG-2 video, simple", 0x61: "MPEG-2 video, main", 0x62: "MPEG-2 video, SNR",
    0x63: "MPEG-2 video, spatial", 0x64: "MPEG-2 video, high", 0x65: "MPEG-2 video, 4:2:2",
    0x66: "MPEG-2 AAC, main", 0x67: "MPEG-2 AAC, low complexity",
    0x68: "MPEG-2 AAC, scalable sampling rate", 0x69: "MPEG-2 audio", 0x6A: "MPEG-1 video",
    0x6B: "MPEG-1 audio", 0x6C: "JPEG", 0x6D: "PNG", 0x6E: "JPEG 2000", 0xA0: "EVRC",
    0xA1: "SMV", 0xA2: "3GPP2 compact multimedia", 0xA3: "VC-1", 0xA4: "Dirac", 0xA5: "AC-3",
    0xA6: "E-AC-3", 0xA7: "DRA", 0xA8: "G.719", 0xA9: "DTS core",
    0xAA: "DTS core and extension", 0xAB: "DTS-HD, lossless only", 0xAC: "DTS-HD, low rate only",
    0xAD: "Opus", 0xAE: "AC-4", 0xAF: "Auro-Cx 3D", 0xB0: "RealVideo 11", 0xB1: "VP9",
    0xB2: "DTS-UHD profile 2", 0xB3: "DTS-UHD profile 3", 0xE1: "13K voice", 0xFF: "not stated",
  ]
}
