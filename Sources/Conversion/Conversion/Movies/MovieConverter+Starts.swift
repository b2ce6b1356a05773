import AVC
public import Editing
import FieldCoding
import Files
import HEVC
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

extension MovieConverter {
  /// The quality of re-encoded pictures that are followed by frames of the source.
  private static let startQuality = 90

  /// Makes each video track of a trimmed movie begin with a key frame at the cut. Frames before the next group of
  /// frames are re-encoded, and samples that were needed only to decode them are removed. Size, colours and bit
  /// depth do not change.
  ///
  /// Throws if there is no encoder for a track, if the encoder cannot keep the form of its frames, or if they
  /// cannot be decoded.
  ///
  /// - Parameter edit: the edit of a movie without fragments, after ``Editing/Edit/trim(from:to:dropping:)``.
  public func codeStarts(of edit: inout Edit) throws(EditError) {
    for track in MovieFile(edit.file)?.tracks ?? [] {
      guard let start = EditedTrackStart(track, in: edit.file.bytes) else { continue }
      do throws(ConversionError) { try code(start, of: &edit) } catch {
        throw EditError(error.kind == .worker ? .proofFailed : .unsupported, error.message)
      }
    }
  }

  private func code(_ start: EditedTrackStart, of edit: inout Edit) throws(ConversionError) {
    let id = start.track.id
    guard let entry = start.entry, let source = try VideoSource(start.track),
      let codec = MoviePreset.Codec.all.first(where: { $0.sampleEntries.contains(entry.type) })
    else {
      throw ConversionError(
        .input,
        "has frames that cannot be encoded here in the same form (track \(id), '\(start.entry?.type ?? "")'); without --smart, nothing is re-encoded"
      )
    }
    guard !source.hasColoursOfDolbyVision, !source.hasSecondEye else {
      throw ConversionError(
        .input,
        "has \(source.hasSecondEye ? "frames for each eye" : "colours that only metadata of Dolby Vision tells") (track \(id)), which cannot be encoded; without --smart, nothing is re-encoded"
      )
    }
    var converter = self
    converter.options = Options()
    converter.options.quality = MovieConverter.startQuality
    converter.options.mapsColours = false
    let samples = try ConversionError.output { () throws(SystemError) in try OutputFile.temporary()
    }
    var job = try source.job(of: start, copyingTo: samples, from: edit.file.bytes)
    job.encoding = converter.encoding(of: source, as: codec)
    job.encoding.limitsRange = false
    try job.encoding.follow(entry)
    let made = try ConversionError.output { () throws(SystemError) in try OutputFile.temporary() }
    var coded = try converter.coded(
      job, source, as: codec, entryType: entry.type, from: samples.descriptor, to: made)
    guard coded.reply.lost.isEmpty, !coded.reply.samples.isEmpty else {
      throw ConversionError(
        .input,
        "has \(counted(coded.reply.lost.count, "frame")) at the cut that cannot be decoded (track \(id)); without --smart, nothing is re-encoded"
      )
    }
    let scratch = coded.data.source
    if start.endsSequence { coded.endSequence() }
    let replacement = TrackReplacement(
      sampleEntry: coded.entry, samples: coded.newSamples(of: start.track), data: coded.data)
    do throws(EditError) { try edit.replaceStart(start, by: replacement) } catch {
      throw ConversionError(error)
    }
    // Frames that were changed are copies.
    if let problem = scratch.problem {
      throw ConversionError(.output, SystemError.notReadAgain(problem))
    }
    if source.hasDolbyVision {
      edit.lose(["they no longer have Dolby Vision metadata"])
    }
  }
}

extension VideoSource {
  /// The job for the start of a track. The samples are copied, because only a few samples of the file are needed.
  fileprivate func job(
    of start: EditedTrackStart, copyingTo file: borrowing OutputFile, from bytes: Bytes
  ) throws(ConversionError) -> TranscodeJob {
    var job = TranscodeJob()
    job.codings = codings
    (job.firstTime, job.endTime) = (start.times.lowerBound, start.times.upperBound)
    var offset: UInt64 = 0
    for sample in track.samples.from(0).prefix(start.decoded.count) {
      var coded = try CodedSample(sample, of: track)
      guard let data = bytes.part(sample.fileRange) else {
        throw ConversionError(
          .input, "does not contain sample \(sample.number) of track \(track.id)")
      }
      try ConversionError.output { () throws(SystemError) in try file.write(data) }
      coded.coding = UInt16(clamping: sample.descriptionIndex - 1)
      coded.offset = offset
      offset += UInt64(data.count)
      job.samples.append(coded)
    }
    return job
  }
}

extension VideoEncoding {
  /// Sets the encoder so that frames of a sample entry can follow: it uses their profile and bit depth, other
  /// parameter set IDs, and no reordering.
  fileprivate mutating func follow(_ entry: Box) throws(ConversionError) {
    var choices = choices.string
    if let record = entry.children.first(AVCConfigurationBox.self)?.record {
      guard record.lengthSize == 4 else {
        throw ConversionError(
          .input,
          "has lengths of \(counted(record.lengthSize, "byte")) before NAL units, which --smart cannot write"
        )
      }
      let sequences = (try? record.parameterSets())?.sequences.values
      guard sequences?.allSatisfy({ $0.interlacing == nil }) ?? false else {
        throw ConversionError(
          .input,
          "may have interlaced pictures, which --smart does not code; without --smart, nothing is re-encoded"
        )
      }
      let bits = 8 + (record.highProfile?.bitDepthLumaMinus8 ?? 0)
      mostBits = bits
      let profile =
        [66: "baseline", 77: "main"][record.profile.idc] ?? (bits > 8 ? "high10" : "high")
      choices += ":bf=0:profile=\(profile):x264-params=sps-id=\(record.freeNumber)"
    } else if entry.children.first(HEVCConfigurationBox.self) != nil {
      choices += ":bf=0"
    }
    self.choices = Text(choices)
  }
}

extension AVCDecoderConfigurationRecord {
  /// A number that no parameter set has.
  fileprivate var freeNumber: UInt32 {
    let sets = try? parameterSets()
    return (0...31).reversed().first { number in
      sets?.sequences[number] == nil && sets?.pictures[number] == nil
    } ?? 31
  }
}

extension CodedPictures {
  /// The frames as samples with the times that they have in `track`.
  func newSamples(of track: Track) -> [NewSample] {
    let durations = Dictionary(
      track.samples.map { ($0.compositionTime, $0.duration) },
      uniquingKeysWith: { first, _ in first })
    return reply.samples.map {
      NewSample(
        byteCount: Int($0.byteCount), compositionTime: $0.time,
        duration: durations[$0.time] ?? 0, isSync: $0.isSync, isDisposable: $0.isDisposable)
    }
  }

  /// Adds a NAL unit that ends the sequence (ITU-T H.265 §7.4.2.4.4). Otherwise, a following CRA frame would continue
  /// the picture order count.
  fileprivate mutating func endSequence() {
    guard let last = reply.samples.indices.last else { return }
    let unit: [UInt8] = [0, 0, 0, 2, HEVC.NALUnitType.endOfSequence.rawValue << 1, 1]
    data = Bytes(Array(data) + unit)
    reply.samples[last].byteCount += UInt32(unit.count)
  }
}
