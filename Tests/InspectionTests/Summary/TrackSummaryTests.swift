import Foundation
import ISOBMFF
import TestSupport
import Testing

@testable import Inspection
@testable import Movie

/// The codings, sound and views in the summary.
@Suite struct TrackSummaryTests {
  private func track(_ arguments: [String], as name: String) throws -> (JSON, JSON) {
    let folder = try Folder()
    let path = folder.path(name)
    let result = try InstalledProgram.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i"] + arguments + ["-strict", "-2", path])
    #expect(result.code == 0, "\(result.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let summary = try FileInspection([UInt8](data)).json()["summary"]
    let report = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-show_streams", "-of", "json", path)
    return (summary["tracks"][0], report["streams"][0])
  }

  /// FFmpeg finds the same captions, frame by frame.
  @Test(.needsMedia, .needs("ffprobe"), arguments: ["fmp4/media/fragmented_captions.mp4"])
  func captions(name: String) throws {
    let path = try #require(MediaFolder.path) + "/" + name
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let summary = try FileInspection([UInt8](data)).json()["summary"]
    #expect(summary["tracks"][0]["captions"].array.map(\.string) == ["CEA-608"])
    let frames = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-select_streams", "v:0", "-read_intervals", "%+#1",
      "-show_frames", "-of", "json", path)
    let sides = frames["frames"][0]["side_data_list"].array.compactMap {
      $0["side_data_type"].string
    }
    #expect(sides.contains("ATSC A53 Part 4 Closed Captions"))
  }

  /// Entries of AMR state the time scale, and entries of Opus often the rate of the recording: ffprobe has these rates.
  @Test func ratesThatTheCodingFixes() {
    #expect(AudioDescription("samr", AudioSampleEntry()).samplesPerSecond == 8000)
    #expect(AudioDescription("sawb", AudioSampleEntry()).samplesPerSecond == 16_000)
    var entry = AudioSampleEntry()
    entry.children = [Box(OpusSpecificBox())]
    #expect(AudioDescription("Opus", entry).samplesPerSecond == 48_000)
  }

  /// Each name is a line of four-character codes, and no code has two names.
  @Test func codingsHaveNames() {
    let names: [(FourCC, String)] = [
      ("hvc1", "HEVC"), ("hev3", "HEVC"), ("vc-1", "VC-1"), ("wma ", "Windows Media Audio"),
      ("8BPS", "Planar RGB"), ("m1v ", "MPEG-1 video"), ("m1v1", "MPEG-1 video"),
      ("dvc ", "DV"), ("dvcp", "DV"), ("xd5f", "XDCAM"), ("raw ", "uncompressed"),
      ("unci", "uncompressed"), ("QDMC", "QDesign Music"), ("tmcd", "timecode"),
    ]
    for (code, name) in names { #expect(CodecNames.name(code) == name) }
    #expect(CodecNames.name("none") == nil)
  }

  /// The names of layouts are those of FFmpeg, except for the positions of loudspeakers: `5.1(side)`.
  @Test(
    .needs("ffmpeg", "ffprobe"), .needs(encoders: "truehd", "libopus", "eac3"),
    arguments: [
      ("aac", "m4a", "5.1"), ("aac", "m4a", "7.1"), ("aac", "m4a", "4.0"), ("aac", "m4a", "mono"),
      ("ac3", "mp4", "5.1"), ("ac3", "mp4", "3.0"), ("ac3", "mp4", "stereo"),
      ("eac3", "mp4", "5.1"),
      ("eac3", "mp4", "5.0"), ("truehd", "mp4", "5.1"), ("truehd", "mp4", "stereo"),
      ("libopus", "mp4", "5.1"), ("libopus", "mp4", "7.1"), ("flac", "mp4", "5.1"),
      ("flac", "mp4", "stereo"), ("pcm_s24le", "mov", "5.1"),
    ])
  func layouts(codec: String, container: String, layout: String) throws {
    let counts = ["mono": 1, "stereo": 2, "3.0": 3, "4.0": 4, "5.0": 5, "5.1": 6, "7.1": 8]
    let count = try #require(counts[layout])
    let source =
      "aevalsrc=" + [String](repeating: "0", count: count).joined(separator: "|")
      + ":c=\(layout):d=0.2:s=48000"
    let (ours, theirs) = try track([source, "-c:a", codec], as: "sound.\(container)")
    #expect(ours["channels"].int == theirs["channels"].int)
    #expect(ours["sampleRate"].number == Double(theirs["sample_rate"].string ?? ""))
    let named = theirs["channel_layout"].string?.prefix { $0 != "(" }.description
    // FFmpeg does not know the layout of some.
    #expect(ours["channelLayout"].string == named ?? layout)
  }

  @Test(
    .needs("ffmpeg"), .needs(encoders: "libvpx-vp9", "dnxhd", "jpeg2000"),
    arguments: [
      (
        [
          "yuv420p10le", "-c:v", "libvpx-vp9", "-color_primaries", "bt2020", "-color_trc",
          "smpte2084", "-colorspace", "bt2020nc",
        ], "mp4", "vp09.02.10.10.01.09.16.09.00", "VP9"
      ),
      (["yuv444p", "-c:v", "libvpx-vp9"], "mp4", "vp09.01.10.08.03.02.02.02.00", "VP9"),
      (["yuv422p", "-c:v", "dnxhd", "-profile:v", "dnxhr_sq"], "mov", "AVdh", "DNxHR"),
      (["yuv420p", "-c:v", "mpeg2video"], "mp4", "mp4v.61", "MPEG-2 video"),
      (["yuv420p", "-c:v", "jpeg2000"], "mov", "mjp2", "Motion JPEG 2000"),
    ])
  func codings(arguments: [String], container: String, codec: String, name: String) throws {
    let source = "testsrc2=s=256x128:d=0.2:r=10,format=\(arguments[0])"
    let (ours, _) = try track(
      [source] + arguments.dropFirst(), as: "movie.\(container)")
    #expect(ours["codec"]["codec"].string == codec)
    #expect(ours["codec"]["name"].string == name)
  }

  /// ffprobe has the formats of the pictures, which sample entries of these codecs state by their types and kinds.
  @Test(
    .needs("ffmpeg", "ffprobe"), .needs(encoders: "dnxhd", "prores_ks"),
    arguments: [
      (["yuv422p", "dnxhd", "dnxhr_hq"], "HQ", 8, "4:2:2"),
      (["yuv422p10le", "dnxhd", "dnxhr_hqx"], "HQX", nil, "4:2:2"),
      (["yuv444p10le", "dnxhd", "dnxhr_444"], "444", nil, "4:4:4"),
      (["yuv422p10le", "prores_ks", "hq"], nil, 10, "4:2:2"),
      (["yuv444p10le", "prores_ks", "4444"], nil, 12, "4:4:4"),
    ] as [([String], String?, Int?, String)])
  func formatsOfCodecsForEditing(
    _ arguments: [String], _ profile: String?, _ depth: Int?, _ chroma: String
  ) throws {
    let (ours, theirs) = try track(
      [
        "testsrc2=s=1280x720:d=0.2:r=10,format=\(arguments[0])", "-c:v", arguments[1],
        "-profile:v", arguments[2],
      ], as: "movie.mov")
    let codec = ours["codec"]
    #expect(codec["profile"].string == profile)
    #expect(codec["bitDepth"].int == depth)
    #expect(codec["chroma"].string == chroma)
    let format = try #require(theirs["pix_fmt"].string)
    #expect(format.hasPrefix("yuv" + chroma.filter { $0 != ":" }))
    if let depth { #expect(format.contains("\(depth)le") == (depth > 8)) }
  }

  @Test func channelsOfDependentSubstreams() {
    var stream = EC3SpecificBox.Substream()
    (stream.acmod, stream.lfeon) = (7, true)
    #expect(ChannelLayoutName(stream).name == "5.1")
    // Lrs and Rrs.
    (stream.numDependent, stream.channelLocations) = (1, 0b10)
    #expect(ChannelLayoutName(stream).name == "7.1")
    #expect(ChannelLayoutName(stream).channels == 8)
  }

  @Test func atmosIsNamed() throws {
    var box = EC3SpecificBox()
    (box.substreams[0].acmod, box.substreams[0].lfeon) = (7, true)
    box.extensionTypeA = EC3SpecificBox.ExtensionTypeA()
    var entry = AudioSampleEntry()
    (entry.channelCount, entry.sampleRate) = (2, 48_000 << 16)
    entry.children = [Box(box)]
    #expect(
      AudioDescription("ec-3", entry).text == "48000 Hz, 6 channels (5.1), Dolby Atmos")
  }

  /// The sample entries of these codings state 0 channels, or a number that readers ignore.
  @Test func channelsThatOnlyTheConfigurationStates() {
    var mpegH = MHAConfigurationBox()
    mpegH.referenceChannelLayout = 19
    var entry = AudioSampleEntry()
    (entry.channelCount, entry.sampleRate) = (0, 48_000 << 16)
    entry.children = [Box(mpegH)]
    #expect(AudioDescription("mha1", entry).text == "48000 Hz, 12 channels (7.1.4)")
    mpegH.referenceChannelLayout = 0
    entry.children = [Box(mpegH)]
    let unknown = AudioDescription("mhm1", entry)
    #expect(unknown.channels == 0 && unknown.layout == nil && unknown.text == "48000 Hz")

    var substream = AC4SubstreamGroup.Substream()
    substream.objects.isJointlyCoded = true
    var group = AC4SubstreamGroup()
    (group.isChannelCoded, group.substreams) = (false, [substream])
    var presentation = AC4Presentation()
    presentation.details = AC4PresentationDetails()
    presentation.details?.main.groups = [group]
    var ac4 = AC4SpecificBox()
    ac4.presentations = [presentation]
    (entry.channelCount, entry.children) = (2, [Box(ac4)])
    #expect(AudioDescription("ac-4", entry).text == "48000 Hz, Dolby Atmos")
    presentation.details?.main.groups = [AC4SubstreamGroup()]
    ac4.presentations = [presentation]
    entry.children = [Box(ac4)]
    #expect(AudioDescription("ac-4", entry).text == "48000 Hz, 2 channels")
  }

  @Test func codecStringsOfSound() {
    var mpegH = MHAConfigurationBox()
    mpegH.profileLevelIndication = 0x0D
    #expect(CodecsParameter("mhm1", [Box(mpegH)])?.text == "mhm1.0x0D")
    #expect(CodecsParameter("mhm1", [Box(mpegH)])?.profile == "Low Complexity")
    #expect(CodecsParameter("mhm1", [Box(mpegH)])?.level == "3")
    var ac4 = AC4SpecificBox()
    var presentation = AC4Presentation()
    presentation.version = 1
    presentation.details = AC4PresentationDetails()
    presentation.details?.main.compatibility = 3
    ac4.presentations = [presentation]
    #expect(CodecsParameter("ac-4", [Box(ac4)])?.text == "ac-4.02.01.03")
    var header = IAMFUnit()
    header.sequenceHeader = IAMFSequenceHeader()
    header.sequenceHeader?.additionalProfile = 1
    var configuration = IAMFUnit()
    configuration.codecConfig = IAMFCodecConfig()
    configuration.codecConfig?.codecID = "Opus"
    var iamf = IAConfigurationBox()
    iamf.units = [header, configuration]
    #expect(CodecsParameter("iamf", [Box(iamf)])?.text == "iamf.000.001.Opus")
  }

  @Test func viewsOfSpatialVideo() throws {
    let eyes = box(
      "eyes", box("stri", be32(0), [3]), box("hero", be32(0), [1]),
      box("cams", box("blin", be32(0), be32(63_500))))
    let boxes = BoxFile(
      Bytes(box("vexu", eyes) + box("hfov", be32(80_500)))
    ).boxes
    let description = try #require(ViewsDescription(boxes))
    #expect(
      description.text
        == "spatial video: left eye and right eye, the left one where only one is shown, "
        + "cameras 63.5 mm apart, field of view 80.5°")
    #expect(ViewsDescription([]) == nil)
  }

  @Test(arguments: [
    ("3gp5", "3GP movie"), ("3g2a", "3GPP2 movie"), ("mjp2", "Motion JPEG 2000 movie"),
    ("isom", "MP4 movie"), ("qt  ", "QuickTime movie"),
  ])
  func kindsOfMovies(brand: String, title: String) {
    let handler = fullBox("hdlr", be32(0), Array("vide".utf8), [UInt8](repeating: 0, count: 13))
    let movie =
      box("ftyp", Array(brand.utf8), be32(0), Array(brand.utf8))
      + box("moov", box("trak", box("mdia", handler)))
    #expect(FileInspection(movie).title == title)
  }
}
