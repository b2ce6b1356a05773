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
}
