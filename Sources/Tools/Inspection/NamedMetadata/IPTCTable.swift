internal import FieldCoding
internal import Metadata

/// Datasets of the IPTC's Information Interchange Model (IIM 4.2 §5, §6) and of its digital newsphoto
/// parameter record.
enum IPTCTable {
  enum Form { case text, number, date, time, bytes }

  struct Entry {
    var name: String
    var form = Form.text
    /// Whether it may be repeated: its values are one list.
    var isList = false
    var writing: MetadataValueForm?

    init(
      _ name: String, _ form: Form = .text, isList: Bool = false,
      _ writing: MetadataValueForm? = nil
    ) {
      self.name = name
      self.form = form
      self.isList = isList
      self.writing = writing
    }
  }

  static let records: [Int: [Int: Entry]] = [1: envelope, 2: application, 3: newsPhoto]

  private static let envelope: [Int: Entry] = [
    0: Entry("EnvelopeRecordVersion", .number), 5: Entry("Destination", isList: true),
    20: Entry("FileFormat", .number, .names(fileFormats)), 22: Entry("FileVersion", .number),
    30: Entry("ServiceIdentifier"), 40: Entry("EnvelopeNumber"),
    50: Entry("ProductID", isList: true), 60: Entry("EnvelopePriority", .text, .names(urgency)),
    70: Entry("DateSent", .date), 80: Entry("TimeSent", .time), 90: Entry("CodedCharacterSet"),
    100: Entry("UniqueObjectName"), 120: Entry("ARMIdentifier", .number),
    122: Entry("ARMVersion", .number),
  ]

  private static let application: [Int: Entry] = [
    0: Entry("ApplicationRecordVersion", .number), 3: Entry("ObjectTypeReference"),
    4: Entry("ObjectAttributeReference", isList: true), 5: Entry("ObjectName"),
    7: Entry("EditStatus"), 8: Entry("EditorialUpdate", .text, .names([1: "Additional language"])),
    10: Entry("Urgency", .text, .names(urgency)), 12: Entry("SubjectReference", isList: true),
    15: Entry("Category"), 20: Entry("SupplementalCategories", isList: true),
    22: Entry("FixtureIdentifier"), 25: Entry("Keywords", isList: true),
    26: Entry("ContentLocationCode", isList: true), 27: Entry("ContentLocationName", isList: true),
    30: Entry("ReleaseDate", .date), 35: Entry("ReleaseTime", .time),
    37: Entry("ExpirationDate", .date), 38: Entry("ExpirationTime", .time),
    40: Entry("SpecialInstructions"),
    42: Entry(
      "ActionAdvised", .text,
      .names([1: "Object Kill", 2: "Object Replace", 3: "Object Append", 4: "Object Reference"])),
    45: Entry("ReferenceService", isList: true), 47: Entry("ReferenceDate", .date, isList: true),
    50: Entry("ReferenceNumber", isList: true), 55: Entry("DateCreated", .date),
    60: Entry("TimeCreated", .time), 62: Entry("DigitalCreationDate", .date),
    63: Entry("DigitalCreationTime", .time), 65: Entry("OriginatingProgram"),
    70: Entry("ProgramVersion"),
    75: Entry(
      "ObjectCycle", .text,
      .letters(["A": "Morning", "P": "Evening", "B": "Both Morning and Evening"])),
    80: Entry("By-line", isList: true), 85: Entry("By-lineTitle", isList: true),
    90: Entry("City"), 92: Entry("Sub-location"), 95: Entry("Province-State"),
    100: Entry("Country-PrimaryLocationCode"), 101: Entry("Country-PrimaryLocationName"),
    103: Entry("OriginalTransmissionReference"), 105: Entry("Headline"), 110: Entry("Credit"),
    115: Entry("Source"), 116: Entry("CopyrightNotice"), 118: Entry("Contact", isList: true),
    120: Entry("Caption-Abstract"), 121: Entry("LocalCaption"),
    122: Entry("Writer-Editor", isList: true), 125: Entry("RasterizedCaption", .bytes),
    130: Entry("ImageType"),
    131: Entry(
      "ImageOrientation", .text, .letters(["L": "Landscape", "P": "Portrait", "S": "Square"])),
    135: Entry("LanguageIdentifier"), 150: Entry("AudioType", .text, .letters(audio)),
    151: Entry("AudioSamplingRate"), 152: Entry("AudioSamplingResolution"),
    153: Entry("AudioDuration"), 154: Entry("AudioOutcue"), 184: Entry("JobID"),
    185: Entry("MasterDocumentID"), 186: Entry("ShortDocumentID"), 187: Entry("UniqueDocumentID"),
    188: Entry("OwnerID"), 200: Entry("ObjectPreviewFileFormat", .number, .names(fileFormats)),
    201: Entry("ObjectPreviewFileVersion", .number), 202: Entry("ObjectPreviewData", .bytes),
    221: Entry("Prefs", .text, .photoMechanic), 225: Entry("ClassifyState"),
    228: Entry("SimilarityIndex"), 230: Entry("DocumentNotes"), 231: Entry("DocumentHistory"),
    232: Entry("ExifCameraInfo"), 255: Entry("CatalogSets", isList: true),
  ]

