extension CodeRegistry {
  static let boxesTable = """
    !mof Compressed movie fragment | ISO
    !mov Compressed movie | ISO
    !six Compressed segment index | ISO
    !ssx Compressed subsegment index | ISO
    2dqr 2D region quality ranking | OMAF
    2dss spatial relationship 2D source | OMAF
    3dpr MVDDepthResolutionBox | NALu Video
    3gau extra information in a hint sample specific to the SRTP format | 3GPP
    3sib MVD Scalability Information SEI Message Box | NALu Video
    6vpC Viewport Configuration | V3C-SYS
    CoLL Content Light Level Box | VPxx
    Exif Exif Metadata | JPXS
    ID32 ID3 version 2 container | id3v2
    JXL  JPEG XL Signature | JPEG XL
    JXS  JPEG XS Signature | JPXS
    SmDm Mastering Display Metadata Box | VPxx
    UITS Unique Identifier Technology Solution | Universal Music Group
    a3dC A3DConfigurationBox | NALu Video
    acxd Decoder-specific info for Auro-Cx audio | Auro
    aedb audio element description | ISO
    aelm audio element box | ISO
    aepp audio element positioning interactivity polar box | ISO
    aepr audio element prominence interactivity box | ISO
    aesb audio element selection box | ISO
    aesd audio element selection description box | ISO
    ainf Asset information to identify, license and play | DECE
    albm Album title and track number (user-data) | 3GPP
    almo Alpha mode (straight vs premultiplied alpha) signaling | Apple
    amve Ambient viewing environment | ISO
    apvC APV Codec Configuration Box | OpenAPV
    ardi audio rendering indication | ISO
    assp alternative startup sequence properties | ISO
    auth Media author name (user-data) | 3GPP
    auxi Auxiliary track type information | HEIF
    av1C AOM Video Codec Configuration | AV1-ISOBMFF
    avcC AVC Configuration | NALu Video
    avcn AVC NAL Unit Storage Box | DECE
    bidx Box Index | ISO-Partial
    bloc Base location and purchase location for license acquisition | DECE
    bmdm Buffer Model Description | JPXS
    bpcc Bits per component | JPEG2000
    brob Brotli-compressed box | JPEG XL
    btrt Bit-rate information | ISO
    buff Buffering information | NALu Video
    bxml binary XML container | ISO
    ccid OMA DRM Content ID | OMA DRM 2.1
    cclv Content colour volume | ISO
    ccst Coding constraints box | HEIF
    cdef type and ordering of the components within the codestream | JPEG2000
    chnl Channel layout | ISO
    cinf complete track information | ISO
    clap Clean aperture | ISO
    clev Component Reference Level | UNCV
    clip Reserved | ISO
    clli Content Light Level | ISO
    cloc Chroma Location | UNCV
    clsf Media classification (user-data) | 3GPP
    cmap mapping between a palette and codestream components | JPEG2000
    cmpd Component Definition | UNCV
    co64 64-bit chunk offset | ISO
    coif composition information | OMAF
    coin Content Information Box | DECE
    colr specifies the colourspace of the image | JPEG2000
    covi coverage information | OMAF
    cpal Component Palette Configuration | UNCV
    cpat Component Pattern Definition | UNCV
    cprt copyright etc. (user-data) | ISO
    crgn Reserved | ISO
    crhd reserved for ClockReferenceStream header | MP4v2
    csch compatible scheme type for restricted schemes | ISO
    csgm Compact sample to group used in QuickTime File Format | QT
    csgp compact sample to group | ISO
    cslg composition to decode timeline mapping | ISO
    cstb corrected wall clock start time | ONVIF
    ctab Reserved | ISO
    ctim inner CueTimeBox in the VTTCueBox | ISO-Text
    ctts (composition) time to sample | ISO
    cuvv HDR Vivid Configuration | UWA
    cvru OMA DRM Cover URI | OMA DRM 2.1
    d263 codec-specific box in and owned by a specific sample entry | 3GPP
    dac3 Decoder specific info for AC-3 audio | ETSI AC-3
    dac4 Decoder specific info for AC-4 audio | ETSI AC-4
    damr odec-specific box in and owned by a specific sample entry | 3GPP
    dawp codec-specific box in and owned by a specific sample entry | 3GPP
    dca3 Decoder configuration for AVS3-P3 Codec | T-AI-109.7
    dcfD Marlin DCF Duration, user-data atom type | OMArlin
    dec3 Decoder specific info for Enhanced AC-3 audio | ETSI AC-3
    dfLa Free Lossless Audio Codec (FLAC) specific data | FLAC
    dhec Default HEVC extractor constructor box | NALu Video
    dihd Data Integrity Hash | ISO-Partial
    dimm hintimmediateBytesSent | ISO
    dinf data information box, container | ISO
    dint Data Integrity | ISO-Partial
    disi Disparity Information | UNCV
    dmax hintlongestpacket | ISO
    dmed hintmediaBytesSent | ISO
    dmix Downmix instructions | ISO
    dmlp Decoder specific info for MLP audio | Dolby MLP
    dmon Mastering Display Metadata | JPXS
    dref data reference box, declares source(s) of media data in track | ISO
    drep hintrepeatedBytesSent | ISO
    dsgd DVB Sample Group Description Box | DVB
    dstg DVB Sample to Group Box | DVB
    dvcC Dolby Vision Configuration | Dolby Vision
    dvvC Dolby Vision Extended Configuration | Dolby Vision
    dvwC Dolby Vision Extended Configuration 2 | Dolby Vision
    ecam Extrinsic camera parameters | NALu Video
    edts edit list container | ISO
    elng Extended Language Tag | ISO
    elst an edit list | ISO
    emsg event message | DASH
    esds Elementary stream descriptor | MP4v2
    etyp extended type and type combination | ISO
    evcC EVC configuration | NALu Video
    evsC Configuration for EVC slice component track | NALu Video
    evti Event information | ATSC 3.0 A337
    extr hint extra data | ISO
    fdel File delivery information (item info extension) | ISO
    fdpa FD packet | ISO
    fdsa FD sample | ISO
    feci FEC Informatiom | ISO
    fecr FEC Reservoir | ISO
    fidx Box File Index | ISO-Partial
    fiel Field Coding | MJ2
    fiin FD Item Information | ISO
    fire File Reservoir | ISO
    fovd fisheye omnidirectional video | OMAF
    fovi fisheye video essential info | OMAF
    fpac Frame Packing Information | UNCV
    fpar File Partition | ISO
    free free space | ISO
    frma original format box | ISO
    frpa Front Part | ISO-Partial
    ftyp file type and compatibility | ISO
    fvsi fisheye video supplemental info | OMAF
    gitn Group ID to name | ISO
    grpi OMA DRM Group ID | OMA DRM 2.0
    grpl Groups list box | ISO
    hdlr handler, declares the media (handler) type | ISO
    hmhd hint media header, overall information (hint track only) | ISO
    hpix Hipix Rich Picture (user-data or meta-data) | Hipix
    hvcC HEVC Configuration | NALu Video
    hvtC HEVC Tile Configuration | NALu Video
    icam Intrinsic camera parameters | NALu Video
    icnu OMA DRM Icon URI | OMA DRM 2.0
    idat Item data | ISO
    ihdr Image Header | JPEG2000
    iinf item information | ISO
    iloc item location | ISO
    imap Reserved | ISO
    imda Identified media data | ISO
    imif IPMP Information box | ISO
    infe Item information entry | ISO
    infu OMA DRM Info URL | OMA DRM 2.0
    iods Object Descriptor container box | MP4v2
    ipco ItemPropertyContainerBox | ISO
    iphd reserved for IPMP Stream header | MP4v2
    ipma ItemPropertyAssociation | ISO
    ipmc IPMP Control Box | ISO
    ipro item protection | ISO
    iprp Item Properties Box | ISO
    iref Item reference | ISO
    iroi SVC region of interest box | NALu Video
    istm hint initial sample time | ISO
    j2kH JPEG 2000 header info | J2KHEIF
    j2kP JPEG 2000 prefix | J2KHEIF
    jP   JPEG 2000 Signature | JPEG2000
    jbrd JPEG bitstream reconstruction data | JPEG XL
    jp2c JPEG 2000 contiguous codestream | JPEG2000
    jp2h Header | JPEG2000
    jp2i intellectual property information | JPEG2000
    jpgC JPEG Configuration | HEIF
    jptp JPEG XS Video Transport Parameter | JPXS
    jpvi JPEG XS Video Information | JPXS
    jpvs JPEG XS Video Support | JPXS
    jumb JPEG Universal Metadata Box Format (JUMBF) | JPEG Systems
    jxlc JPEG XL Codestream | JPEG XL
    jxli JPEG XL Frame Index | JPEG XL
    jxll JPEG XL Level | JPEG XL
    jxlp JPEG XL Partial Codestream | JPEG XL
    jxpl JPEG XS Profile and Level | JPXS
    keyd metadata key declaration | ISO
    keys metadata key table | ISO
    kmat Reserved | ISO
    labl Label box | ISO
    ldep Tier dependency box | NALu Video
    leqi Loudness equalization instructions | DRC
    leva Leval assignment | ISO
    lhvC Layered HEVC Configuration | NALu Video
    load Reserved | ISO
    loca metadata locale | ISO
    loop Looping behavior | WhatsApp
    lrcu OMA DRM Lyrics URI | OMA DRM 2.1
    lvcC LCEVC configuration | NALu Video
    m4ds MPEG-4 descriptors | NALu Video
    m7hd reserved for MPEG7Stream header | MP4v2
    maeI MPEG-H Audio scene information | MPEG-H
    maeM MPEG-H Audio multi-stream signalling | MPEG-H
    matt Reserved | ISO
    maxr hint maximum rate | ISO
    md5i MD5IntegrityBox | HEIF
    mdat media data container | ISO
    mdcv mastering display colour volume | ISO
    mdhd media header, overall information about the media | ISO
    mdia container for the media information in a track | ISO
    mdri Mutable DRM information | OMA DRM 2.0
    me4c metadata key namespace | ISO
    meco additional metadata container | ISO
    mehd movie extends header box | ISO
    meof media offset | OMAF
    mere metabox relation | ISO
    mesh mesh box | OMAF
    meta Metadata container | ISO
    mfhd movie fragment header | ISO
    mfra Movie fragment random access | ISO
    mfro Movie fragment random access offset | ISO
    mhaC MPEG-H Audio Decoder Configuration | MPEG-H
    mhaD MPEG-H Audio dynamic range control and loudness | MPEG-H
    mhaP MPEG-H Audio profile and level compatibility set | MPEG-H
    minf media information container | ISO
    mini compact MetaBox for simple images | HEIF
    mjhd reserved for MPEG-J Stream header | MP4v2
    mmvi multimap video | V3C-SYS
    moof movie fragment | ISO
    moov container for all the meta-data | ISO
    movd mesh omnidirectional video | OMAF
    mstv MVC sub track view box | NALu Video
    mvcC MVC configuration | NALu Video
    mvcP MVC priority assignment | NALu Video
    mvcg Multiview group | NALu Video
    mvci Multiview Information | NALu Video
    mvdC MVCDConfigurationBox | NALu Video
    mvex movie extends box | ISO
    mvhd movie header, overall declarations | ISO
    mvra Multiview Relation Attribute | NALu Video
    nmhd Null media header, overall information (some tracks only) | ISO
    npck hintPacketsSent | ISO
    nump hintPacketsSent | ISO
    ochd reserved for ObjectContentInfoStream header | MP4v2
    odaf OMA DRM Access Unit Format | OMA DRM 2.0
    odda OMA DRM Content Object | OMA DRM 2.0
    odhd reserved for ObjectDescriptorStream header | MP4v2
    odhe OMA DRM Discrete Media Headers | OMA DRM 2.0
    odrb OMA DRM Rights Object | OMA DRM 2.0
    odrm OMA DRM Container | OMA DRM 2.0
    odtt OMA DRM Transaction Tracking | OMA DRM 2.0
    ohdr OMA DRM Common headers | OMA DRM 2.0
    otcf OMAF timed text configuration | OMAF
    otyp Original file type | ISO
    ovly overlay configuration | OMAF
    padb sample padding bits | ISO
    paen Partition Entry | ISO
    pasp Pixel aspect ratio | ISO
    payl inner CuePayloadBox in the VTTCueBox | ISO-Text
    payt hintpayloadID | ISO
    pclr palette | JPEG2000
    pcmC Uncompressed audio PCM configuration | ISO-UNCA
    pdat Partial Data | ISO-Partial
    pdc1 Parametric DRC coefficients | DRC
    pdi1 Parametric DRC instructions | DRC
    pdin Progressive download information | ISO
    pfhd Partial File Header | ISO-Partial
    pfil Partial File | ISO-Partial
    pitm primary item reference | ISO
    ploc Partial Segment Location | ISO-Partial
    pmax hintlargestpacket | ISO
    pnot Reserved | ISO
    povd projected omnidirectional video | OMAF
    prfr projection format | OMAF
    prft Producer reference time | ISO
    prmr Production metadata reference box | Youtube
    pseg Partial Segment | ISO-Partial
    pshd Partial Segment Header | ISO-Partial
    pssh Protection system specific header | ISO Common Encryption
    ptle Partial Top Level Entry | ISO-Partial
    qlif Layer quality assignments | NALu Video
    rcsr receivedCSRC | ISO
    res  grid resolution | JPEG2000
    resc grid resolution at which the image was captured | JPEG2000
    resd default grid resolution at which the image should be displayed | JPEG2000
    rinf restricted scheme information box | ISO
    rosc sphere region configuration | OMAF
    rotn rotation box | OMAF
    rrgn SVC rect region box | NALu Video
    rsot Redundant Sample Original Timing | ISO
    rssr ReceivedSsrcBox | ISO
    rtpo rtpoffsetTLV | ISO
    rtpx rtphdrextTLV | ISO
    rvif recommended viewport information | OMAF
    rwpk region-wise packing | OMAF
    saio Sample auxiliary information offsets | ISO
    saiz Sample auxiliary information sizes | ISO
    sbgp Sample to Group box | ISO
    sbpm Sensor Bad Pixels Map | UNCV
    schi scheme information box | ISO
    schm scheme type box | ISO
    scrb Scramble scheme information | ISO
    sdep Sample dependency | NALu Video
    sdhd reserved for SceneDescriptionStream header | MP4v2
    sdp  SDP information | ISO
    sdtp Independent and Disposable Samples Box | ISO
    sdvp SD Profile Box | SDV
    segr file delivery session group | ISO
    seib Scalability information | NALu Video
    seii SEI information box | NALu Video
    senc Sample specific encryption data | ISO Common Encryption
    setu metadata setup | ISO
    sgpd Sample group definition box | ISO
    sidx Segment Index Box | ISO
    silb Scheme ID list Box | Event Message
    sinf protection scheme information box | ISO
    skip free space | ISO
    smhd sound media header, overall information (sound track only) | ISO
    snro RTP sequence number offset | ISO
    snuc Sensor Non-Uniformity Correction | UNCV
    spdb ServiceProtectionDescription scoped to the SRTP hint track Scheme Information | 3GPP
    spki Sample packing information box | ISO
    splz Polarization Pattern Definition | UNCV
    sprg sub-picture region | OMAF
    srat Sampling rate | ISO
    srmb System Renewability Message | DVB
    srmc System Renewability Message container | DVB
    sroc SRTP rollover counter | ISO
    srpp STRP Process | ISO
    srqr sphere region quality ranking | OMAF
    ssix Sub-sample index | ISO
    ssrt Sub-sample Reference Table Box | ISO
    sstl SVC sub track layer box | NALu Video
    stbl sample table box, container for the time/space map | ISO
    stco chunk offset, partial data-offset information | ISO
    stdp sample degradation priority | ISO
    sthd Subtitle Media Header Box | ISO
    stmg MVC sub track multiview group box | NALu Video
    strd Sub-track definition | ISO
    stri Sub-track information | ISO
    stsc sample-to-chunk, partial data-offset information | ISO
    stsd sample descriptions (codec types, initialization etc.) | ISO
    stsg Sub-track sample grouping | ISO
    stsh shadow sync sample table | ISO
    stss sync sample table (random access points) | ISO
    stsz sample sizes (framing) | ISO
    sttg inner CueSettingsBox in the VTTCueBox | ISO-Text
    stti Sub track tier box | NALu Video
    stts (decoding) time-to-sample | ISO
    stvi Stereo Video Box | ISO
    styp Segment Type Box | ISO
    stz2 compact sample sizes (framing) | ISO
    subs Sub-sample information | ISO
    suep signer identity information | ONVIF
    sumi supplemental surveillance meta information | MPEG-VSAF
    surl Source URL | ISO-Partial
    svcC SVC configuration | NALu Video
    svcP SVC priority assignments | NALu Video
    svdr SVC dependency range | NALu Video
    svip Initial parameter sets box for tiers | NALu Video
    svmC SVC information configuration | NALu Video
    svpr Priority range | NALu Video
    swtc Multiview Group Relation | NALu Video
    tOD  MPEG-2 OD information | ISO
    tPAT MPEG-2 PAT | ISO
    tPMT MPEG-2 PMT | ISO
    tenc Track Encryption | ISO Common Encryption
    tfad Track fragment adjustment box | 3GPP
    tfdt Track fragment decode time | ISO
    tfhd Track fragment header | ISO
    tfma Track fragment media adjustment box | 3GPP
    tfra Track fragment radom access | ISO
    tibr Tier Bit rate | NALu Video
    tims hint timescale | ISO
    tiri Tier Information | NALu Video
    tkhd Track header, overall information about the track | ISO
    tmax hintmaxrelativetime | ISO
    tmin hintminrelativetime | ISO
    totl hintBytesSent | ISO
    tpay hintBytesSent | ISO
    tpyl hintBytesSent | ISO
    traf Track fragment | ISO
    trak container for an individual track or stream | ISO
    tran SVC lightweight transcoding | NALu Video
    tref track reference container | ISO
    trep track extension properties | ISO
    trex track extends defaults | ISO
    trgr Track grouping information | ISO
    trik Facilitates random access and trick play modes | DECE
    trpy hintBytesSent | ISO
    trun track fragment run | ISO
    tsro hint timestamp offset | ISO
    tssy hint timestamp synchronu | ISO
    tstb TileSubTrackGroupBox | NALu Video
    tsti MPEG-2 hint timing | ISO
    ttyp track type and compatibility | ISO
    txtC Text stream configuration | ISO
    tyco type and-combination | ISO
    udc1 Basic DRC coefficients | DRC
    udc2 Unified DRC coefficients | DRC
    udex Unified DRC configuration extension | DRC
    udi1 Basic DRC instructions | DRC
    udi2 Unified DRC instructions | DRC
    udta user-data | ISO
    ueqc Equalization coefficients | DRC
    ueqi Equalization instructions | DRC
    uinf information of a vendor about a UUID | JPEG2000
    uiso metadata key space | ISO
    ulst a list of UUID’s | JPEG2000
    uncC Uncompressed Frame Configuration | UNCV
    uriI URI Information | ISO
    url  a URL | JPEG2000
    uuid user-extension box | ISO
    v3cC V3C Configuration | V3C-SYS
    v3sc V3C spatial region collection | V3C-SYS
    v3tC V3C Atlas Tile Configuration | V3C-SYS
    vexu Video Extended Usage | Apple
    vipr View priority Box | NALu Video
    vlab WebVTT Source Label | ISO-Text
    vmhd video media header, overall information (video track only) | ISO
    vpbb Volumetric media bounding box | V3C-SYS
    vpcC VP9 Codec Configuration | VPxx
    vsib View scalability information | NALu Video
    vsid inner CueSourceIDBox in the VTTCueBox | ISO-Text
    vssn viewing space | OMAF
    vttC WebVTTConfigurationBox | ISO-Text
    vtta VTTAdditionalTextBox only present in WebVTT sample payload | ISO-Text
    vttc VTTCueBox only present in WebVTT sample payload | ISO-Text
    vtte VTTEmptyCueBox only present in WebVTT sample payload | ISO-Text
    vunt V3C unit header | V3C-SYS
    vvcC VVC video configuration | NALu Video
    vvhd volumetric visual media header | ISO
    vvnC VVC Network Abstraction Layer unit configuration | NALu Video
    vwdi Multiview Scene Information | NALu Video
    vwid View identifier | NALu Video
    wide Expansion space reservation | QT
    wmpi segment position in the watermark pattern | DASH-IF watermarking
    xml  XML container | ISO
    """

