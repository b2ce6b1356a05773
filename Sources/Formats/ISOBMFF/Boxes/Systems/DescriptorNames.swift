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
