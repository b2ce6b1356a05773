import Foundation
import ISOBMFF
import Packaging
import TestSupport
import Testing
import Verification

/// Streams of a file of SampleMedia, as files in memory by their names.
enum SampleStream: String, CaseIterable, Sendable {
  /// Two variants with sound, in playlists.
  case hls
  /// The same as a manifest.
  case dash
  /// A manifest over a file for each track, which has an index.
  case indexed
  /// A live playlist with parts, dates and a message of SCTE 35.
  case live
  /// Playlists whose pictures are encrypted, with a key for the session.
  case sealed
  /// A manifest of such pictures.
  case sealedManifest
  /// Two segments of a transport stream, and their key frames.
  case transport

  typealias Files = [String: [UInt8]]

  /// The document that the stream begins with.
  var document: String {
    switch self {
    case .hls, .sealed, .transport: "multivariant.m3u8"
    case .dash, .indexed, .sealedManifest: "stream.mpd"
    case .live: "live.m3u8"
    }
  }

  func files() throws -> Files {
    switch self {
    case .hls, .dash: return try SampleStream.parted.get()
    case .transport: return try TransportSample.files()
    case .indexed: return try SampleStream.whole.get()
    case .live:
      var files = try SampleStream.parted.get()
      files["live.m3u8"] = Array(SampleStream.livePlaylist.utf8)
      return files
    case .sealed:
      var files = try SampleStream.parted.get()
      for number in 1...2 {
        try files.seal("video-\(number)-init.mp4")
        for name in ["video-\(number).m3u8", "video-\(number)-keyframes.m3u8"] {
          try files.edit(name, "#EXT-X-MAP", "\(SampleStream.key)\n#EXT-X-MAP")
        }
      }
      let key = SampleStream.key.replacing("EXT-X-KEY", with: "EXT-X-SESSION-KEY")
      try files.edit("multivariant.m3u8", "#EXT-X-MEDIA:", "\(key)\n#EXT-X-MEDIA:")
      return files
    case .sealedManifest:
      var files = try SampleStream.parted.get()
      for number in 1...2 { try files.seal("video-\(number)-init.mp4") }
      try files.edit(
        "stream.mpd", "<SupplementalProperty", SampleStream.protection + "<SupplementalProperty")
      return files
    }
  }

  static let key =
    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\",KEYFORMAT=\"com.apple.streamingkeydelivery\""
  /// A box `pssh` of W3C's common system without keys.
  static let protection = """
    <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cbcs" \
    cenc:default_KID="01010101-0101-0101-0101-010101010101" xmlns:cenc="urn:mpeg:cenc:2013"/>
    <ContentProtection schemeIdUri="urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b">\
    <cenc:pssh xmlns:cenc="urn:mpeg:cenc:2013">AAAAIHBzc2gAAAAAEHfv7MCyTQKs4zweUuL7SwAAAAA=</cenc:pssh></ContentProtection>
    """
  /// The message of SCTE 35 §14.2, a time signal.
  static let splice =
    "0xFC3034000000000000FFFFF00506FE72BD0050001E021C435545494800008E7FCF0001A599B00808000000002CA0A18A3402009AC9D17E"

  private static let livePlaylist = """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:1
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0,HOLD-BACK=3.0,CAN-SKIP-UNTIL=6.0
    #EXT-X-PART-INF:PART-TARGET=1.0
    #EXT-X-MEDIA-SEQUENCE:0
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-MAP:URI="video-1-init.mp4"
    #EXT-X-PROGRAM-DATE-TIME:2024-06-15T16:42:07.000Z
    #EXT-X-DATERANGE:ID="break",START-DATE="2024-06-15T16:42:08Z",DURATION=1.5,SCTE35-OUT=\(splice)
    #EXT-X-PART:DURATION=1.0,URI="video-1-00001.m4s",INDEPENDENT=YES
    #EXTINF:1.0,
    video-1-00001.m4s
    #EXT-X-PROGRAM-DATE-TIME:2024-06-15T16:42:08.000Z
    #EXT-X-PART:DURATION=1.0,URI="video-1-00002.m4s",INDEPENDENT=YES
    #EXTINF:1.0,
    video-1-00002.m4s
    #EXT-X-PART:DURATION=0.5,URI="video-1-00003.m4s",INDEPENDENT=YES
    #EXTINF:0.5,
    video-1-00003.m4s

    """

