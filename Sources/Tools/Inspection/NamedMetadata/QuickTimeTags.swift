internal import FieldCoding
internal import ISOBMFF
internal import Metadata

/// The metadata of a movie: keys with values, items of iTunes, user data.
struct QuickTimeTags {
  private(set) var tags: [MetadataTag] = []
  /// XMP packets among the user data.
  private(set) var packets: [Bytes] = []
  /// The last values of names in some language or for some country.
  private var translated: [MetadataTag] = []

  /// - Parameter children: the boxes in `moov`.
  init(movie children: [Box]) {
    add(children, keys: "Keys", userData: "UserData")
    for (index, track) in children.all("trak").enumerated() {
      let group = "Track\(index + 1)"
      add(track.children, keys: group, userData: group)
      addMeta(track.children.at("mdia", "meta"), keys: group)
    }
    addDefaults()
  }

  /// - Parameter meta: the boxes in a `meta` of the file.
  init(meta: [Box]) {
    addMeta(meta, keys: "Keys")
    addDefaults()
  }

  /// Uses a value in some language as the default value if there is no other.
  private mutating func addDefaults() {
    var known = Set(tags.map { "\($0.group):\($0.name)" })
    for tag in translated.reversed() where known.insert("\(tag.group):\(tag.name)").inserted {
      tags.append(tag)
    }
  }

  private mutating func add(_ children: [Box], keys: String, userData: String) {
    for meta in children.all("meta") { addMeta(meta.children, keys: keys) }
    for box in children.userData {
      switch box.type {
      case "meta": addMeta(box.children, keys: keys)
      case "XMP_": if let packet = box.opaquePayload { packets.append(packet) }
      default:
        for (suffix, text) in QuickTimeTexts.texts(box) {
          let name = QuickTimeNames.name(ofUserData: box.type)
          let isDate = ["©day", "date"].contains(box.type)
          let date = isDate ? XMPValueForm.date(QuickTimeTags.zoned(text), isDate: true) : nil
          tags.append(MetadataTag(userData, name + suffix, date ?? text))
          if !suffix.isEmpty { translated.append(MetadataTag(userData, name, date ?? text)) }
        }
      }
    }
  }

  private mutating func addMeta(_ meta: [Box], keys group: String) {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys ?? []
    for item in meta.at("ilst") {
      let index = Int(item.type.rawValue)
      let isKey = index >= 1 && index <= keys.count
      let name = isKey ? QuickTimeNames.name(ofKey: keys[index - 1].value.string) : name(of: item)
      for value in item.children.compactMap({ $0[MetadataValueBox.self] }) {
        let group = isKey ? group : item.type == "----" ? "iTunes" : "ItemList"
        let genre = item.type == "gnre" ? QuickTimeTags.genre(value.value) : nil
        let text = genre ?? QuickTimeTags.text(of: value, name)
        let suffix = QuickTimeTags.suffix(value.locale)
        tags.append(MetadataTag(group, name + suffix, text))
        if !suffix.isEmpty {
          translated.append(MetadataTag(isKey ? "Keys" : group, name, text))
        }
      }
    }
  }

  /// `-und-US`; nothing for a value for all countries and languages.
  private static func suffix(_ locale: UInt32) -> String {
    guard locale != 0 else { return "" }
    let country = [
      UInt8(truncatingIfNeeded: locale >> 24), UInt8(truncatingIfNeeded: locale >> 16),
    ]
    let isCountry = country.allSatisfy { (0x41...0x5A).contains($0) }
    // Some programs write other numbers, which stand for no language.
    let stated =
      locale & 0xFFFF == 0 ? nil : PackedLanguage.letters(UInt64(locale & 0x7FFF)) ?? "err"
    // English is as good as none.
    let language = stated == "eng" ? nil : stated
    return (language != nil || isCountry ? "-" + (language ?? "und") : "")
      + (isCountry ? "-" + String(decoding: country, as: UTF8.self) : "")
  }

