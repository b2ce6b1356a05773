extension CodeRegistry {
  static let sampleEntriesTable = """
    2dcc 2D cartesian coordinates | Metrics
    3glo 3GPP Location | 3GPP
    3gor 3GPP Orientation | 3GPP
    3gvo 3GPP Video Orientation | 3GPP
    6vpt Dynamic viewport data | V3C-SYS
    CFHD CineForm High-Definition (HD) wavelet codec | CineForm
    DV10 Digital Voodoo 10 bit Uncompressed 4:2:2 codec | Digital Voodoo
    DVOO Digital Voodoo 8 bit Uncompressed 4:2:2 codec | Digital Voodoo
    DVOR Digital Voodoo intermediate raw | Digital Voodoo
    DVTV Digital Voodoo intermediate 2vuy | Digital Voodoo
    DVVT Digital Voodoo intermediate v210 | Digital Voodoo
    FFV1 An open lossless intra-frame video codec | FF Video Codec
    HD10 Digital Voodoo 10 bit Uncompressed 4:2:2 HD codec | Digital Voodoo
    M105 Internal format of video data supported by Matrox hardware | Matrox
    Opus Opus audio coding | Opus
    PNTG Apple MacPaint image format | QT
    QDM2 Qdesign music 2 | QT
    QDMC Qdesign music 1 | QT
    Qclp Qualcomm PureVoice | QT
    STGS Subtitle Sample Entry (HMMP) | Sony
    SVQ1 Sorenson Video 1 video | QT
    SVQ3 Sorenson Video 3 video | QT
    Shr0 Generic SheerVideo codec | BitJazz
    Shr1 SheerVideo RGB[A] 8b - at 8 bits/channel | BitJazz
    Shr2 SheerVideo Y'CbCr[A] 8bv 4:4:4[:4] - at 8 bits/channel | BitJazz
    Shr3 SheerVideo Y'CbCr 8bv 4:2:2 - 2:1 chroma subsampling | BitJazz
    Shr4 SheerVideo Y'CbCr 8bw 4:2:2 - 2:1 chroma subsampling | BitJazz
    WRLE Windows BMP image format | QT
    a3d1 3D-AVC track with 3D-AVC NAL units only | NALu Video
    a3d2 3D-AVC track with 3D-AVC NAL units only | NALu Video
    a3d3 3D-AVC track with 3D-AVC NAL units only | NALu Video
    a3d4 3D-AVC track with 3D-AVC NAL units only | NALu Video
    a3ds Auro-Cx 3D audio | Auro
    ac-3 AC-3 audio | ETSI AC-3
    ac-4 AC-4 audio | ETSI AC-4
    agsm GSM | QT
    alac Apple lossless audio codec | Apple
    alaw a-Law | QT
    ap4h Apple ProRes 4444 | QT
    ap4x Apple ProRes 4444 XQ | QT
    apac Apple Positional Audio Codec | Apple
    apch Apple ProRes 422 HQ | QT
    apcn Apple ProRes 422 | QT
    apco Apple ProRes 422 Proxy | QT
    apcs Apple ProRes 422 LT | QT
    aprh Apple ProRes RAW HQ additional quality at a higher data rate | QT
    aprn Apple ProRes RAW | QT
    apv1 APV mezzanine video | OpenAPV
    av01 AOM Video Codec | AV1-ISOBMFF
    av3a AVS3-P3 Codec | T-AI-109.7
    avc1 Advanced Video Coding | NALu Video
    avc2 Advanced Video Coding | NALu Video
    avc3 Advanced Video Coding | NALu Video
    avc4 Advanced Video Coding | NALu Video
    avcp Advanced Video Coding Parameters | NALu Video
    avs3 3nd Generation Audio Video Coding Standard of China | Avs3
    avst 2nd Generation Audio Video Coding Standard of China (AVS Two) | Avs2
    c608 CEA 608 Captions | QT
    c708 CEA 708 Captions | QT
    camm Camera motion metadata track | CamMotion
    cavs AVS2-P3 Codec | GB-T-20090-9
    civd Cinepak Video | QT
    cndm Dynamic Metadata Sample Entry(XF-AVC S/XF-HEVC S File Format) | Canon
    dav1 AV1-related Dolby Vision consistent with av01 | Dolby Vision
    depi Decoder power indication | Metrics
    dfce Display fine control | Metrics
    dipi Display power indication | Metrics
    dra1 DRA Audio | DRA
    drac Dirac Video Coder | Dirac
    dts+ Enhancement layer for DTS layered audio | DTS
    dts- Dependent base layer for DTS layered audio | DTS
    dtsc Core Substream | DTS-HD
    dtse Extension Substream containing only LBR | DTS-HD
    dtsh Core Substream + Extension Substream | DTS-HD
    dtsl Extension Substream containing only XLL | DTS-HD
    dtsx DTS-UHD profile 2 | DTS-UHD
    dtsy DTS-UHD profile 3 or higher | DTS-UHD
    dva1 AVC-based Dolby Vision derived from avc1 | Dolby Vision
    dvav AVC-based Dolby Vision derived from avc3 | Dolby Vision
    dvh1 HEVC-based Dolby Vision derived from hvc1 | Dolby Vision
    dvh5 DVCPRO-HD 1080/50i | QT
    dvh6 DVCPRO-HD 1080/60i | QT
    dvhe HEVC-based Dolby Vision derived from hev1 | Dolby Vision
    dvhp DVCPRO-HD 720/60p | QT
    dvi  DVI (as used in RTP, 4:1 compression) | QT
    dyol Dynamic overlay parameters | OMAF
    dyvm Dynamic spatial region data | V3C-SYS
    dyvp Dynamic viewpoint parameters | OMAF
    ec+3 withdrawn, unused, do not use (was enhanced AC-3 audio with JOC) | Deprecated
    ec-3 Enhanced AC-3 audio | ETSI AC-3
    enc3 Encrypted/protected volumetric visual | ISO
    enca Encrypted/Protected audio | ISO
    encf Encrypted/Protected font | ISO
    encm Encrypted/Protected metadata | ISO
    encp Encrypted/protected haptics | ISO
    encs Encrypted Systems stream | ISO
    enct Encrypted Text | ISO
    encu Encrypted/protected subtitles | ISO
    encv Encrypted/protected video | ISO
    evc1 Essential Video Coding | NALu Video
    evm1 Essential Video Coding slice base track | NALu Video
    evs1 Essential Video Coding slice component track without parameter sets | NALu Video
    evs2 Essential Video Coding slice component track | NALu Video
    evte Event message instance | Event Message
    fLaC Free Lossless Audio Codec (FLAC) | FLAC
    fdp  File delivery hints | ISO
    fl32 32 bit float | QT
    fl64 64 bit float | QT
    flic Autodesk FLIC animation format | QT
    fpcm Floating-point based PCM format for audio | ISO-UNCA
    g719 ITU-T Recommendation G.719 (2008) | ITU G.719
    g726 ITU-T Recommendation G.726 (1990) | SDV
    gif  GIF image format | QT
    h261 ITU H.261 video | QT
    h263 ITU H.263 video (QuickTime format) | QT
    hev1 HEVC video with parameter sets in the Sample Entry or samples | NALu Video
    hev2 HEVC, constrained extractors or aggregators, parameter sets anywhere | NALu Video
    hev3 HEVC, extractors or aggregators, parameter sets anywhere | NALu Video
    hvc1 HEVC video with parameter sets only in the Sample Entry | NALu Video
    hvc2 HEVC, constrained extractors or aggregators, parameter sets in the entry | NALu Video
    hvc3 HEVC, extractors or aggregators, parameter sets in the entry | NALu Video
    hvt1 HEVC tile tracks | NALu Video
    hvt2 HEVC slice segment data track | NALu Video
    hvt3 HEVC Tile Track with Slice Segment Header Info | NALu Video
    iamf Immersive Audio Model and Formats - Encapsulated IA Sequence | AOM-IAMF
    icp3 Incomplete volumetric visual | ISO
    icpa Incomplete audio | ISO
    icph Incomplete hint | ISO
    icpm Incomplete timed metadata | ISO
    icpp Incomplete haptics | ISO
    icps Incomplete system | ISO
    icpt Incomplete text | ISO
    icpv Incomplete video | ISO
    ima4 IMA (International Multimedia Assocation, defunct, 4:1) | QT
    in24 24 bit integer uncompressed | QT
    in32 32 bit integer uncompressed | QT
    invo Initial viewing orientation | OMAF
    invp Initial viewpoint | OMAF
    ipcm Integer based PCM format for audio | ISO-UNCA
    ixse DVB Track Level Index Track | DVB
    j2ki Sequence of JPEG 2000 Contiguous Codestream boxes as defined in Rec | J2KHEIF
    jpeg JPEG image format | QT
    jxsm Video and image sequences coded to the JPEG-XS coding format | JPXS
    lhe1 Layered HEVC | NALu Video
    lht1 Layered HEVC tile tracks | NALu Video
    lhv1 Layered HEVC | NALu Video
    lpcm Uncompressed audio (various integer and float formats) | QT
    lvc1 LCEVC video track | NALu Video
    m2ts MPEG-2 transport stream for DMB | DMB-MAF
    m4ae MPEG-4 Audio Enhancement | MP4v2
    mebx Timed metadata multiplex | ISO
    mett Text timed metadata that is not XML | ISO
    metx XML timed metadata | ISO
    mha1 MPEG-H Audio (single stream, unencapsulated) | MPEG-H
    mha2 MPEG-H Audio (multi-stream, unencapsulated) | MPEG-H
    mhm1 MPEG-H Audio (single stream, MHAS encapsulated) | MPEG-H
    mhm2 MPEG-H Audio (multi-stream, MHAS encapsulated) | MPEG-H
    mjp2 Motion JPEG 2000 | MJ2
    mjpa Motion-JPEG (format A) | QT
    mjpb Motion-JPEG (format B) | QT
    mjpg JPEG image sequences | HEIF
    mlix DVB Movie level index track | DVB
    mlpa MLP Audio | Dolby MLP
    mp4a MPEG-4 Audio | MP4v2
    mp4s MPEG-4 Systems | MP4v2
    mp4v MPEG-4 Visual | MP4v2
    mvc1 Multiview coding | NALu Video
    mvc2 Multiview coding | NALu Video
    mvc3 Multiview coding | NALu Video
    mvc4 Multiview coding | NALu Video
    mvd1 MVD stream | NALu Video
    mvd2 MVD stream | NALu Video
    mvd3 MVD stream | NALu Video
    mvd4 MVD stream | NALu Video
    ocpc Object centre points correspondence between viewpoints | OMAF
    oksd OMA Keys | OMA DRM XBS
    pm2t Protected MPEG-2 Transport | ISO
    png  W3C Portable Network Graphics (PNG) | QT
    prtp Protected RTP Reception | ISO
    raw  Uncompressed audio | MJ2
    rcvp Recommended viewport without indicating a viewpoint | OMAF
    resa Restricted Audio | ISO
    resv Restricted Video | ISO
    rle  Apple animation codec | QT
    rm2t MPEG-2 Transport Reception | ISO
    rpza Apple simple video 'road pizza' compression | QT
    rrtp RTP reception | ISO
    rsrp SRTP Reception | ISO
    rtcp RTCP reception hint track | ISO
    rtmd Real Time Metadata Sample Entry(XAVC Format) | Sony
    rtp  RTP Hints | ISO
    rv60 RealVideo Codec 11 | RealHD
    rvp2 Recommended viewport concerning one or more indicated viewpoints | OMAF
    s263 ITU H.263 video (3GPP format) | 3GPP
    samr Narrowband AMR voice | 3GPP
    sawb Wideband AMR voice | 3GPP
    sawp Extended AMR-WB (AMR-WB+) | 3GPP
    sbtt Text subtitles | ISO
    sevc EVRC Voice | 3GPP2
    sevs Enhanced Voice Services (EVS) | 3GPP
    sm2t MPEG-2 Transport Server | ISO
    sqcp 13K Voice | 3GPP2
    srtp SRTP Hints | ISO
    ssmv SMV Voice | 3GPP2
    stcp SRTCP reception hint track | ISO
    stmd Metadata for ERP (equirectangular projection) regions | OMAF
    stpp Subtitles (Timed Text) | ISO
    stxt Simple timed text | ISO
    svc1 Scalable Video Coding | NALu Video
    svc2 Scalable Video Coding | NALu Video
    svcM SVC metadata | NALu Video
    tc64 64 bit timecode samples | Apple
    tga  Truvision Targa video format | QT
    tiff Tagged Image File Format (Adobe) | QT
    tmcd 32 bit timecode samples | Apple
    ttsl Sphere location for timed text | OMAF
    twos Uncompressed 16-bit audio | MJ2
    tx3g Timed Text stream | 3GPP
    ulaw Samples have been compressed using uLaw 2:1 | QT
    uncv Uncompressed Video | UNCV
    unid Dynamic Range Control (DRC) data | DRC
    urim Binary timed metadata identified by URI | ISO
    v3a1 V3C atlas track with atlas parameter sets only in sample entries | V3C-SYS
    v3ag V3C atlas track with atlas parameter sets in sample entries or samples | V3C-SYS
    v3c1 V3C atlas, parameter sets in the entry | V3C-SYS
    v3cb V3C atlas base track with common atlas data | V3C-SYS
    v3cg V3C atlas, parameter sets anywhere | V3C-SYS
    v3e1 V3C bitstream track with atlas parameter sets only in sample entries | V3C-SYS
    v3eg V3C bitstream track with atlas parameter sets in sample entries or samples | V3C-SYS
    v3t1 V3C atlas tile track with atlas tile data | V3C-SYS
    vc-1 SMPTE VC-1 | SMPTE
    vdva DV audio (variable duration per video frame) | QT
    vp08 VP8 video | VPxx
    vp09 VP9 video | VPxx
    vqme Quality metrics | Metrics
    vrsp Viewing space | OMAF
    vvc1 Versatile Video Coding with parameter sets only in sample entries | NALu Video
    vvcN Versatile Video Coding with non-VCL | NALu Video
    vvi1 Versatile Video Coding with parameter sets in sample entries or samples | NALu Video
    vvs1 Versatile Video Coding | NALu Video
    wvtt WebVTT data | ISO-Text
    """

  static let sampleGroupsTable = """
    2dsr Two dimensional spatial relationship sample grouping | OMAF
    3gag 3GPP PSS Annex G video buffer parameters | 3GPP
    aebr Auto exposure bracketing | HEIF
    afbr Flash exposure bracketing | HEIF
    alst Alternative startup sequence | ISO
    aud  Access unit delimiter | NALu Video
    av1M AV1 Metadata | AV1-ISOBMFF
    av1f AV1 Forward Key Frame | AV1-ISOBMFF
    av1m AV1 Multi-Frame | AV1-ISOBMFF
    av1s AV1 Switch Frame | AV1-ISOBMFF
    avcb AVC HRD parameters | 3GPP
    avll AVC layer description group | NALu Video
    avss AVC Sub-sequence group | NALu Video
    casg Clean Aperture Sample Grouping | ISO
    dcfi VVC decoding capability information | NALu Video
    dobr Depth of field bracketing | HEIF
    drap Dependent random access point | ISO
    dtrt SVC decode re-timing | NALu Video
    edrp EDRAP sample group | ISO
    eob  End of bitstream | NALu Video
    eos  End of sequence | NALu Video
    eqiv equivalent samples | HEIF
    esgh Essential descriptions hierarchy sample grouping | ISO
    fobr Focus bracketing exposure bracketing | HEIF
    ilce Field Interlace Type | UNCV
    it35 T.35 sample group | ISO
    lbli HEVC External base layer | NALu Video
    linf L-HEVC and VVC layer information | NALu Video
    minp VVC mixed NAL unit type pictures | NALu Video
    mvif MVC Scalability Information | NALu Video
    nalm NAL unit map entry | NALu Video
    nfas Indicates the samples where the neural-network post-filter | NALu Video
    nfcs neural-network post-filter characteristics | NALu Video
    oinf L-HEVC operating points information | NALu Video
    opth L-HEVC and VVC Operating Point Decode Time Hint | NALu Video
    pano Panorama sample group | HEIF
    pase Parameter set | NALu Video
    pasr Pixel Aspect Ratio Sample Grouping | ISO
    pprr Picture region replacement for the picture-in-picture functionality | NALu Video
    prol Audio pre-roll | ISO
    pss1 In-band parameter set indication | NALu Video
    rap  Random access point | ISO
    rash Rate share | ISO
    refs Direct reference samples list | HEIF
    roll Pre/Post roll group | ISO
    rror Rectangular region order | NALu Video
    sap  Stream access point | ISO
    scif SVC Scalability Information | NALu Video
    scnm AVC/SVC/MVC map groups | NALu Video
    seam same sequence of samples before separation into segments | Apple
    seig Sample Encryption Information | ISO Common Encryption
    spid VVC subpicture ID | NALu Video
    spli VVC subpicture level information | NALu Video
    spor VVC subpicture order | NALu Video
    stmi SampleToMetadataItemEntry | ISO
    stsa Step-wise Temporal Layer | NALu Video
    sulm VVC subpicture layout | NALu Video
    sync Sync sample groups | NALu Video
    tele Temporal Level | ISO
    tmsh Tile mesh sample grouping | OMAF
    trif Rectangular region group | NALu Video
    tsas Temporal Sub-Layer access | NALu Video
    tscl Temporal Layer | NALu Video
    vaps V3C atlas parameter set sample group | V3C-SYS
    vipr View priority | NALu Video
    vopi VVC operating points information | NALu Video
    wbbr White balance bracketing | HEIF
    """

  static let schemesTable = """
    aSEI SEI-restricted video | NALu Video
    cbc1 AES-CBC scheme | ISO Common Encryption
    cbcs AES-CBC subsample pattern encryption scheme | ISO Common Encryption
    cenc AES-CTR scheme | ISO Common Encryption
    cens AES-CTR subsample pattern encryption scheme | ISO Common Encryption
    cpcm CPCM (DVB BlueBook A094) protected content | DVB
    csch Compatible scheme type | ISO
    cva1 AES-CBC-128 sample variant | ISO Variants
    cva2 AES-CTR sample variant - supercedes cvar | ISO Variants
    cvar AES-CTR sample variant | ISO Variants
    ecov Like 'ercm' but overlays may additionally be present | OMAF
    erc2 Equirectangular or cubemap projected video with derived region-wise packing | OMAF
    ercm Equirectangular or cubemap projected video with indicated region-wise packing | OMAF
    erpv Equirectangular projected video (essentially without region-wise packing) | OMAF
    essg Essential sample group samples | ISO
    fodv Open-ended scheme type for fisheye omnidirectional video | OMAF
    meov Closed scheme type for mesh omnidirectional video | OMAF
    modv Open-ended scheme type for mesh omnidirectional video | OMAF
    odkm OMA DRM KMS protection scheme | OMA DRM 2.0
    podv Open-ended scheme type for omnidirectional video based on a projection | OMAF
    spkt Sample-packed track that may contain packed samples | ISO
    stvi Stereo video restricted scheme | ISO
    sve1 AES-CTR content sensitive encryption | ISO Common Encryption
    vvvc V3C video component restricted scheme | V3C-SYS
    """

  static let dataReferencesTable = """
    imdt identified media data | ISO
    snim sequence number identified media data | ISO
    url  URL data location | ISO
    urn  URN data location | ISO
    """
}
