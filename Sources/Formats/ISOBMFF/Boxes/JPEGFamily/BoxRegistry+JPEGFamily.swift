import Metadata

extension BoxRegistry {
  static let jpegFamily: [BoxDefinition] = [
    .box(JPEGSignatureBox.self, .optional(in: .file)),
    .box(
      "JXL ", "JPEGXLSignatureBox", "ISO/IEC 18181-2 §9", JPEGSignatureBox.self,
      .optional(in: .file)),
    .box(
      "JXS ", "JPEGXSSignatureBox", "ISO/IEC 21122-3 §A.5", JPEGSignatureBox.self,
      .optional(in: .file)),
    .box(JP2HeaderBox.self, .optional(in: .file, .visualSampleEntry)),
    .box(
      "jpch", "CodestreamHeaderBox", "ISO/IEC 15444-2 Annex M", JP2HeaderBox.self,
      .any(in: .file)),
    .box(
      "jplh", "CompositingLayerHeaderBox", "ISO/IEC 15444-2 Annex M", JP2HeaderBox.self,
      .any(in: .file)),
    .box(
      "j2kH", "J2KHeaderInfoProperty", "ISO/IEC 15444-16", JP2HeaderBox.self,
      .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(JPEG2000LayersProperty.self, .any(in: "ipco")),
    .box(MJP2SubsamplingBox.self, .optional(in: .visualSampleEntry)),
    .box(MJP2OriginalFormatBox.self, .optional(in: .visualSampleEntry)),
    .box(MJP2ProfileBox.self, .optional(in: .visualSampleEntry)),
    .box(MJP2PrefixBox.self, .optional(in: .visualSampleEntry)),
    .data(
      "jp2c", "ContiguousCodestreamBox", "ISO/IEC 15444-1 §I.5.4", holds: .jpeg2000,
      .any(in: .file)),
    .data(
      "jp2i", "IntellectualPropertyBox", "ISO/IEC 15444-1 §I.6",
      because: "its form is not stated", .optional(in: .file)),
    .box(ReaderRequirementsBox.self, .optional(in: .file)),
    .container("uinf", "UUIDInfoBox", "ISO/IEC 15444-1 §I.7.3", .any(in: .file)),
    .box(UUIDListBox.self, .optional(in: "uinf")),
    .box(JPEGXLLevelBox.self, .optional(in: .file)),
    .data(
      "jxlc", "JPEGXLCodestreamBox", "ISO/IEC 18181-2 §9", holds: .jpegXL, .optional(in: .file)),
    .data("Exif", "ExifBox", "ISO/IEC 18181-2 §9", holds: .exifItem, .any(in: .file)),
    .box(JPEGXLPartialCodestreamBox.self, .any(in: .file)),
    .box(JPEGXLFrameIndexBox.self, .optional(in: .file)),
    .data(
      "jbrd", "JPEGBitstreamReconstructionDataBox", "ISO/IEC 18181-2 §9",
      because: "it is a part of a codestream", .optional(in: .file)),
    .box(BrotliCompressedBox.self, .any(in: .file)),
    .container(
      "jpvs", "JPEGXSVideoSupportBox", "ISO/IEC 21122-3 §A.5.3",
      .optional(in: .file, .visualSampleEntry)),
    .box(JPEGXSVideoInformationBox.self, .optional(in: "jpvs", .visualSampleEntry)),
    .box(JPEGXSProfileBox.self, .optional(in: "jpvs", .visualSampleEntry)),
    .data(
      "jxsH", "JPEGXSCodestreamHeaderBox", "ISO/IEC 21122-3 §B.3.3",
      because: "it holds the header of a JPEG XS codestream",
      .optional(in: .visualSampleEntry, "ipco")),
  ]

  /// The boxes of `jp2h` and similar containers.
  static let jpeg2000: [BoxDefinition] = [
    .box(JP2ImageHeaderBox.self, .one(in: "jp2h"), .optional(in: "jpch")),
    .box(BitsPerComponentBox.self, .optional(in: "jp2h", "jpch")),
    .box(JP2ColourSpecificationBox.self, .some(in: "jp2h"), .any(in: "cgrp")),
    .box(PaletteBox.self, .optional(in: "jp2h", "jpch", "j2kH")),
    .box(ComponentMappingBox.self, .optional(in: "jp2h", "jpch", "j2kH")),
    .box(ChannelDefinitionBox.self, .optional(in: "jp2h", "jplh", "j2kH")),
    .box(
      "res ", "ResolutionBox", "ISO/IEC 15444-1 §I.5.3.7", JP2HeaderBox.self,
      .optional(in: "jp2h", "jplh")),
    .box(JP2ResolutionBox.self, .optional(in: "res ")),
    .box(
      "resd", "JP2ResolutionBox", JP2ResolutionBox.specification, JP2ResolutionBox.self,
      .optional(in: "res ")),
    .box(
      "cgrp", "ColourGroupBox", "ISO/IEC 15444-2 Annex M", JP2HeaderBox.self,
      .optional(in: "jplh")),
    .box(JPXLabelBox.self, .optional(in: "jpch", "jplh")),
  ]
}
