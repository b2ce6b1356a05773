internal import FieldCoding
internal import Metadata

/// The tags of a colour profile (ICC.1:2022 §7 to §10).
struct ICCTags {
  private let profile: Bytes
  /// The suffix that distinguishes a further profile of the file from the first: `2`.
  private let suffix: String
  private(set) var tags: [MetadataTag] = []
  /// The number of bytes of texts that may still be shown, because tags may share bytes. A byte of the profile becomes
  /// at most two.
  private var left: Int
  /// Real profiles have up to forty tags.
  private static let limit = 256

  init(_ profile: Bytes, number: Int) {
    self.profile = profile
    left = profile.count * 2
    suffix = number > 1 ? "\(number)" : ""
    guard profile.count >= 128 else { return }
    addHeader()
    addTags()
  }

  private mutating func add(_ group: String, _ name: String, _ value: String) {
    tags.append(MetadataTag(group + suffix, name, value))
  }

  private func number(_ offset: Int, _ size: Int = 4, in bytes: Bytes? = nil) -> Int? {
    let bytes = bytes ?? profile
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes.part(offset..<offset + size).map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Four characters, without zero bytes at their end.
  private func signature(_ offset: Int, in bytes: Bytes? = nil) -> String {
    let bytes = (bytes ?? profile).part(offset..<offset + 4).map { Array($0) } ?? []
    return String(
      String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
  }

  private static func maker(_ signature: String) -> String {
    signature.trimmed.isEmpty
      ? "" : ICCValueNames.makers[signature] ?? "Unknown (\(signature))"
  }

  /// Numbers with 16 bits before the point and 16 bits after it, written with five decimals.
  private func numbers(_ count: Int, at offset: Int, in bytes: Bytes, isSigned: Bool = true)
    -> String
  {
    (0..<count).compactMap { index in
      number(offset + index * 4, in: bytes).map { bits in
        let value = Double(isSigned ? Int(Int32(truncatingIfNeeded: bits)) : bits) / 65536
        return ((value * 1e5 + (value < 0 ? -0.5 : 0.5)).rounded(.towardZero) / 1e5).significant()
      }
    }.joined(separator: " ")
  }

  private func date(_ offset: Int, in bytes: Bytes) -> String? {
    let parts = (0..<6).compactMap { number(offset + $0 * 2, 2, in: bytes) }
    guard parts.count == 6 else { return nil }
    let year = zeroPadded(parts[0], to: 4)
    return
      "\(year):\(two(parts[1])):\(two(parts[2])) \(two(parts[3])):\(two(parts[4])):\(two(parts[5]))"
  }

  private mutating func addHeader() {
    func add(_ name: String, _ value: String?) {
      if let value { self.add("ICC-header", name, value) }
    }
    add("ProfileCMMType", ICCTags.maker(signature(4)))
    add("ProfileVersion", "\(profile[8]).\(profile[9] >> 4).\(profile[9] & 15)")
    let kind = signature(12)
    add("ProfileClass", ICCValueNames.classes[kind] ?? "Unknown (\(kind))")
    add("ColorSpaceData", signature(16))
    add("ProfileConnectionSpace", signature(20))
    add("ProfileDateTime", date(24, in: profile))
    add("ProfileFileSignature", signature(36))
    let platform = signature(40)
    add(
      "PrimaryPlatform",
      ICCValueNames.platforms[platform.uppercased()] ?? "Unknown (\(platform.trimmed))")
    if let flags = number(44) {
      add(
        "CMMFlags",
        (flags & 1 == 1 ? "Embedded, " : "Not Embedded, ")
          + (flags & 2 == 2 ? "Not Independent" : "Independent"))
    }
    add("DeviceManufacturer", ICCTags.maker(signature(48)))
    add("DeviceModel", signature(52))
    if let attributes = number(60) {
      let names = [
        ("Transparency", "Reflective"), ("Matte", "Glossy"), ("Negative", "Positive"),
        ("B&W", "Color"),
      ]
      add(
        "DeviceAttributes",
        names.enumerated().map { attributes >> $0 & 1 == 1 ? $1.0 : $1.1 }.joined(separator: ", "))
    }
    if let intent = number(64) {
      add("RenderingIntent", ICCValueNames.intents[intent] ?? "Unknown (\(intent))")
    }
    add("ConnectionSpaceIlluminant", numbers(3, at: 68, in: profile))
    add("ProfileCreator", ICCTags.maker(signature(80)))
    if let id = profile.part(84..<100) {
      add("ProfileID", id.allSatisfy { $0 == 0 } ? "0" : hexadecimal(id))
    }
  }

  private mutating func addTags() {
    for tag in ICCProfile(profile)?.tags ?? [] where tag.data.count >= 8 {
      let (signature, data) = (String(tag.signature.latin1.prefix { $0 != "\0" }), tag.data)
      switch signature {
      case "chrm": addChromaticity(data)
      case "meas": addMeasurement(data)
      case "view": addViewing(data)
      case "clrt": addColourants(data)
      case "meta": addDictionary(data)
      default:
        guard let name = ICCValueNames.name(of: signature) else { continue }
        for (suffix, text) in texts(of: data, named: signature) {
          left -= text.utf8.count
          guard left >= 0 else { return }
          add("ICC_Profile", name + suffix, text)
        }
      }
    }
  }

  /// The value of a tag as text; of texts in several languages, all.
  private func texts(of data: Bytes, named tag: String) -> [(suffix: String, text: String)] {
    switch signature(0, in: data) {
    case "text":
      return [("", Text.decoded(Array(data.dropFirst(8).prefix { $0 != 0 })))]
    case "desc":
      guard let length = number(8, in: data), length <= data.count - 12,
        let text = data.part(12..<12 + length)
      else { return [] }
      return [("", Text.decoded(Array(text.prefix { $0 != 0 })))]
    case "mluc": return languages(data)
    // The flag says whether they are letters.
    case "data" where number(8, in: data) == 0:
      return [("", Text.decoded(Array(data.dropFirst(12).prefix { $0 != 0 })))]
    case "XYZ " where data.count <= 1 << 12:
      return [("", numbers((data.count - 8) / 12 * 3, at: 8, in: data))]
    case "sf32" where data.count <= 1 << 12:
      return [("", numbers((data.count - 8) / 4, at: 8, in: data))]
    case "sig ":
      let value = signature(8, in: data)
      return [("", (tag == "tech" ? ICCValueNames.technologies[value] : nil) ?? value)]
    case "dtim": return date(8, in: data).map { [("", $0)] } ?? []
    default: return [("", bytesAsText(data.count))]
    }
  }

  private func languages(_ data: Bytes) -> [(suffix: String, text: String)] {
    guard let count = number(8, in: data), let size = number(12, in: data), size >= 12 else {
      return []
    }
    var texts: [(String, String)] = []
    // Apple's profiles have one text for all languages. Hostile ones could have a long text many times.
    let most = max(data.count, 1 << 16)
    var bytes = 0
    for index in 0..<min(count, 128) {
      let record = 16 + index * size
      guard let length = number(record + 4, in: data), let start = number(record + 8, in: data),
        start <= data.count, length <= data.count - start,
        let text = data.part(start..<start + length), bytes + length <= most
      else { break }
      bytes += length
      let language = signature(record, in: data)
      let code = language.prefix(2) + (language.count == 4 ? "-" + language.dropFirst(2) : "")
      texts.append(
        (["", "en", "en-US"].contains(code) ? "" : "-" + code, ExifText.utf16(text, .big)))
    }
    return texts
  }

  private mutating func addChromaticity(_ data: Bytes) {
    guard let count = number(8, 2, in: data), let colourant = number(10, 2, in: data) else {
      return
    }
    add("ICC-chrm", "ChromaticityChannels", "\(count)")
    add(
      "ICC-chrm", "ChromaticityColorant",
      ICCValueNames.colourants[colourant] ?? "Unknown (\(colourant))"
    )
    for index in 0..<min(count, 4) where data.count >= 20 + index * 8 {
      add(
        "ICC-chrm", "ChromaticityChannel\(index + 1)",
        numbers(2, at: 12 + index * 8, in: data, isSigned: false))
    }
  }

  private mutating func addMeasurement(_ data: Bytes) {
    func word(_ offset: Int, _ names: [Int: String]) -> String {
      number(offset, in: data).map { names[$0] ?? "Unknown (\($0))" } ?? ""
    }
    add("ICC-meas", "MeasurementObserver", word(8, ICCValueNames.observers))
    add("ICC-meas", "MeasurementBacking", numbers(3, at: 12, in: data))
    add("ICC-meas", "MeasurementGeometry", word(24, ICCValueNames.geometries))
    if let flare = Double(numbers(1, at: 28, in: data)) {
      add("ICC-meas", "MeasurementFlare", (flare * 100).significant() + "%")
    }
    add("ICC-meas", "MeasurementIlluminant", word(32, ICCValueNames.illuminants))
  }

  /// The colours of a device by their names (ICC.1:2022 §10.5).
  private mutating func addColourants(_ data: Bytes) {
    guard let count = number(8, in: data) else { return }
    add("ICC-clrt", "ColorantCount", "\(count)")
    for index in 0..<min(count, 16) {
      let start = 12 + index * 38
      guard let name = data.part(start..<min(start + 32, data.count)), name.count == 32 else {
        return
      }
      add("ICC-clrt", "Colorant\(index + 1)Name", Text.decoded(Array(name.prefix { $0 != 0 })))
      let coordinates = (0..<3).compactMap { number(start + 32 + $0 * 2, 2, in: data) }
      add(
        "ICC-clrt", "Colorant\(index + 1)Coordinates",
        coordinates.map { "\($0)" }.joined(separator: " "))
    }
  }

  /// Names with values (ICC.1:2022 §10.9).
  private mutating func addDictionary(_ data: Bytes) {
    guard let count = number(8, in: data), let size = number(12, in: data), size >= 16 else {
      return
    }
    for index in 0..<min(count, ICCTags.limit) {
      let record = 16 + index * size
      let parts = [0, 8].compactMap { field -> String? in
        guard let start = number(record + field, in: data),
          let length = number(record + field + 4, in: data), start <= data.count,
          length <= data.count - start, let text = data.part(start..<start + length)
        else { return nil }
        return ExifText.utf16(text, .big)
      }
      left -= parts.reduce(0) { $0 + $1.utf8.count }
      guard parts.count == 2, !parts[0].isEmpty, left >= 0 else { return }
      let name = parts[0].filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      add("ICC-meta", name.prefix(1).uppercased() + name.dropFirst(), parts[1])
    }
  }

  private mutating func addViewing(_ data: Bytes) {
    add("ICC-view", "ViewingCondIlluminant", numbers(3, at: 8, in: data))
    add("ICC-view", "ViewingCondSurround", numbers(3, at: 20, in: data))
    if let kind = number(32, in: data) {
      add(
        "ICC-view", "ViewingCondIlluminantType",
        ICCValueNames.illuminants[kind] ?? "Unknown (\(kind))")
    }
  }
}

extension String {
  /// Without spaces at its end.
  var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// The meaning of signatures and numbers of colour profiles (ICC.1:2022 §7.2, the ICC's registry).
enum ICCValueNames {
  static let classes = [
    "scnr": "Input Device Profile", "mntr": "Display Device Profile",
    "prtr": "Output Device Profile", "link": "DeviceLink Profile",
    "spac": "ColorSpace Conversion Profile", "abst": "Abstract Profile",
    "nmcl": "NamedColor Profile", "nkpf": "Nikon Input Device Profile (NON-STANDARD!)",
    "cenc": "ColorEncodingSpace Profile", "mid ": "MultiplexIdentification Profile",
    "mlnk": "MultiplexLink Profile", "mvis": "MultiplexVisualization Profile",
  ]
  static let platforms = [
    "APPL": "Apple Computer Inc.", "MSFT": "Microsoft Corporation", "SGI ": "Silicon Graphics Inc.",
    "SUNW": "Sun Microsystems Inc.", "TGNT": "Taligent Inc.",
  ]
  static let intents = [
    0: "Perceptual", 1: "Media-Relative Colorimetric", 2: "Saturation",
    3: "ICC-Absolute Colorimetric",
  ]
  /// Makers of cameras, screens, printers and programs, by the signatures that the ICC registered
  /// for them, whose letters are capital or small.
  static let makers = [
    "ACER": "Acer Peripherals", "ADBE": "Adobe Systems Inc.", "AGFA": "Agfa Graphics N.V.",
    "AOC ": "AOC International (U.S.A), Ltd.", "APPL": "Apple Computer Inc.",
    "BRCO": "Barco NV", "BROT": "Brother Industries, LTD",
    "CANO": "Canon, Inc. (Canon Development Americas, Inc.)", "CASI": "Casio Computer Co., Ltd.",
    "CVIS": "ColorVision", "DELL": "Dell Computer Corporation", "EPSO": "Epson",
    "ESKO": "Esko-Graphics", "Eizo": "EIZO NANAO CORPORATION", "FF  ": "Fuji Photo Film Co.,LTD",
    "FFEI": "FujiFilm Electronic Imaging, Ltd.", "FP  ": "Fujitsu", "FUJI": "Fujitsu",
    "FX  ": "Fuji Xerox Co., Ltd.", "GMB ": "Gretagmacbeth", "GMG ": "GMG GmbH & Co. KG",
    "GOOG": "Google", "GTMB": "Gretagmacbeth", "GW2K": "Sony Corporation",
    "HDM ": "Heidelberger Druckmaschinen AG", "HITA": "Hitachi America, Ltd.",
    "HP  ": "Hewlett-Packard", "HTC ": "Hitachi, Ltd.", "HiTi": "HiTi Digital, Inc.",
    "IBM ": "IBM Corporation", "IEC ": "Hewlett-Packard", "IIYA": "Iiyama North America, Inc.",
    "INTC": "Intel Corporation", "JPEG": "Joint Photographic Experts Group",
    "JVC ": "JVC Information Products Co.", "KMHD": "Konica Minolta Holdings, Inc.",
    "KNCA": "Konica Corporation", "KODA": "Kodak", "KYOC": "Kyocera", "LCAG": "Leica Camera AG",
    "LEXM": "Lexmark International, Inc.", "LINO": "Linotronic", "Leaf": "Leaf",
    "Lino": "Linotronic", "MINO": "Minolta", "MITS": "Mitsubishi Electronics America, Inc.",
    "MNLT": "Minolta", "MONS": "Monaco Systems Inc.", "MSFT": "Microsoft Corporation",
    "NANA": "NANAO USA Corporation", "NEC ": "NEC Corporation", "NKON": "Nikon Corporation",
    "NONE": "none", "OCE ": "Oce Technologies B.V.", "OKI ": "Oki", "OKID": "Okidata",
    "OLYM": "OLYMPUS OPTICAL CO., LTD", "PANA": "Matsushita Electric Industrial Co., Ltd.",
    "PANT": "Pantone, Inc.", "PHIL": "Philips Consumer Electronics Co.",
    "PNTX": "HOYA Corporation PENTAX Imaging Systems Division", "POne": "Phase One A/S",
    "RDG ": "Roland DG Corporation", "RICO": "Ricoh Corporation", "SAMS": "Samsung, Inc.",
    "SEC ": "SAMSUNG ELECTRONICS CO.,LTD", "SHAR": "Sharp Laboratories",
    "SICC": "International Color Consortium", "SONY": "SONY Corporation", "SPCL": "SpectraCal",
    "Sony": "Sony Corporation", "TEKT": "Tektronix, Inc.", "TOSB": "TOSHIBA corp.",
    "TOSH": "Toshiba, Inc.", "VIEW": "Viewsonic", "VIVO": "Vivo Mobile Communication Co., Ltd",
    "XERX": "Xerox Corporation", "XRIT": "X-Rite", "appl": "Apple Computer Inc.",
    "bICC": "basICColor GmbH", "ffei": "FujiFilm Electronic Imaging, Ltd.", "lcms": "Little CMS",
    "lino": "Linotronic", "none": "none",
  ]
  static let technologies = [
    "fscn": "Film Scanner", "dcam": "Digital Camera", "rscn": "Reflective Scanner",
    "ijet": "Ink Jet Printer", "twax": "Thermal Wax Printer", "epho": "Electrophotographic Printer",
    "esta": "Electrostatic Printer", "dsub": "Dye Sublimation Printer",
    "rpho": "Photographic Paper Printer", "fprn": "Film Writer", "vidm": "Video Monitor",
    "vidc": "Video Camera", "pjtv": "Projection Television", "CRT ": "Cathode Ray Tube Display",
    "PMD ": "Passive Matrix Display", "AMD ": "Active Matrix Display", "KPCD": "Photo CD",
    "imgs": "Photo Image Setter", "grav": "Gravure", "offs": "Offset Lithography",
    "silk": "Silkscreen", "flex": "Flexography", "mpfs": "Motion Picture Film Scanner",
    "mpfr": "Motion Picture Film Recorder", "dmpc": "Digital Motion Picture Camera",
    "dcpj": "Digital Cinema Projector",
  ]
  static let colourants = [
    0: "Unknown", 1: "ITU-R BT.709", 2: "SMPTE RP145-1994", 3: "EBU Tech.3213-E", 4: "P22",
  ]
  static let observers = [1: "CIE 1931", 2: "CIE 1964"]
  static let geometries = [0: "Unknown", 1: "0/45 or 45/0", 2: "0/d or d/0"]
  static let illuminants = [
    1: "D50", 2: "D65", 3: "D93", 4: "F2", 5: "D55", 6: "A", 7: "Equi-Power (E)", 8: "F8",
  ]
  /// The name of a tag; nil for one that no specification has.
  static func name(of tag: String) -> String? { tags[tag] ?? directional[tag] }

  /// Transforms by direction, and of surfaces (ICC.2:2019 §9.2): `bAB0` is `BRDFAToB0`.
  private static let directional: [String: String] = {
    var names: [String: String] = [:]
    for (letter, kind) in [("b", "BRDF"), ("d", "Directional")] {
      for (code, name) in [("AB", "AToB"), ("BA", "BToA"), ("BD", "BToD"), ("DB", "DToB")] {
        for number in 0..<4 { names["\(letter)\(code)\(number)"] = "\(kind)\(name)\(number)" }
      }
    }
    for number in 0..<4 {
      names["bMB\(number)"] = "BRDFMToB\(number)"
      names["bMS\(number)"] = "BRDFMToS\(number)"
      names["bcp\(number)"] = "BRDFColorimetricParam\(number)"
      names["bsp\(number)"] = "BRDFSpectralParam\(number)"
      names["M2B\(number)"] = "MToB\(number)"
      names["M2S\(number)"] = "MToS\(number)"
      names["gdb\(number)"] = "GamutBoundaryDescription\(number)"
      names["psd\(number)"] = "PostScript2CRD\(number)"
    }
    return names
  }()

  /// The tags of a profile (ICC.1:2022 §9.2, ICC.1:1998-09 §6.4, ICC.2:2019 §9.2).
  private static let tags = [
    "A2B3": "AToB3", "A2M0": "AToM0", "B2A3": "BToA3", "CxF ": "CXF", "M2A0": "MToA0",
    "MS00": "WCSProfiles", "bfd ": "UCRBG", "c2sp": "CustomToStandardPcc",
    "cept": "ColorEncodingParams", "clio": "ColorantInfoOut", "cloo": "ColorantOrderOut",
    "clot": "ColorantTableOut", "crdi": "CRDInfo", "csnm": "ColorSpaceName",
    "devs": "DeviceSettings", "fpce": "FocalPlaneColorimetryEstimates",
    "mcta": "MultiplexTypeArray", "mdv ": "MultiplexDefaultValues",
    "miin": "MeasurementInputInfo", "minf": "MeasurementInfo", "ncol": "NamedColor",
    "nmcl": "NamedColor", "ps2i": "PS2RenderingIntent", "ps2s": "PostScript2CSA",
    "psid": "ProfileSequenceIdentifier", "psin": "ProfileSequenceInfo", "psvm": "PS2CRDVMSize",
    "rfnm": "ReferenceName", "rhoc": "ReflectionHardcopyOrigColorimetry",
    "rpoc": "ReflectionPrintOutputColorimetry", "s2cp": "StandardToCustomPcc",
    "sape": "SceneAppearanceEstimates", "scoe": "SceneColorimetryEstimates",
    "scrd": "ScreeningDesc", "scrn": "Screening", "smap": "SurfaceMap",
    "svcn": "SpectralViewingConditions", "swpt": "SpectralWhitePoint",
    "A2B0": "AToB0", "A2B1": "AToB1", "A2B2": "AToB2", "B2A0": "BToA0", "B2A1": "BToA1",
    "B2A2": "BToA2", "B2D0": "BToD0", "B2D1": "BToD1", "B2D2": "BToD2", "B2D3": "BToD3",
    "D2B0": "DToB0", "D2B1": "DToB1", "D2B2": "DToB2", "D2B3": "DToB3",
    "bTRC": "BlueTRC", "bXYZ": "BlueMatrixColumn", "bkpt": "MediaBlackPoint",
    "calt": "CalibrationDateTime", "chad": "ChromaticAdaptation",
    "ciis": "ColorimetricIntentImageState",
    "clro": "ColorantOrder", "clrt": "ColorantTable", "cprt": "ProfileCopyright",
    "desc": "ProfileDescription", "dmdd": "DeviceModelDesc", "dmnd": "DeviceMfgDesc",
    "dscm": "ProfileDescriptionML", "gTRC": "GreenTRC", "gXYZ": "GreenMatrixColumn",
    "gamt": "Gamut", "kTRC": "GrayTRC", "lumi": "Luminance", "meta": "Metadata",
    "mmod": "MakeAndModel", "ncl2": "NamedColor2", "ndin": "NativeDisplayInfo", "pre0": "Preview0",
    "pre1": "Preview1",
    "pre2": "Preview2", "pseq": "ProfileSequenceDesc", "rTRC": "RedTRC",
    "rXYZ": "RedMatrixColumn", "resp": "OutputResponse", "rig0": "PerceptualRenderingIntentGamut",
    "rig2": "SaturationRenderingIntentGamut", "targ": "CharTarget", "tech": "Technology",
    "vcgt": "VideoCardGamma", "vued": "ViewingCondDesc", "wtpt": "MediaWhitePoint",
    "cicp": "ColorimetricCodePoints",
  ]
}
