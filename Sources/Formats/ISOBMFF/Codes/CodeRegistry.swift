public import FieldCoding

/// The lists of four-character codes that the registration authority of ISO/IEC 14496-12 keeps.
///
/// They name the types that we do not decode.
public enum CodeRegistry: String, CaseIterable, Sendable {
  /// Boxes, boxes of `udta`, and item properties in `ipco`.
  case boxes, userData, itemProperties
  /// Brands of `ftyp`.
  case brands
  /// Sample entries of `stsd`, grouping types of `sgpd`, schemes of `schm`, and boxes of `dref`.
  case sampleEntries, sampleGroups, schemes, dataReferences
  /// Item types of `infe`, boxes of `iref` and `grpl`, and colour types of `colr`.
  case itemTypes, itemReferences, entityGroups, colourTypes
  /// Handler types of `hdlr`, boxes of `tref` and `trgr`, and attributes of `tsel`.
  case handlers, trackReferences, trackGroups, trackSelection

  /// A code of a registry.
  public struct Code: Equatable, Sendable {
    /// The four characters.
    public var code: FourCC
    /// The name, as the authority lists it.
    public var name: String
    /// The family of specifications, in the authority's short form: `NALu Video`.
    public var specification: String
  }

  /// The registered entry of `code`.
  public subscript(code: FourCC) -> Code? { Self.codes[self]?[code] }

  /// All codes of this registry, sorted.
  public var codes: [Code] {
    (Self.codes[self] ?? [:]).values.sorted { $0.code.rawValue < $1.code.rawValue }
  }

  /// Parsed once, when a name is first asked for.
  private static let codes: [CodeRegistry: [FourCC: Code]] = Dictionary(
    uniqueKeysWithValues: allCases.map { registry in
      let codes = registry.table.split(separator: "\n").compactMap { Code(line: $0) }
      return (registry, Dictionary(codes.map { ($0.code, $0) }) { first, _ in first })
    })

  private var table: String {
    switch self {
    case .boxes: Self.boxesTable
    case .userData: Self.userDataTable
    case .itemProperties: Self.itemPropertiesTable
    case .brands: Self.brandsTable
    case .sampleEntries: Self.sampleEntriesTable
    case .sampleGroups: Self.sampleGroupsTable
    case .schemes: Self.schemesTable
    case .dataReferences: Self.dataReferencesTable
    case .itemTypes: Self.itemTypesTable
    case .itemReferences: Self.itemReferencesTable
    case .entityGroups: Self.entityGroupsTable
    case .colourTypes: Self.colourTypesTable
    case .handlers: Self.handlersTable
    case .trackReferences: Self.trackReferencesTable
    case .trackGroups: Self.trackGroupsTable
    case .trackSelection: Self.trackSelectionTable
    }
  }
}

extension CodeRegistry.Code {
  /// `code name | specification`
  fileprivate init?(line: Substring) {
    guard let code = FourCC(line.prefix(4)) else { return nil }
    self.code = code
    let rest = line.dropFirst(5)
    // The name may have a bar in it.
    let bar = rest.lastIndex(of: "|") ?? rest.endIndex
    name = String(rest[..<bar].dropLast())
    specification = String(rest[bar...].dropFirst(2))
  }
}

extension CodeRegistry {
  static let itemTypesTable = """
    Exif EXIF item | HEIF
    auvd Auxiliary Video descriptor | ISO
    av01 AVIF image item | AVIF
    avc1 AVC image item | HEIF
    evc1 EVC image item | HEIF
    grid Image item grid derivation | HEIF
    hvc1 HEVC image item | HEIF
    hvt1 HEVC tile image item | HEIF
    iden Image item identity derivation | HEIF
    iovl Image item overlay derivation | HEIF
    it35 T.35 Item | ISO
    j2k1 Contiguous Codestream box as specified in Rec | J2KHEIF
    jpeg JPEG image item | HEIF
    jxs1 Images coded to the JPEG-XS coding format | JPXS
    lhv1 Layered HEVC image item | HEIF
    mime Item identified by a MIME type | ISO
    mint Data integrity item | HEIF
    mski Mask item | HEIF
    nnr1 NNR Item that carries a bitstream conforming to ISO/IEC 15398-17 | NALu Video
    rgan Region item | HEIF
    unci Uncompressed Image Item | UNCV
    vvc1 VVC image item | HEIF
    """