  private static let newsPhoto: [Int: Entry] = [
    0: Entry("NewsPhotoVersion", .number), 10: Entry("IPTCPictureNumber"),
    20: Entry("IPTCImageWidth", .number), 30: Entry("IPTCImageHeight", .number),
    40: Entry("IPTCPixelWidth", .number), 50: Entry("IPTCPixelHeight", .number),
    55: Entry(
      "SupplementalType", .number,
      .names([
        0: "Main Image", 1: "Reduced Resolution Image", 2: "Logo", 3: "Rasterized Caption",
      ])),
    60: Entry("ColorRepresentation", .number, .names(representations)),
    64: Entry(
      "InterchangeColorSpace", .number,
      .names([
        1: "X,Y,Z CIE", 2: "RGB SMPTE", 3: "Y,U,V (K) (D65)", 4: "RGB Device Dependent",
        5: "CMY (K) Device Dependent", 6: "Lab (K) CIE", 7: "YCbCr", 8: "sRGB",
      ])),
    65: Entry("ColorSequence", .number), 84: Entry("NumIndexEntries", .number),
    86: Entry("IPTCBitsPerSample", .number), 90: Entry("SampleStructure", .number, .names(samples)),
    100: Entry("ScanningDirection", .number, .names(directions)),
    102: Entry("IPTCImageRotation", .number, .names([0: "0", 1: "90", 2: "180", 3: "270"])),
    110: Entry("DataCompressionMethod", .number),
    120: Entry(
      "QuantizationMethod", .number,
      .names([
        0: "Linear Reflectance/Transmittance", 1: "Linear Density", 2: "IPTC Ref B",
        3: "Linear Dot Percent", 4: "AP Domestic Analogue", 5: "Compression Method Specific",
        6: "Color Space Specific", 7: "Gamma Compensated",
      ])),
    130: Entry("ExcursionTolerance", .number, .names([0: "Not Allowed", 1: "Allowed"])),
    135: Entry("BitsPerComponent", .number), 140: Entry("MaximumDensityRange", .number),
    145: Entry("GammaCompensatedValue", .number),
  ]

  static let urgency = [
    0: "0 (reserved)", 1: "1 (most urgent)", 2: "2", 3: "3", 4: "4", 5: "5 (normal urgency)",
    6: "6", 7: "7", 8: "8 (least urgent)", 9: "9 (user-defined priority)",
  ]

  private static let representations: [Int: String] = {
    var names = [0: "No Image, Single Frame", 256: "Monochrome, Single Frame"]
    let kinds = [
      "Single Frame", "Frame Sequential in Multiple Objects", "Frame Sequential in One Object",
      "Line Sequential", "Pixel Sequential", "Special Interleaving",
    ]
    for (index, kind) in kinds.enumerated() {
      names[0x300 + index] = "3 Components, " + kind
      names[0x400 + index] = "4 Components, " + kind
    }
    return names
  }()

  /// The first is spelt as it became usual.
  private static let samples = [
    0: "OrthogonalConstangSampling", 1: "Orthogonal4-2-2Sampling", 2: "CompressionDependent",
  ]

  private static let directions = [
    0: "L-R, Top-Bottom", 1: "R-L, Top-Bottom", 2: "L-R, Bottom-Top", 3: "R-L, Bottom-Top",
    4: "Top-Bottom, L-R", 5: "Bottom-Top, L-R", 6: "Top-Bottom, R-L", 7: "Bottom-Top, R-L",
  ]