  static let userDataTable = """
    ades description of the content for accessibility purposes | Apple
    albm Album title and track number for media | 3GPP
    alou Album loudness base | ISO
    angl Name of the camera angle through which the clip was shot | Apple
    auth Author of the media | 3GPP
    clfn Name of the clip file | Apple
    clid Identifier of the clip | Apple
    clsf Classification of the media | 3GPP
    cmid Identifier of the camera | Apple
    cmnm Name that identifies the camera | Apple
    coll Name of the collection from which the media comes | 3GPP
    cprt copyright etc | ISO
    date Date and time | Apple
    dscp Media description | 3GPP
    gnre Media genre | 3GPP
    hinf hint information | ISO
    hnti Hint information | ISO
    hpix Hipix Rich Picture (user-data or meta-data) | Hipix
    kind Track kind | ISO
    kywd Media keywords | 3GPP
    loci Media location information | 3GPP
    ludt Track loudness container | ISO
    manu Manufacturer name of the camera | Apple
    modl Model name of the camera | Apple
    orie Orientation information | 3GPP
    perf Media performer name | 3GPP
    prmd Production metadata box | Youtube
    reel Name of the tape reel | Apple
    rtng Media rating | 3GPP
    scen Name of the scene for which the clip was shot | Apple
    shot Name that identifies the shot | Apple
    slno Serial number of the camera | Apple
    strk Sub track information | ISO
    swre Name and version number of the software that generated this movie | Apple
    thmb Thumbnail image of the media | 3GPP
    titl Media title | 3GPP
    tlou Track loudness base | ISO
    tsel Track selection | ISO
    urat User 'star' rating of the media | 3GPP
    yrrc Year when media was recorded | 3GPP
    """