  static let itemReferencesTable = """
    auxl Auxiliary image item reference | HEIF
    base Pre-derived image item base reference | HEIF
    cdsc Item describes referenced item | HEIF
    dimg Derived image item reference | HEIF
    dpnd Item coding dependency reference | HEIF
    eroi Region reference | HEIF
    evir EVC slice reference | HEIF
    exbl Scalable image item reference | HEIF
    fdel File delivery reference | ISO
    font Font item reference | ISO
    iloc Item data location | ISO
    mask Region mask reference | HEIF
    mint Data integrity reference | HEIF
    pred Predictively coded item reference | HEIF
    prem Pre-Multiplied item | MIAF
    sato sample transform: input pixels combined by arithmetic | AVIF
    tbas HEVC Tile track base item reference | HEIF
    thmb Thumbnail image item reference | HEIF
    """

  static let entityGroupsTable = """
    acgl group of VVC subpicture tracks with common properties | NALu Video
    aebr Auto exposure bracketing entity group | HEIF
    afbr Flash exposure information entity group | HEIF
    albc Album Collection entity group | HEIF
    altr alternative entity grouping | ISO
    amgl group of VVC subpicture tracks with different properties | NALu Video
    brst Burst image entity group | HEIF
    dobr Depth of field bracketing entity group | HEIF
    eply playout entity grouping | V3C-SYS
    eqiv equivalent entity grouping | HEIF
    favc Favorites Collection entity group | HEIF
    fobr Focus bracketing exposure bracketing | HEIF
    iaug Image item with an audio track | HEIF
    opeg VVC operating points | NALu Video
    oval Grouping of overlays that are alternatives for switching | OMAF
    ovbg Grouping of overlays and background visual media | OMAF
    pano Panorama entity group | HEIF
    prsl Preselection grouping | ISO
    slid Slideshow entity group | HEIF
    ster Stereo entity grouping | HEIF
    swpc Object switch alternatives grouping | V3C-SYS
    swtk VVC switchable tracks | NALu Video
    tsyn Time-synchronized capture entity group | HEIF
    vipo Viewpoint entity grouping | OMAF
    vvcb VVC bitstream | NALu Video
    wbbr White balance bracketing entity group | HEIF
    """

  static let colourTypesTable = """
    nclx Normal color information | ISO
    prof Full ICC color profile | ISO
    rICC Restricted ICC color profile | ISO
    """

  static let handlersTable = """
    3gsd 3GPP Scene Description | 3GPP
    GRAP Subtitle Graphics | Sony
    ID32 ID3 version 2 meta-data handler (meta box) | id3v2
    MPEG QuickTime MPEG track handler | Apple
    auxv Auxiliary video | ISO
    avmd Avid Metadata | Avid
    clcp Closed Caption | Apple
    cpad CPCM Auxiliary Metadata | DVB
    crsm ClockReferenceStream | MP4v2
    dmbd DVB Mandatory Metadata | DVB
    dtva TV-Anytime Metadata, according to DVB specifications | DVB
    dvmd withdrawn, unused, do not use (was Dolby Vision Metadata) | Deprecated
    fdsm Font | ISO
    gesm General MPEG-4 systems streams (without specific handler) | see (1) below
    hapt Haptics | ISO
    hint Hint | ISO
    hpix Hipix Rich Picture Format | Hipix
    ipdc DVB IPDC ESG Metadata | DVB
    ipsm IPMP Stream | MP4v2
    m7sm MPEG7Stream | MP4v2
    meta Metadata | ISO
    mjsm MPEG-J Stream | MP4v2
    mp21 MPEG-21 Digital item | MPEG-21
    mp7b MPEG-7 (binary meta-data) | ISO
    mp7t MPEG-7 (textual meta-data) | ISO
    mpd  MPD contained in a metabox | 3GPP
    mpdl MPD link contained in a metabox | 3GPP
    musi QuickTime Music track handler | Apple
    nnet Neural network handler | NALu Video
    nrtm Non-Real Time Metadata (XAVC Format) | Sony
    null No handling required (meta-data) | ISO
    ocsm ObjectContentInfoStream | MP4v2
    odsm ObjectDescriptorStream | MP4v2
    pict Image Item and Image sequences | HEIF
    qd3d QuickTime QuickDraw 3D ttrack handler | Apple
    sbtl QuickTime Subtitle track handler | Apple
    sdsm SceneDescriptionStream | MP4v2
    skmm Key Management Messages | DVB
    smhr Samsung Video Metadata Handler | Samsung
    soun Audio | ISO
    sprt QuickTime Sprite track handler | Apple
    strm QuickTime Streaming track handler | Apple
    subt Subtitles | ISO
    text Text | 3GPP
    tmcd Timecode | Apple
    twen QuickTime Tween track handler | Apple
    uri  URI identified metadata | DVB
    vide Video | ISO
    volv Volumetric visual media | ISO
    """

