internal import ISOBMFF

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