  private static let audio: [String: String] = {
    let kinds = [
      "A": "Actuality", "C": "Question and Answer Session", "M": "Music",
      "Q": "Response to a Question", "R": "Raw Sound", "S": "Scener", "V": "Voicer", "W": "Wrap",
    ]
    var names = ["0T": "Text Only"]
    for (letter, kind) in kinds {
      names["1" + letter] = "Mono " + kind
      names["2" + letter] = "Stereo " + kind
    }
    return names
  }()

  /// IIM 4.2 appendix A.
  private static let fileFormats = [
    0: "No ObjectData", 1: "IPTC-NAA Digital Newsphoto Parameter Record",
    2: "IPTC7901 Recommended Message Format",
    3: "Tagged Image File Format (Adobe/Aldus Image data)", 4: "Illustrator (Adobe Graphics data)",
    5: "AppleSingle (Apple Computer Inc)", 6: "NAA 89-3 (ANPA 1312)", 7: "MacBinary II",
    8: "IPTC Unstructured Character Oriented File Format (UCOFF)",
    9: "United Press International ANPA 1312 variant",
    10: "United Press International Down-Load Message", 11: "JPEG File Interchange (JFIF)",
    12: "Photo-CD Image-Pac (Eastman Kodak)", 13: "Bit Mapped Graphics File [.BMP] (Microsoft)",
    14: "Digital Audio File [.WAV] (Microsoft & Creative Labs)",
    15: "Audio plus Moving Video [.AVI] (Microsoft)",
    16: "PC DOS/Windows Executable Files [.COM][.EXE]",
    17: "Compressed Binary File [.ZIP] (PKWare Inc)",
    18: "Audio Interchange File Format AIFF (Apple Computer Inc)",
    19: "RIFF Wave (Microsoft Corporation)", 20: "Freehand (Macromedia/Aldus)",
    21: "Hypertext Markup Language [.HTML] (The Internet Society)",
    22: "MPEG 2 Audio Layer 2 (Musicom), ISO/IEC", 23: "MPEG 2 Audio Layer 3, ISO/IEC",
    24: "Portable Document File [.PDF] Adobe", 25: "News Industry Text Format (NITF)",
    26: "Tape Archive [.TAR]", 27: "Tidningarnas Telegrambyra NITF version (TTNITF DTD)",
    28: "Ritzaus Bureau NITF version (RBNITF DTD)", 29: "Corel Draw [.CDR]",
  ]
}

/// The tags of IPTC metadata: in a JPEG's APP13 segments, in Exif, in a box.
struct IPTCTags {
  private(set) var tags: [MetadataTag] = []

  /// - Parameter number: which structure of the file it is; the group of the second is `IPTC2`.
  init(_ bytes: Bytes, number: Int = 1) {
    let group = number > 1 ? "IPTC\(number)" : "IPTC"
    let records = IPTCRecords(bytes)
    var indices: [String: Int] = [:]
    for dataset in records.datasets {
      guard let entry = IPTCTable.records[dataset.record]?[dataset.number] else { continue }
      let value = IPTCTags.value(of: dataset, entry, in: records)
      if entry.isList, let index = indices[entry.name] {
        tags[index].value += ", " + value
      } else {
        indices[entry.name] = tags.count
        tags.append(MetadataTag(group, entry.name, value))
      }
    }
  }

  private static func value(
    of dataset: IPTCRecords.Dataset, _ entry: IPTCTable.Entry, in records: IPTCRecords
  ) -> String {
    if dataset.record == 1, dataset.number == 90, records.isUTF8 { return "UTF8" }
    switch entry.form {
    case .bytes: return bytesAsText(dataset.data.count)
    case .number:
      let number = dataset.data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      return entry.writing?.written("\(number)") ?? "\(number)"
    case .text:
      let text = records.text(dataset)
      return entry.writing?.written(text) ?? text
    case .date: return date(records.text(dataset))
    case .time:
      let text = records.text(dataset)
      return IPTCRecords.time(text) ?? text
    }
  }

  /// `2019:12:16` of `20191216`, and of `2019-12-16`, which some programs write.
  private static func date(_ text: String) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.map(\.count) == [4, 2, 2] ? parts.joined() : text
    guard digits.count == 8, digits.allSatisfy(\.isNumber) else { return text }
    return "\(digits.prefix(4)):\(digits.dropFirst(4).prefix(2)):\(digits.suffix(2))"
  }
}
