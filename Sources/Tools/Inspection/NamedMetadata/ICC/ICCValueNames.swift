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