  static let itemPropertiesTable = """
    aebr Auto Exposure Information | HEIF
    afbr Flash exposure information | HEIF
    altt Accessibility text | HEIF
    amve Ambient viewing environment | HEIF
    auxC Auxiliary type | HEIF
    av1C AVIF Image item configuration | AVIF
    avcC AVC Image item configuration | HEIF
    brnd Item brand (type) | ISO
    cclv Content colour volume | HEIF
    clap Clean aperture | HEIF
    clev Component Reference Level | UNCV
    clli Content light level | HEIF
    cloc Chroma Location | UNCV
    cmpd Component Definition | UNCV
    colr Colour information | HEIF
    covi Coverage information | OMAF
    cpal Component Palette Configuration | UNCV
    cpat Component Pattern Definition | UNCV
    crtt Creation time information | HEIF
    disi Disparity Information | UNCV
    dobr Depth of field information | HEIF
    evcC EVC image item configuration | HEIF
    fade Fade transition effect | HEIF
    fobr Focus information | HEIF
    fovi Essential fisheye information | OMAF
    fpac Frame Packing Information | UNCV
    fvsi Supplemental fisheye information | OMAF
    hdlp Handler property | ISO
    hvcC HEVC Image item configuration | HEIF
    iaux Item Auxiliary Information | ISO Common Encryption
    ienc Item Encryption | ISO Common Encryption
    iivo Initial viewing orientation | OMAF
    ilcp Field Interlace Property | UNCV
    imir Image mirroring | HEIF
    irot Image rotation | HEIF
    iscl Image scaling | HEIF
    ispe Image spatial extents | HEIF
    jpgC JPEG image item configuration | HEIF
    jxsH JPEG XS Header | JPXS
    lhvC Layered HEVC Image item configuration | HEIF
    lsel Layer selection | HEIF
    mcrs Model coordinate reference system | OGC 24-038
    mdcv Mastering display colour volume | HEIF
    mdft Modification time information | HEIF
    mskC Mask item configuration | HEIF
    mtxf Model transformation | OGC 24-038
    nnrC Configuration item property for 'nnr1' item | NALu Video
    oinf HEVC operating point | HEIF
    ovly Overlay configuration | OMAF
    pano Panorama information | HEIF
    pasp Pixel aspect ratio | HEIF
    pixi Pixel information | HEIF
    prfr Projection format | OMAF
    rloc Relative location | HEIF
    rotn Rotation | OMAF
    rref Required reference types | HEIF
    rwpk Region-wise packing | OMAF
    sbpm Sensor Bad Pixels Map | UNCV
    snuc Sensor Non-Uniformity Correction | UNCV
    splt Split transition effect | HEIF
    splz Polarization Pattern Definition | UNCV
    ssld Suggested time display duraton | HEIF
    stpe Suggested transition period | HEIF
    stvi Frame packing | OMAF
    subs Subsample information | HEIF
    tiep Model tie-point | OGC 24-038
    tols Layered HEVC Target output layer set property | HEIF
    udes User description | HEIF
    uncC Uncompressed Frame Configuration | UNCV
    v3cC V3C configuration | V3C-SYS
    v3tp V3C atlas tile configuration | V3C-SYS
    vssn Viewing space | OMAF
    vutp V3C unit header | V3C-SYS
    vvcC VVC image item configuration | HEIF
    wbbr White balance information | HEIF
    wipe Wipe transition effect | HEIF
    zoom Zoom transition effect | HEIF
    """
}