  private static let parted = Result { try make(isSingleFile: false) }
  private static let whole = Result { try make(isSingleFile: true) }

  /// A stream that the package writes itself, in segments of a second.
  private static func make(isSingleFile: Bool) throws -> Files {
    let folder = try Folder()
    let clip = try folder.write(Data(try Sample.bytes(Sample.mp4)), to: "clip.mp4")
    var options = StreamOptions()
    options.segmentSeconds = 1
    options.isSingleFile = isSingleFile
    _ = try StreamMaker(nil, options).make([clip, clip], to: folder.path("stream"))
    return try Dictionary(
      uniqueKeysWithValues: Folder.names(folder.path("stream")).map {
        ($0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("stream/" + $0)))))
      })
  }

  /// The pictures of the stream in one file.
  static func cmafTrack() throws -> [UInt8] {
    let files = try parted.get()
    let names = ["video-1-init.mp4"] + (1...3).map { "video-1-0000\($0).m4s" }
    return try names.flatMap { try #require(files[$0]) }
  }

  /// Reads the documents and segments among `files`.
  func examined(_ files: Files) throws -> ExaminedStream {
    let bytes = try #require(files[document])
    return try #require(
      ExaminedStream(Bytes(bytes), DocumentURL(document), name: document) {
        resource throws(StreamLoadError) in
        guard let bytes = files[resource.url.text] else {
          throw StreamLoadError("is not there")
        }
        return try resource.part(of: Bytes(bytes))
      })
  }
}

extension SampleStream.Files {
  /// Changes the first occurrence of a text that is `old`.
  mutating func edit(_ name: String, _ old: String, _ new: String, all: Bool = false) throws {
    let text = String(decoding: try #require(self[name]), as: UTF8.self)
    try #require(text.contains(old), "\(name) has no '\(old)'")
    let changed =
      all ? text.replacing(old, with: new) : text.replacing(old, with: new, maxReplacements: 1)
    self[name] = Array(changed.utf8)
  }

  /// Changes the boxes of a file, whose data keeps its offset behind its fragment.
  mutating func editBoxes(_ name: String, _ change: (inout BoxFile) throws -> Void) throws {
    var file = BoxFile(Bytes(try #require(self[name])))
    try change(&file)
    self[name] = try file.encoded().bytes
  }

  /// Changes a fragment of a segment.
  mutating func editFragment<Body: BoxBody>(
    _ name: String, _ path: String, as body: Body.Type, _ change: (inout Body) -> Void
  ) throws {
    try editBoxes(name) { file in try file.edit("moof/traf/\(path)", as: body) { change(&$0) } }
  }

  /// Inserts boxes before those of a segment.
  mutating func put(_ boxes: [Box], before name: String) throws {
    try editBoxes(name) { $0.boxes.insert(contentsOf: boxes, at: 0) }
  }

  /// Marks the samples as encrypted at the start of pictures.
  mutating func seal(_ name: String) throws {
    try editBoxes(name) { file in
      let stsd = "moov/trak/mdia/minf/stbl/stsd"
      try file.edit(stsd) { box in
        var entry = try #require(box.children.first)
        let fields = try #require(entry[VisualSampleEntry.self])
        var format = OriginalFormatBox()
        format.dataFormat = entry.type
        var scheme = SchemeTypeBox()
        scheme.schemeType = "cbcs"
        var key = TrackEncryptionBox()
        key.header.version = 1
        (key.defaultCryptByteBlock, key.defaultSkipByteBlock) = (1, 9)
        key.defaultPerSampleIVSize = 0
        key.defaultKID = Bytes([UInt8](repeating: 1, count: 16))
        key.defaultConstantIV = Bytes([UInt8](repeating: 2, count: 16))
        entry = Box(type: "encv", fields)
        var information = Box(type: "schi", ContainerBox())
        information.children = [Box(key)]
        var protection = Box(type: "sinf", ContainerBox())
        protection.children = [Box(format), Box(scheme), information]
        entry.children.append(protection)
        box.children = [entry]
      }
    }
  }

  /// An event message.
  static func event(_ scheme: String, id: UInt32 = 1, _ data: [UInt8] = [1]) -> Box {
    var event = EventMessageBox()
    (event.schemeIDURI, event.id, event.messageData) = (Text(scheme), id, Bytes(data))
    return Box(event)
  }
}
