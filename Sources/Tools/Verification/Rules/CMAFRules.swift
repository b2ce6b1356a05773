import ISOBMFF
import Movie

/// Rules about CMAF tracks.
extension Rules {
  static let cmaf: [FileRule] = [
    cmafChunkLayout,
    cmafOffsets,
    cmafSamplesInTables,
    cmafScheme,
    cmafTimeMissing,
    cmafTracks,
    cmf2Times,
  ]

  static let cmafChunkLayout = FileRule(
    "cmaf-chunk-layout", .warning, "ISO/IEC 23000-19 §7.3",
    "A CMAF chunk is one moof with one traf, followed by an mdat."
  ) { file, findings in
    guard file.claimsCMAF else { return }
    let top = file.topBoxes
    for (index, box) in top.enumerated() where box.type == "moof" {
      let count = file.children(of: box).count { $0.type == "traf" }
      if count != 1 {
        findings.add(at: box, "the chunk has \(counted(count, "traf", "traf")) instead of one")
      }
      guard index + 1 < top.count, top[index + 1].type == "mdat" else {
        findings.add(at: box, "no mdat follows the moof of the chunk")
        continue
      }
    }
  }

  static let cmafOffsets = FileRule(
    "cmaf-places", .warning, "ISO/IEC 23000-19 §7.5.17",
    "A CMAF chunk states the offsets of its samples, counted from its moof."
  ) { file, findings in
    guard file.claimsCMAF else { return }
    for track in file.trackFragments {
      if track.header.baseDataOffset != nil || track.header.header.flags & 0x2_0000 == 0 {
        findings.add(
          at: track.headerBox,
          "offsets of the chunk do not count from its moof: the chunk cannot be moved")
      }
      for run in track.runs.prefix(1) where run.fields.header.flags & 0x1 == 0 {
        findings.add(at: run.box, "the chunk does not state where its samples are (data_offset)")
      }
    }
  }

  static let cmafSamplesInTables = FileRule(
    "cmaf-samples-in-tables", .warning, "ISO/IEC 23000-19 §7.3",
    "All samples of a CMAF track are in fragments."
  ) { file, findings in
    guard file.claimsCMAF else { return }
    for tables in file.sampleTables where tables.track.tableSampleCount > 0 {
      findings.add(
        at: tables.box,
        "the file claims to be a CMAF track, but \(counted(tables.track.tableSampleCount, "sample")) of track \(tables.id) \(tables.track.tableSampleCount == 1 ? "is" : "are") in tables"
      )
    }
  }

  static let cmafScheme = FileRule(
    "cmaf-scheme", .warning, "ISO/IEC 23000-19 §8",
    "A CMAF track is encrypted by the scheme cenc or cbcs."
  ) { file, findings in
    guard file.claimsCMAF else { return }
    for box in file.all("schm") {
      guard let scheme = box[SchemeTypeBox.self]?.schemeType, scheme != "cenc",
        scheme != "cbcs"
      else { continue }
      findings.add(at: box, "the scheme is '\(scheme)', which players of CMAF do not decrypt")
    }
  }

  static let cmafTimeMissing = FileRule(
    "cmaf-time-missing", .error, "ISO/IEC 23000-19 §7.5, ISO/IEC 14496-12 §8.8.12",
    "A CMAF chunk says when it starts (tfdt)."
  ) { file, findings in
    guard file.claimsCMAF else { return }
    for track in file.trackFragments where track.decodeTime == nil {
      findings.add(at: track.box, "the chunk has no tfdt: players do not know when it starts")
    }
  }

  static let cmafTracks = FileRule(
    "cmaf-tracks", .warning, "ISO/IEC 23000-19 §7.3",
    "A file that claims to be a CMAF track has one track."
  ) { file, findings in
    guard file.claimsCMAF, file.tracks.count != 1, let movie = file.all(at: "moov").first else {
      return
    }
    findings.add(
      at: movie,
      "the file claims to be a CMAF track, but has \(counted(file.tracks.count, "track"))")
  }

  static let cmf2Times = FileRule(
    "cmf2-times", .warning, "ISO/IEC 23000-19 §7.5.13, §7.5.17, §7.7.3",
    "A track with the brand cmf2 has no edit list for video, and composition offsets with signs."
  ) { file, findings in
    guard file.brands.contains("cmf2") else { return }
    for tables in file.sampleTables where tables.track.handlerType == "vide" {
      if let list = tables.editList {
        findings.add(at: list, "the brand is cmf2, but the video has an edit list")
      }
    }
    for track in file.trackFragments {
      for run in track.runs
      where run.fields.header.version == 0 && run.fields.hasColumn("sample_composition_time_offset")
      {
        findings.add(
          at: run.box, "the brand is cmf2, but composition offsets are those of version 0")
      }
    }
  }
}

extension ExaminedFile {
  /// Whether the file claims to be a CMAF track.
  var claimsCMAF: Bool { !brands.isDisjoint(with: ["cmfc", "cmf2"]) }
}