  private func name(of item: Box) -> String {
    guard item.type == "----" else {
      return QuickTimeNames.items[item.type] ?? QuickTimeNames.userData[item.type] ?? "\(item.type)"
    }
    let name = item.children.first("name")?[MetadataNameBox.self]?.text.string ?? ""
    return name.isEmpty ? "\(item.type)" : String(name.map { $0 == " " ? "_" : $0 })
  }

  /// Types of metadata, identifiers, points, sizes, rectangles and matrices (QuickTime File Format,
  /// well-known types).
  private static let shapes: Set<UInt32> = [28, 30, 70, 71, 72, 79]

  private static func text(of value: MetadataValueBox, _ name: String) -> String {
    if value.value.isEmpty, [1, 2].contains(value.typeIndicator) { return "" }
    if value.position == nil,
      value.value.isEmpty || shapes.contains(value.typeIndicator)
        || value.typeIndicator == 0 && value.value.count > 16
        || [13, 14, 27].contains(value.typeIndicator)
    {
      return bytesAsText(value.value.count)
    }
    if value.typeIndicator == 23 || value.typeIndicator == 24 {
      return floatingPoint(value.value) ?? value.text
    }
    let text = value.text
    if let form = QuickTimeNames.forms[name] { return form.written(text) }
    if name == "GoogleTrackDuration" { return MovieTime.text(milliseconds: text) ?? text }
    if name == "GPSCoordinates" { return ISO6709.text(text) ?? text }
    if ["CreationDate", "ContentCreateDate", "LocationDate"].contains(name) {
      return XMPValueForm.date(zoned(text), isDate: name != "CreationDate") ?? text
    }
    return text
  }

  /// The name of a genre of iTunes; nil for a number without a name.
  private static func genre(_ number: Bytes) -> String? {
    guard number.count == 2 else { return nil }
    return ITunesValues.names["gnre"]?[number.reduce(0) { $0 << 8 | UInt64($1) }]
  }

  /// `+02:00` instead of `+0200` at the end.
  static func zoned(_ text: String) -> String {
    let end = text.suffix(5)
    guard text.count > 10, let sign = end.first, sign == "+" || sign == "-",
      end.dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return "\(text.dropLast(2)):\(text.suffix(2))"
  }

  private static func floatingPoint(_ bytes: Bytes) -> String? {
    let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch bytes.count {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))).significant()
    case 8: return Double(bitPattern: bits).significant()
    default: return nil
    }
  }
}

