import FieldCoding
import HEIF
import ISOBMFF
import Movie

/// Rules about movies and tracks.
extension Rules {
  static let tracks: [FileRule] = [
    audioChannelsDiffer,
    audioRateDiffers,
    dateBefore1970,
    drefIndexUnknown,
    elstEmptyLast,
    elstPastMedia,
    elstRate,
    elstTimeNegative,
    matrixDegenerate,
    matrixOblique,
    matrixOfMovie,
    mdhdLanguageInvalid,
    mediaDurationDiffers,
    mediaDataUnused,
    mediaHeaderMissing,
    metadataKeyUnknown,
    movieAfterMedia,
    movieDurationDiffers,
    nextTrackIDTaken,
    protectionIncomplete,
    sampleEntryKind,
    stillImageTimeMissing,
    timescaleZero,
    trackDurationDiffers,
    trackIDTwice,
    trackIDZero,
    trackSizeDiffers,
    trackSizeZero,
    trefKind,
    trefToItself,
    trefTrackUnknown,
  ]

  static let audioChannelsDiffer = FileRule(
    "audio-channels-differ", .note, "ISO/IEC 14496-14 §6.7.2, 14496-3 §1.6.3.5",
    "The sample entry of AAC states as many channels as its configuration."
  ) { file, findings in
    for track in file.sampleTables {
      for entry in track.entries {
        guard let audio = entry[AudioSampleEntry.self],
          let configuration = AACConfiguration.of(audio),
          let channels = AACConfiguration.channels[configuration.channelConfiguration],
          // Parametric stereo is coded as one channel.
          audio.channels != channels, configuration.coreObjectType == nil, audio.channels > 0
        else { continue }
        findings.add(
          at: entry, field: ["channelcount"],
          "the audio of track \(track.id) is said to have \(counted(audio.channels, "channel")), but its decoder is "
            + "set up for \(channels)")
      }
    }
  }

  static let audioRateDiffers = FileRule(
    "audio-rate-differs", .warning, "ISO/IEC 14496-14 §6.7.2, 14496-3 §1.6.2.1",
    "The sample entry of AAC states the sampling rate of its configuration."
  ) { file, findings in
    for track in file.sampleTables {
      for entry in track.entries {
        guard let audio = entry[AudioSampleEntry.self],
          let rate = AACConfiguration.of(audio)?.samplesPerSecond, rate < 65536
        else { continue }
        let stated = audio.samplesPerSecond
        // With SBR, it is the rate before or after.
        guard stated > 0, stated != Double(rate), stated != Double(rate) * 2,
          stated * 2 != Double(rate)
        else { continue }
        // QuickTime has numbers of 64 bits, and infinity is one of them.
        let text = Int(exactly: stated.rounded()).map { "\($0)" } ?? "\(stated)"
        findings.add(
          at: entry, field: ["samplerate"],
          "the audio of track \(track.id) is said to have \(text) samples a second, but its "
            + "decoder is set up for \(rate)")
      }
    }
  }

  static let dateBefore1970 = FileRule(
    "date-before-1970", .note, "ISO/IEC 14496-12 §8.2.2",
    "Times count from 1904."
  ) { file, findings in
    guard let header = file.movie?.header, let box = file.all(at: "moov", "mvhd").first,
      header.creationTime > 0, header.creationTime <= Date1904.startOf1970
    else { return }
    findings.add(
      at: box, field: ["creation_time"],
      header.creationTime == Date1904.startOf1970
        ? "the movie is said to be from the start of 1970: the clock of its writer was not set"
        : "the movie is said to be from before 1970: its writer may have counted from 1970 and not from "
          + "1904")
  }