  static let trackReferencesTable = """
    adda Additional audio track | ISO
    adrc DRC metadata track | ISO
    aest associated external stream track | ISO
    auxl Auxiliary track reference | ISO
    avcp AVC parameter set stream link | NALu Video
    cdep Structural Dependency | QT
    cdsc this track describes the referenced track | ISO
    cdtg this track describes the referenced tracks and track groups collectively | OMAF
    chap Chapter or scene list. Usually references a text track | QT
    deps track containing the depth view | NALu Video
    dpnd this track has an MPEG-4 dependency on the referenced track | MP4v2
    evcr EVC slice base track | NALu Video
    font this track uses fonts carried/defined in the referenced track | ISO
    hind Hint dependency | ISO
    hint links hint track to original media track | ISO
    ipir this track contains IPI declarations for the referenced track | MP4v2
    lyra Audio layer track dependency | DTS
    mixn used in indicating combinations | NALu Video
    mpod this track is an OD track | MP4v2
    oref track that contains an 'oref' sample group | NALu Video
    recr VVC track from which a part is extracted | NALu Video
    rndr Rendering-related metadata | Apple
    sabt HEVC Tile Track | NALu Video
    sbas Scalable base | NALu Video
    scal Scalable extraction | NALu Video
    scpt Transcript. Usually references a text track | QT
    shsc reference to a shadow sync sample track | OMAF
    ssrc Nonprimary source | QT
    subp VVC subpicture tracks of a picture | NALu Video
    subt subtitle or timed text or overlay graphical information | ISO
    supm supplementary video, for picture in picture | NALu Video
    swfr AVC Switch from | NALu Video
    swto AVC Switch to | NALu Video
    sync this track uses the referenced track as its synchronization source | MP4v2
    tbas HEVC Tile track base | NALu Video
    thmb Thumbnail track reference | ISO
    tmcd Time code. Usually references a time code track | Apple
    v3cs V3C atlas track | V3C-SYS
    v3ct V3C atlas tile track | V3C-SYS
    v3va V3C attribute video track | V3C-SYS
    v3vg V3C geometry video track | V3C-SYS
    v3vo V3C occupancy video track | V3C-SYS
    vdep Auxiliary video depth | ISO
    vplx Auxiliary video parallax | ISO
    vref reference to a track that contains a 'vopi' sample group for VVC video | NALu Video
    vreg reference to a VVC operating point entity group | NALu Video
    vvcN the referenced track is a non video coding layer track of VVC | NALu Video
    """

  static let trackGroupsTable = """
    2dsr two dimensional spatial relationship track grouping | OMAF
    alte alternative extraction source track grouping | NALu Video
    cstg complete subset track grouping | NALu Video
    msrc multi-source presentation track grouping | ISO
    potg playout track grouping | V3C-SYS
    scvg Component video track group | UNCV
    snut a group of VVC subpicture tracks | NALu Video
    ster stereo pair track grouping | ISO
    stvg Tile video track group | UNCV
    vtcg V3C atlas tile component track grouping | V3C-SYS
    """

  static let trackSelectionTable = """
    bitr Track differs in bitrate | ISO
    bwas Track differs by bandwidth | 3GPP
    cdec Track differs by codec type in the Sample Entry | ISO
    cgsc The track can be coarse-grain scaled | ISO
    fgsc The track can be fine-grain scaled | ISO
    frar Track differs in frame rate | ISO
    lang Track differs in language | 3GPP
    mela Track differs in language | ISO
    mpsz Track differs in the maximum RTP Packet size | ISO
    mtyp Track differs in media type (handler type) | ISO
    nvws Number of views in the sub track | ISO
    resc The track can be region-of-interest scaled | ISO
    scsz Track differs in width and/or height | ISO
    spsc The track can be spatially scaled | ISO
    swtk tracks that can be switched between | NALu Video
    tesc The track can be temporally scaled | ISO
    tile The sub-track is spatial part or tile of the track | NALu Video
    vwsc Sub-track can be scaled in terms of number of views | ISO
    """
}