/// Durations as a person reads them.
enum MovieTime {
  /// `3.00 s`, and from half a minute on `0:00:33`.
  static func text(milliseconds: String) -> String? {
    guard let seconds = Double(milliseconds).map({ $0 / 1000 }), (0..<1e9).contains(seconds) else {
      return nil
    }
    guard seconds >= 30 else { return seconds == 0 ? "0 s" : seconds.fixed(2) + " s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}

/// Positions as QuickTime states them (ISO 6709 annex H).
enum ISO6709 {
  /// `34 deg 3' 11.88" N, 118 deg 14' 32.28" W, 197.095 m Above Sea Level`
  static func text(_ text: String) -> String? {
    guard let (latitude, longitude, altitude) = ISO6709Position.numbers(in: text) else {
      return nil
    }
    let position =
      "\(Angle.text(latitude)) \(latitude < 0 ? "S" : "N"), "
      + "\(Angle.text(longitude)) \(longitude < 0 ? "W" : "E")"
    guard let altitude else { return position }
    let level = altitude < 0 ? "Below" : "Above"
    return "\(position), \(altitude.magnitude.significant()) m \(level) Sea Level"
  }
}

/// The usual names of QuickTime's keys and user data.
enum QuickTimeNames {
  /// The name of a key: `CreationDate` of `com.apple.quicktime.creationdate`.
  static func name(ofKey key: String) -> String {
    var rest = Substring(key)
    for start in ["com.apple.quicktime.", "com.apple.photos.", "com."] where rest.hasPrefix(start) {
      rest = start == "com.apple.photos." ? rest.dropFirst(4) : rest.dropFirst(start.count)
      break
    }
    if let name = keys[String(rest)] { return name }
    // Each part starts with a capital letter. Other letters than those of ASCII are left out.
    var name: [Character] = []
    var isStart = true
    for character in rest
    where character.isASCII
      && (character.isLetter || character.isNumber || "._- ".contains(character))
    {
      if character == "." || character == " " {
        isStart = true
        continue
      }
      name.append(isStart ? Character(character.uppercased()) : character)
      isStart = character == "_"
    }
    // Where a small letter is before it, the capital letter is enough to show the next part: `x_original_size` is
    // `X_OriginalSize`.
    return String(
      name.indices.filter { index in
        let isBetween = index > 0 && index + 1 < name.count
        return name[index] != "_" || !isBetween || !name[index - 1].isLowercase
          || !name[index + 1].isUppercase
      }.map { name[$0] })
  }

  /// The name of user data; `UserData_xyz` for a text without a known name.
  static func name(ofUserData type: FourCC) -> String {
    if let name = userData[type] { return name }
    let name = "\(type)"
    return name.hasPrefix("©") ? "UserData_" + name.dropFirst() : name
  }

  private static let keys = [
    "location.ISO6709": "GPSCoordinates", "creationdate": "CreationDate",
    "displayname": "DisplayName", "direction.facing": "CameraDirection",
    "direction.motion": "CameraMotion", "live-photo.auto": "LivePhotoAuto",
    "live-photo.vitality-score": "LivePhotoVitalityScore",
    "live-photo.vitality-scoring-version": "LivePhotoVitalityScoringVersion",
    "phonogramrights": "PhonogramRights", "originalartist": "OriginalArtist",
    "collection.user": "UserCollection", "rating.user": "UserRating",
    "camera.framereadouttimeinmicroseconds": "FrameReadoutTime", "album": "Album",
    "location.body": "LocationBody", "location.note": "LocationNote",
    "year": "Year", "still-image-time": "StillImageTime", "video-orientation": "VideoOrientation",
    "live-photo-info": "LivePhotoInfo", "detected-face": "DetectedFace",
    "player.movie.audio.balance": "Balance", "player.movie.audio.bass": "Bass",
    "player.movie.audio.gain": "AudioGain", "player.movie.audio.mute": "Mute",
    "player.movie.audio.pitchshift": "PitchShift", "player.movie.audio.treble": "Treble",
    "player.movie.visual.brightness": "Brightness", "player.movie.visual.color": "Color",
    "player.movie.visual.contrast": "Contrast", "player.movie.visual.tint": "Tint",
    "apple.photos.captureMode": "CaptureMode", "detected-face.bounds": "DetectedFaceBounds",
    "detected-face.face-id": "DetectedFaceID",
    "detected-face.roll-angle": "DetectedFaceRollAngle",
    "detected-face.yaw-angle": "DetectedFaceYawAngle",
    "apple.photos.variation-identifier": "ApplePhotosVariationIdentifier",
  ]

  /// The names of texts in user data, and of items of iTunes.
  static let userData: [FourCC: String] = [
    "©ART": "Artist", "©TIM": "StartTimecode", "©TSC": "StartTimeScale",
    "©TSZ": "StartTimeSampleSize", "©alb": "Album", "©arg": "Arranger",
    "©ark": "ArrangerKeywords", "©aut": "Author", "©cmt": "Comment", "©cok": "ComposerKeywords",
    "©com": "Composer", "©cpy": "Copyright", "©day": "ContentCreateDate", "©dir": "Director",
    "©ed1": "Edit1", "©ed2": "Edit2", "©ed3": "Edit3", "©ed4": "Edit4", "©ed5": "Edit5",
    "©ed6": "Edit6", "©ed7": "Edit7", "©ed8": "Edit8", "©ed9": "Edit9", "©enc": "EncoderID",
    "©fmt": "Format", "©fpt": "Pitch", "©frl": "Roll", "©fyw": "Yaw", "©gen": "Genre",
    "©gpt": "CameraPitch", "©grl": "CameraRoll", "©grp": "Grouping", "©gyw": "CameraYaw",
    "©inf": "Information", "©isr": "ISRCCode", "©lab": "RecordLabelName",
    "©lal": "RecordLabelURL", "©lyr": "Lyrics", "©mak": "Make", "©mal": "MakerURL",
    "©mod": "Model", "©nam": "Title", "©pdk": "ProducerKeywords",
    "©phg": "RecordingCopyright", "©prd": "Producer", "©prf": "Performers",
    "©prk": "PerformerKeywords", "©prl": "PerformerURL", "©req": "Requirements",
    "©snk": "SubtitleKeywords", "©snm": "Subtitle", "©src": "SourceCredits",
    "©swf": "SongWriter", "©swk": "SongWriterKeywords", "©swr": "SoftwareVersion",
    "©too": "Encoder", "©trk": "Track", "©url": "URL", "©wrn": "Warning", "©wrt": "Composer",
    "©xsp": "SpeedX", "©xyz": "GPSCoordinates", "©ysp": "SpeedY", "©zsp": "SpeedZ",
    "name": "Name", "titl": "Title", "dscp": "Description", "cprt": "Copyright",
    "perf": "Performer", "auth": "Author", "gnre": "Genre", "coll": "CollectionName",
    "albr": "AlbumArtist", "albm": "Album", "yrrc": "Year", "rtng": "Rating",
    "clsf": "Classification", "urat": "UserRating", "kywd": "Keywords",
    "loci": "LocationInformation", "apmd": "ApertureMode", "WLOC": "WindowLocation",
    "chpl": "ChapterList", "LOOP": "LoopStyle", "SelO": "PlaySelection", "AllF": "PlayAllFrames",
    "date": "DateTimeOriginal", "manu": "Make", "modl": "Model", "tagc": "MediaCharacteristic",
    "CAME": "SerialNumberHash", "CNCV": "CompressorVersion", "CNFV": "FirmwareVersion",
    "CNMN": "Model", "FIRM": "FirmwareVersion", "FOV\0": "FieldOfView", "GoPr": "GoProType",
    "LENS": "LensSerialNumber", "SDLN": "PlayMode", "SNum": "SerialNumber",
    "angl": "CameraAngle", "ccid": "ContentID", "cdis": "ContentDistributorID",
    "clfn": "ClipFileName", "clid": "ClipID", "cmid": "CameraID", "cmnm": "Model",
    "cver": "CodeVersion", "cvru": "CoverURI", "hinv": "HintVersion", "icnu": "IconURI",
    "infu": "InfoURL", "kgtt": "TrackType", "lrcu": "LyricsURI", "pmcc": "GarminSettings",
    "reel": "ReelName", "thmb": "ThumbnailImage", "scen": "Scene", "shot": "ShotName",
    "slno": "SerialNumber",
    "vndr": "Vendor", "©mdl": "Model",
  ]

  static let items: [FourCC: String] = [
    "@PST": "ParentShortTitle", "@ppi": "ParentProductID", "@pti": "ParentTitle",
    "@sti": "ShortTitle", "VERS": "ProductVersion", "aART": "AlbumArtist",
    "akID": "AppleStoreAccountType", "apID": "AppleStoreAccount",
    "atID": "AlbumTitleID", "catg": "Category", "cmID": "ComposerID",
    "cnID": "AppleStoreCatalogID", "covr": "CoverArt", "cpil": "Compilation",
    "desc": "Description", "disk": "DiskNumber", "egid": "EpisodeGlobalUniqueID",
    "geID": "GenreID", "grup": "Grouping", "gshh": "GoogleHostHeader",
    "gspm": "GooglePingMessage", "gspu": "GooglePingURL", "gssd": "GoogleSourceData",
    "gsst": "GoogleStartTime", "gstd": "GoogleTrackDuration", "hdvd": "HDVideo",
    "itnu": "iTunesU", "keyw": "Keyword", "ldes": "LongDescription", "ownr": "Owner",
    "pcst": "Podcast", "pgap": "PlayGap", "plID": "PlayListID", "prID": "ProductID",
    "purd": "PurchaseDate", "purl": "PodcastURL", "rate": "RatingPercent",
    "rldt": "ReleaseDate", "sdes": "StoreDescription", "sfID": "AppleStoreCountry",
    "shwm": "ShowMovement", "soaa": "SortAlbumArtist", "soal": "SortAlbum",
    "soar": "SortArtist", "soco": "SortComposer", "sonm": "SortName", "sosn": "SortShow",
    "stik": "MediaType", "tmpo": "BeatsPerMinute", "trkn": "TrackNumber",
    "tven": "TVEpisodeID", "tves": "TVEpisode", "tvnn": "TVNetworkName", "tvsh": "TVShow",
    "tvsn": "TVSeason", "xid ": "ISRC", "©con": "Conductor", "©des": "Description",
    "©mvc": "MovementCount", "©mvi": "MovementNumber", "©mvn": "MovementName",
    "©nrt": "Narrator", "©ope": "OriginalArtist", "©pub": "Publisher",
    "©sne": "SoundEngineer", "©sol": "Soloist", "©st3": "Subtitle", "©wrk": "Work",
    "©xpd": "ExecutiveProducer", "©enc": "EncodedBy", "©grp": "Grouping",
    "©ard": "ArtDirector",
  ]

  /// The meaning of the values of keys and of iTunes' items.
  static let forms: [String: MetadataValueForm] = [
    "Mute": .names([0: "Off", 1: "On"]), "FrameReadoutTime": .unit("microseconds"),
    "LocationRole": .names([
      0: "Shooting Location", 1: "Real Location", 2: "Fictional Location",
    ]), "VideoOrientation": .names(ExifValueNames.orientation),
    "AppleStoreAccountType": .names([0: "iTunes", 1: "AOL"]),
    "Compilation": .names(ExifValueNames.noYes), "ShowMovement": .names(ExifValueNames.noYes),
    "Podcast": .names(ExifValueNames.noYes), "iTunesU": .names(ExifValueNames.noYes),
    "PlayGap": .names([0: "Insert Gap", 1: "No Gap"]),
    "Rating": .names([0: "none", 1: "Explicit", 2: "Clean", 4: "Explicit (old)"]),
    "HDVideo": .names(ExifValueNames.noYes),
    "MediaType": .names([
      0: "Movie (old)", 1: "Normal (Music)", 2: "Audiobook", 5: "Whacked Bookmark",
      6: "Music Video", 9: "Movie", 10: "TV Show", 11: "Booklet", 14: "Ringtone", 21: "Podcast",
      23: "iTunes U",
    ]),
  ]
}

/// The text of user data.
enum QuickTimeTexts {
  static func texts(_ box: Box) -> [(suffix: String, text: String)] {
    if let texts = box[UserDataTextBox.self]?.texts {
      return texts.map { entry in
        let text = entry.string
        let shown = box.type == "©xyz" ? ISO6709.text(text) ?? text : text
        return (suffix(entry.language), shown)
      }
    }
    if let text = box[UserDataPlainTextBox.self]?.text.string { return [("", text)] }
    if let box = box[AssetTextBox.self] { return [(suffix(box.language), box.text.string)] }
    if let album = box[AlbumBox.self] { return [(suffix(album.language), album.title.string)] }
    if let year = box[RecordingYearBox.self] { return [("", "\(year.year)")] }
    if let keywords = box[KeywordsBox.self] {
      if let text = keywords.plainText { return [("", text.string)] }
      return [(suffix(keywords.language), keywords.keywords.map(\.string).joined(separator: ", "))]
    }
    if let rating = box[UserRatingBox.self] { return [("", "\(rating.userRating)")] }
    if let stated = box[LocationInformationBox.self] { return [("", location(stated))] }
    if let window = box[WindowLocationBox.self] { return [("", "\(window.x) \(window.y)")] }
    if let list = box[ChapterListBox.self] {
      return [("", list.chapters.map(chapter).joined(separator: ", "))]
    }
    if let rating = box[RatingBox.self] {
      let text = "Entity=\(rating.entity) Criteria=\(rating.criteria) \(rating.ratingInfo.string)"
      return [(suffix(rating.language), text)]
    }
    if let classification = box[ClassificationBox.self] {
      let text =
        "Entity=\(classification.entity) Index=\(classification.table) \(classification.info.string)"
      return [(suffix(classification.language), text)]
    }
    if box.type == "thmb", let payload = box.opaquePayload {
      return [("", bytesAsText(payload.count))]
    }
    if let box = box[CameraTextBox.self] { return [("", box.text)] }
    if let box = box[CanonTextBox.self] { return [("", box.text.string)] }
    if let flag = box[UserDataFlagBox.self] { return [("", "\(flag.value)")] }
    if let loop = box[LoopStyleBox.self] {
      return [
        ("", MetadataValueForm.names([0: "Normal", 1: "Palindromic"]).written("\(loop.style)"))
      ]
    }
    guard QuickTimeNames.userData[box.type] != nil, let payload = box.opaquePayload else {
      return []
    }
    if box.type == "CAME" { return [("", MetadataValueForm.hexadecimal().written(bytes(payload)))] }
    // Cameras write plain text, padded with zero bytes.
    let text = Array(payload.prefix(4096).prefix { $0 != 0 })
    return [("", Text.decoded(text))]
  }

  private static func bytes(_ payload: Bytes) -> String {
    payload.prefix(64).map { "\($0)" }.joined(separator: " ")
  }

  /// `-fr`; nothing for English and for texts without a language.
  private static func suffix(_ language: UInt16) -> String {
    // Macintosh codes (QuickTime File Format, language codes), and "unspecified".
    guard language >= 0x400, language != 0x7FFF else {
      if language == 0x7FFF { return "-un" }
      return language > 0 ? MacintoshLanguage.tag(language).map { "-" + $0 } ?? "" : ""
    }
    guard language != 0x55C4, language != 0x15C7 else { return "" }
    return "-" + (PackedLanguage.letters(UInt64(language)) ?? "err")
  }

  private static func location(_ box: LocationInformationBox) -> String {
    let roles = ["shooting", "real", "fictional"]
    let role = roles.indices.contains(Int(box.role)) ? roles[Int(box.role)] : "\(box.role)"
    let name = box.name.string
    func degrees(_ value: Int32) -> String { (Double(value) / 65536).fixed(5) }
    return "\(name.isEmpty ? "(none)" : name) Role=\(role) Lat=\(degrees(box.latitude)) "
      + "Lon=\(degrees(box.longitude)) Alt=\((Double(box.altitude) / 65536).fixed(2)) "
      + "Body=\(box.astronomicalBody.string) Notes=\(box.additionalNotes.string)"
  }

  private static func chapter(_ chapter: ChapterListBox.Chapter) -> String {
    let milliseconds = chapter.start / 10_000 + (chapter.start % 10_000 >= 5_000 ? 1 : 0)
    let rest = Int(milliseconds % 60_000)
    return "[\(milliseconds / 3_600_000):\(two(Int(milliseconds / 60_000 % 60))):"
      + "\(two(rest / 1000)).\(zeroPadded(rest % 1000, to: 3))] \(chapter.title.string)"
  }
}