  static let drefIndexUnknown = FileRule(
    "dref-index-unknown", .error, "ISO/IEC 14496-12 §8.5.2",
    "A sample entry names an entry of dref, which says in which file the samples are."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = file.first(in: track.box, "mdia", "minf", "dinf", "dref") else {
        continue
      }
      let count = file.children(of: box).count
      for entry in track.entries {
        guard let index = entry.box.dataReferenceIndex, index < 1 || Int(index) > count else {
          continue
        }
        findings.add(
          at: entry, field: ["data_reference_index"],
          "track \(track.id) has its samples in data reference \(index) of \(count)")
      }
    }
  }

  static let elstEmptyLast = FileRule(
    "elst-empty-last", .warning, "ISO/IEC 14496-12 §8.6.6",
    "The last edit of a track is not an empty one."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track.editList, let edits = track.edits else { continue }
      // With no other, the track is never shown.
      guard edits.count > 1, edits[edits.count - 1, 1] == -1 else { continue }
      findings.add(
        at: box, field: ["entries[\(edits.count - 1)]"],
        "the last edit of track \(track.id) is empty, and programs end the track before it")
    }
  }

  static let elstPastMedia = FileRule(
    "elst-past-media", .warning, "ISO/IEC 14496-12 §8.6.6",
    "Edits show parts of the media that are there."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track.editList, let edits = track.edits else { continue }
      // Edits use composition times, and the last composed sample need not be the last decoded one.
      guard !file.isFragmented, let last = track.track.samples.sample(composedAt: .max) else {
        continue
      }
      let end = last.compositionTime.addingSaturating(last.duration)
      edits.forEachRow { index, row in
        guard row[1] > 0, row[1] >= end, row[0] != 0 else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "media_time"],
          "an edit starts at \(row[1]), but the media of track \(track.id) ends at \(end): "
            + "there is nothing to show")
      }
    }
  }

  static let elstRate = FileRule(
    "elst-rate", .warning, "ISO/IEC 14496-12 §8.6.6",
    "The rate of an edit is 1, or 0 to hold one frame."
  ) { file, findings in
    guard !file.has(RuleQuirk.editRates) else { return }
    for track in file.sampleTables {
      guard let box = track.editList, let edits = track.edits else { continue }
      edits.forEachRow { index, row in
        guard row[3] != 0 || (row[2] != 1 && row[2] != 0) else { return }
        let rate = Double(row[2]) + Double(UInt16(truncatingIfNeeded: row[3])) / 65536
        findings.add(
          at: box, field: ["entries[\(index)]", "media_rate_integer"],
          "an edit of track \(track.id) has the rate \(rate), which programs ignore")
      }
    }
  }

  static let elstTimeNegative = FileRule(
    "elst-time-negative", .warning, "ISO/IEC 14496-12 §8.6.6",
    "The media time of an edit is not negative, unless it is −1 for an empty edit."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track.editList, let edits = track.edits else { continue }
      edits.forEachRow { index, row in
        guard row[1] < -1 else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "media_time"],
          "an edit starts at \(row[1]), before the media of track \(track.id)")
      }
    }
  }

  static let matrixDegenerate = FileRule(
    "matrix-degenerate", .warning, "ISO/IEC 14496-12 §6.2.2",
    "The matrix of a track puts frames on a surface."
  ) { file, findings in
    for track in file.sampleTables where track.track.handlerType == "vide" {
      let matrix = track.track.matrix
      guard Int64(matrix.a) * Int64(matrix.d) == Int64(matrix.b) * Int64(matrix.c) else { continue }
      findings.add(
        at: track.header, field: ["matrix"],
        "the matrix of track \(track.id) turns every frame into a line or a point")
    }
  }

  static let matrixOblique = FileRule(
    "matrix-oblique", .note, "ISO/IEC 14496-12 §6.2.2",
    "Most programs rotate frames only by right angles."
  ) { file, findings in
    for track in file.sampleTables where track.track.handlerType == "vide" {
      let m = track.track.matrix
      guard !(m.b == 0 && m.c == 0), !(m.a == 0 && m.d == 0) else { continue }
      findings.add(
        at: track.header, field: ["matrix"],
        "the matrix of track \(track.id) rotates frames by an angle that is not a right angle, or slants them"
      )
    }
  }

  static let matrixOfMovie = FileRule(
    "matrix-of-movie", .note, "ISO/IEC 14496-12 §8.2.2",
    "Many programs ignore the matrix of the movie header."
  ) { file, findings in
    guard let box = file.all(at: "moov", "mvhd").first,
      let matrix = box[MovieHeaderBox.self]?.matrix,
      matrix.w == 0x4000_0000,
      (matrix.a, matrix.b, matrix.c, matrix.d) != (0x1_0000, 0, 0, 0x1_0000),
      file.sampleTables.contains(where: { $0.track.handlerType == "vide" })
    else { return }
    let change = matrix.rotation == 0 ? "scales" : "rotates, mirrors or slants"
    findings.add(
      at: box, field: ["matrix"],
      "the movie header has a matrix that \(change) all tracks, which some programs ignore")
  }

  static let mdhdLanguageInvalid = FileRule(
    "mdhd-language-invalid", .note, "ISO/IEC 14496-12 §8.4.2",
    "The language of a track has three letters."
  ) { file, findings in
    for track in file.sampleTables {
      guard let language = track.track.mediaHeader?.language else { continue }
      let letters = [language >> 10 & 31, language >> 5 & 31, language & 31]
      if language < 0x8000, letters.allSatisfy({ (1...26).contains($0) }) { continue }
      if language < 0x400 || language == 0x7FFF, file.has(RuleQuirk.macintoshLanguages) { continue }
      findings.add(
        at: track.mediaHeader, field: ["language"],
        "the language of track \(track.id) is the number \(language), which is not a language code")
    }
  }

  static let mediaDurationDiffers = FileRule(
    "media-duration-differs", .warning, "ISO/IEC 14496-12 §8.4.2",
    "The duration of the media of a track is that of its samples."
  ) { file, findings in
    guard !file.isFragmented else { return }
    for track in file.sampleTables where track.timescale > 0 {
      guard let header = track.track.mediaHeader,
        let stated = header.duration.known(header.header.version), let times = track.times,
        times.samples > 0
      else { continue }
      let seconds = Double(stated) / Double(track.timescale)
      let actual = Double(times.sum) / Double(track.timescale)
      guard abs(seconds - actual) > Seconds.tolerance else { continue }
      findings.add(
        at: track.mediaHeader, field: ["duration"],
        "the media of track \(track.id) is said to last \(Seconds.text(seconds)), but its samples "
          + "last \(Seconds.text(actual))")
    }
  }

  static let mediaDataUnused = FileRule(
    "media-data-unused", .warning, "ISO/IEC 14496-12 §8.1.1",
    "Media data is of samples or items: no box of it, and no parts between others, are used by nothing."
  ) { file, findings in
    /// Parts that have fewer bytes fill up, or are signs of the writer.
    let fewestBytes = 64

    /// A track that has lost its description is in more parts.
    let fewestParts = 3

    /// Whether unused parts are everywhere among used ones: a movie that was trimmed, and not written again, has them at
    /// the start, at the end, and near the cuts.
    func isAmong(_ unused: [Range<Int>], _ data: Range<Int>) -> Bool {
      guard unused.count >= fewestParts else { return false }
      let used = unused.gaps(in: data).map(\.count)
      return (used.max() ?? 0) <= used.reduce(0, +) / 2
    }

    guard let used = file.usedMedia else { return }
    var previous: FourCC?
    for box in file.topBoxes {
      defer { if box.type != "free" { previous = box.type } }
      guard ["mdat", "imda"].contains(box.type) else { continue }
      let data = box.offset + min(box.box.headerSize, box.bytes.count)..<box.end
      let unused = used.gaps(in: data).filter { part in
        guard part.count >= fewestBytes, let bytes = file.bytes.part(part) else { return false }
        return !bytes.isFilling
      }
      let count = counted(unused.reduce(0) { $0 + $1.count }, "byte")
      if unused == [data] {
        // The rule about the numbers of media data reports it.
        guard box.type == "mdat" else { continue }
        findings.add(
          at: box,
          "no track and no item uses its \(count): what describes them is lost, or an edit has left them"
        )
      } else if previous == "moof" ? !unused.isEmpty : isAmong(unused, data) {
        findings.add(
          at: box, offset: unused[0].lowerBound,
          "no track and no item uses \(count) of it, from byte \(unused[0].lowerBound) on in \(counted(unused.count, "part")): what describes them is lost"
        )
      }
    }
  }

  static let mediaHeaderMissing = FileRule(
    "media-header-missing", .warning, "ISO/IEC 14496-12 §8.4.5",
    "Video has a video media header, and audio a sound media header."
  ) { file, findings in
    let headers: [FourCC: FourCC] = ["vide": "vmhd", "auxv": "vmhd", "soun": "smhd"]

    for track in file.sampleTables {
      guard let box = track.information, let needed = headers[track.track.handlerType],
        !file.children(of: box).contains(where: { $0.type == needed })
      else { continue }
      findings.add(
        at: box,
        "track \(track.id) of '\(track.track.handlerType)' has no '\(needed)', which some programs need "
          + "to recognise it")
    }
  }

  static let metadataKeyUnknown = FileRule(
    "metadata-key-unknown", .warning, "QuickTime File Format: Metadata item list atom",
    "Values of metadata have keys."
  ) { file, findings in
    for list in file.all("ilst") {
      guard let meta = file.container(of: list),
        let keys = file.first(in: meta, "keys")?[MetadataItemKeysBox.self]?.keys
      else { continue }
      for item in file.children(of: list)
      where item.type.rawValue < 0x1_0000
        && (item.type.rawValue == 0 || item.type.rawValue > UInt32(clamping: keys.count))
      {
        findings.add(
          at: list, offset: item.offset,
          "a value has key \(item.type.rawValue), but there \(keys.count == 1 ? "is 1 key" : "are \(keys.count) keys"): what it means is lost"
        )
      }
    }
  }

  static let movieAfterMedia = FileRule(
    "movie-after-media", .note, "ISO/IEC 14496-12 §6.2.3",
    "A movie that plays while it loads has its tables before its media."
  ) { file, findings in
    guard !file.isFragmented, let moov = file.all(at: "moov").first,
      let media = file.all(at: "mdat").first(where: { $0.bytes.count > 16 }),
      media.offset < moov.offset
    else { return }
    findings.add(
      at: moov,
      "the tables of the movie are after \(grouped(moov.offset - media.offset)) bytes of media: over a network, "
        + "it starts late")
  }

  static let movieDurationDiffers = FileRule(
    "movie-duration-differs", .warning, "ISO/IEC 14496-12 §8.2.2",
    "The duration of a movie is that of its longest track."
  ) { file, findings in
    guard let header = file.movie?.header, let scale = file.movieTimescale, !file.isFragmented,
      let box = file.all(at: "moov", "mvhd").first,
      let stated = header.duration.known(header.header.version)
    else { return }
    let tracks = file.sampleTables.compactMap { track in
      track.track.header.flatMap { $0.duration.known($0.header.version) }
    }
    guard let longest = tracks.max(), tracks.count == file.sampleTables.count else { return }
    let seconds = Double(stated) / Double(scale)
    let actual = Double(longest) / Double(scale)
    guard abs(seconds - actual) > Seconds.tolerance else { return }
    findings.add(
      at: box, field: ["duration"],
      "the movie is said to last \(Seconds.text(seconds)), but its longest track lasts "
        + Seconds.text(actual))
  }

  static let nextTrackIDTaken = FileRule(
    "next-track-id-taken", .note, "ISO/IEC 14496-12 §8.2.2",
    "The ID for the next track is larger than those of all tracks."
  ) { file, findings in
    guard let header = file.movie?.header, let box = file.all(at: "moov", "mvhd").first,
      let largest = file.sampleTables.map(\.id).max(), header.nextTrackID <= largest
    else { return }
    findings.add(
      at: box, field: ["next_track_ID"],
      "the next track ID is \(header.nextTrackID), but there is a track \(largest): "
        + "a program that adds a track may use an ID twice")
  }

  static let protectionIncomplete = FileRule(
    "protection-incomplete", .error, "ISO/IEC 14496-12 §8.12, ISO/IEC 23001-7 §4.2",
    "An encrypted track says what it is and how to decrypt it."
  ) { file, findings in
    /// The first missing box.
    func missing(in entry: Box) -> FourCC? {
      let protection = entry.children.at("sinf")
      if protection.isEmpty { return "sinf" }
      guard protection.first("frma") != nil else { return "frma" }
      guard let scheme = protection.first("schm") else { return "schm" }
      let common: Set<FourCC> = ["cenc", "cbc1", "cens", "cbcs"]
      guard let type = scheme[SchemeTypeBox.self]?.schemeType, common.contains(type),
        protection.at("schi").first("tenc") == nil
      else { return nil }
      return "tenc"
    }

    for track in file.sampleTables {
      for entry in track.entries
      where ["encv", "enca", "enct", "encs", "encm"].contains(entry.type) {
        guard let missing = missing(in: entry.box) else { continue }
        findings.add(
          at: entry, "the encrypted track \(track.id) has no '\(missing)': it cannot be decrypted")
      }
    }
  }

  static let sampleEntryKind = FileRule(
    "sample-entry-kind", .warning, "ISO/IEC 14496-12 §8.5.2",
    "Sample entries are of the kind that the handler of the track says."
  ) { file, findings in
    for track in file.sampleTables {
      for entry in track.entries {
        let isVisual = entry[VisualSampleEntry.self] != nil
        let isAudio = entry[AudioSampleEntry.self] != nil
        let handler = track.track.handlerType
        // A file without a handler breaks another rule.
        if isVisual || isAudio, CodeRegistry.handlers[handler] == nil,
          file.first(in: track.box, "mdia", "hdlr") != nil
        {
          findings.add(
            at: entry,
            "track \(track.id) is of '\(handler)', which is unknown, so that players pass over it; '\(entry.type)' is \(isAudio ? "audio" : "video")"
          )
        }
        guard (handler == "soun" && isVisual) || (handler == "vide" && isAudio) else { continue }
        findings.add(
          at: entry,
          "track \(track.id) is of '\(handler)', but '\(entry.type)' is \(isAudio ? "audio" : "video")"
        )
      }
    }
  }

  static let stillImageTimeMissing = FileRule(
    "still-image-time-missing", .note, "Live Photo: com.apple.quicktime.still-image-time",
    "The movie of a Live Photo says at which time the photo was taken."
  ) { file, findings in
    guard let moov = file.all(at: "moov").first, let movie = file.movie,
      movie.metadata.contains(where: { $0.key == "com.apple.quicktime.content.identifier" }),
      !movie.tracks.contains(where: {
        $0.metadataKeys.contains("com.apple.quicktime.still-image-time")
      })
    else { return }
    findings.add(
      at: moov,
      "the movie has the content identifier of a Live Photo, but no track that says when the photo was "
        + "taken: Photos may not pair the two")
  }

  static let timescaleZero = FileRule(
    "timescale-zero", .error, "ISO/IEC 14496-12 §8.2.2, §8.4.2, §8.16.3",
    "The timescale of a movie, track or index is the number of its time units in a second.",
    concernsReading: true
  ) { file, findings in
    if let box = file.all(at: "moov", "mvhd").first, box.box.statesNoTimescale {
      findings.add(
        at: box, field: ["timescale"],
        "the movie has the timescale 0, so that its duration and edit lists mean nothing")
    }
    for box in file.all("sidx") where box.box.statesNoTimescale {
      findings.add(
        at: box, field: ["timescale"],
        "the index of the fragments has the timescale 0, so that its times mean nothing")
    }
    for (track, box) in file.tracks where track.statesNoTimescale {
      findings.add(
        at: box, "track \(track.id) has the timescale 0, so that its times mean nothing")
    }
  }

  static let trackDurationDiffers = FileRule(
    "track-duration-differs", .warning, "ISO/IEC 14496-12 §8.3.2",
    "The duration of a track is the sum of its edits, or that of its samples if it has none."
  ) { file, findings in
    /// The duration, what it is the sum of, and the duration of the empty edit at the start.
    func duration(
      _ track: ExaminedSampleTables, _ scale: UInt32
    ) -> (seconds: Double, of: String, empty: Double)? {
      if let edits = track.edits, !edits.isEmpty {
        // Edits that repeat fill the duration that the track states.
        if track.editList?[EditListBox.self].map({ $0.header.flags & 1 != 0 }) ?? false {
          return nil
        }
        var sum: UInt64 = 0
        edits.forEachRow { _, row in sum &+= UInt64(bitPattern: row[0]) }
        let empty = edits[0, 1] == -1 ? Double(edits[0, 0]) / Double(scale) : 0
        return (Double(sum) / Double(scale), "edits", empty)
      }
      guard track.timescale > 0, let times = track.times, times.samples > 0 else { return nil }
      return (Double(times.sum) / Double(track.timescale), "samples", 0)
    }

    guard let scale = file.movieTimescale, !file.isFragmented else { return }
    for track in file.sampleTables {
      guard let header = track.track.header,
        let stated = header.duration.known(header.header.version),
        let actual = duration(track, scale)
      else { continue }
      let seconds = Double(stated) / Double(scale)
      guard abs(seconds - actual.seconds) > Seconds.tolerance else { continue }
      let leavesOutEmpty = abs(seconds + actual.empty - actual.seconds) <= Seconds.tolerance
      findings.add(
        at: track.header, field: ["duration"],
        "track \(track.id) is said to last \(Seconds.text(seconds)), but its \(actual.of) last "
          + Seconds.text(actual.seconds) + (leavesOutEmpty ? " with the empty one" : ""))
    }
  }

  static let trackIDTwice = FileRule(
    "track-id-twice", .error, "ISO/IEC 14496-12 §8.3.2",
    "No two tracks have the same ID."
  ) { file, findings in
    var seen: [UInt32: ExaminedBox] = [:]
    for track in file.sampleTables where track.track.header != nil {
      if let first = seen[track.id] {
        findings.add(
          at: track.header, field: ["track_ID"],
          "this track and \(first.path) have the ID \(track.id): programs take one for the other"
        )
      } else {
        seen[track.id] = track.box
      }
    }
  }

  static let trackIDZero = FileRule(
    "track-id-zero", .error, "ISO/IEC 14496-12 §8.3.2",
    "The ID of a track is not 0."
  ) { file, findings in
    for track in file.sampleTables where track.track.header?.trackID == 0 {
      findings.add(
        at: track.header, field: ["track_ID"],
        "a track has the ID 0, so that nothing can refer to it and fragments cannot add to it")
    }
  }

  static let trackSizeDiffers = FileRule(
    "track-size-differs", .note, "ISO/IEC 14496-12 §8.3.2, 12.1.4",
    "A track is shown in the size that its frames have."
  ) { file, findings in
    /// The sizes that a video track may state: with or without the pixel aspect ratio, and with or without
    /// the clean aperture.
    func sizes(of entry: VisualSampleEntry) -> [(Double, Double)] {
      var sizes = [(Double(entry.width), Double(entry.height))]
      if let part = entry.children.first(CleanApertureBox.self), part.widthD > 0, part.heightD > 0 {
        sizes.append(
          (Double(part.widthN) / Double(part.widthD), Double(part.heightN) / Double(part.heightD)))
      }
      if let shape = entry.children.first(PixelAspectRatioBox.self), shape.hSpacing > 0,
        shape.vSpacing > 0
      {
        let ratio = Double(shape.hSpacing) / Double(shape.vSpacing)
        sizes += sizes.flatMap { [($0.0 * ratio, $0.1), ($0.0, $0.1 / ratio)] }
      }
      return sizes
    }

    for track in file.sampleTables where track.track.handlerType == "vide" {
      guard let header = track.track.header, header.width > 0, header.height > 0,
        track.entries.count == 1, let entry = track.entries.first?[VisualSampleEntry.self]
      else { continue }
      let shown = (Double(header.width) / 65536, Double(header.height) / 65536)
      let sizes = sizes(of: entry)
      guard !sizes.contains(where: { abs($0.0 - shown.0) <= 2 && abs($0.1 - shown.1) <= 2 }) else {
        continue
      }
      findings.add(
        at: track.header, field: ["width"],
        "track \(track.id) is shown as \(Int(shown.0)) × \(Int(shown.1)), but its frames are "
          + "\(entry.width) × \(entry.height)")
    }
  }

  static let trackSizeZero = FileRule(
    "track-size-zero", .warning, "ISO/IEC 14496-12 §8.3.2",
    "A video track has a width and a height."
  ) { file, findings in
    for track in file.sampleTables where track.track.handlerType == "vide" {
      guard let header = track.track.header, header.width == 0 || header.height == 0 else {
        continue
      }
      findings.add(
        at: track.header, field: ["width"],
        "track \(track.id) has to be shown \(header.width >> 16) pixels wide and \(header.height >> 16) "
          + "high: some programs show nothing")
    }
  }

  static let trefKind = FileRule(
    "tref-kind", .warning, "QuickTime File Format: Track reference atoms",
    "References to time codes, chapters and descriptions are between tracks of these kinds."
  ) { file, findings in
    /// The kinds of tracks to which a reference of each type can lead.
    let targets: [FourCC: Set<FourCC>] = [
      "tmcd": ["tmcd"],
      "chap": ["text", "sbtl", "subt", "vide", "pict", "meta", "tx3g"],
      "vdep": ["vide", "auxv", "pict"], "vplx": ["vide", "auxv", "pict"],
      "auxl": ["vide", "auxv", "pict"], "thmb": ["vide", "pict"],
      "fall": ["soun"], "folw": ["soun", "subt", "sbtl", "text", "clcp"],
    ]

    for (track, reference) in file.trackReferences {
      for other in reference.ids.compactMap({ file.sampleTablesByID[$0] }) {
        let handler = other.track.handlerType
        guard let expected = targets[reference.box.type], !expected.contains(handler) else {
          continue
        }
        findings.add(
          at: reference.box,
          "track \(track.id) refers to track \(other.id) with '\(reference.box.type)', but that is a "
            + "track of '\(handler)'")
      }
    }
  }

  static let trefToItself = FileRule(
    "tref-to-itself", .warning, "ISO/IEC 14496-12 §8.3.3",
    "No track refers to itself."
  ) { file, findings in
    // A stream of MPEG-4 systems with its own clock refers to itself with 'sync'.
    for (track, reference) in file.trackReferences
    where reference.box.type != "sync" && reference.ids.contains(track.id) {
      findings.add(at: reference.box, "track \(track.id) refers to itself")
    }
  }

  static let trefTrackUnknown = FileRule(
    "tref-track-unknown", .warning, "ISO/IEC 14496-12 §8.3.3",
    "Tracks refer to tracks of the movie."
  ) { file, findings in
    let known = Set(file.sampleTables.map(\.id))
    // References can be to groups of tracks as well.
    let groups = Set(
      file.sampleTables.flatMap { track in
        track.track.box.children.at("trgr").compactMap { $0[TrackGroupTypeBox.self]?.trackGroupID }
      })
    for (track, reference) in file.trackReferences {
      for id in reference.ids where !known.contains(id) && !groups.contains(id) {
        if id == 0, file.has(RuleQuirk.freedReferences) { continue }
        findings.add(
          at: reference.box, "track \(track.id) refers to track \(id), which does not exist")
      }
    }
  }
}

extension ExaminedFile {
  /// The ranges of samples and items, in order; nil if not all of them are known.
  fileprivate var usedMedia: [Range<Int>]? {
    var used = heif?.usedMedia ?? []
    let segment = movie == nil ? MovieFile(segment: boxes) : nil
    if let movie = movie ?? segment {
      // The initialization segment of a segment can state the sizes of its samples.
      let hasSizes = trackFragments.allSatisfy { $0.runs.allSatisfy { $0.bytes > 0 } }
      guard movie.refusal == nil, segment == nil || hasSizes else { return nil }
      used += movie.usedMedia(in: bytes.fileOffset..<end)
    } else if heif == nil {
      return nil
    }
    return used.joined
  }
}

extension Bytes {
  /// Whether all of them are 0, or all are 0xFF.
  fileprivate var isFilling: Bool { firstRun(ofAtLeast: count) != nil }
}
