import AVC
import HEVC
import ISOBMFF
import Movie

/// The coding of samples, as their sample entry states it, to find out whether samples of another entry can follow.
struct JoinedSampleForm {
  let entry: Box

  init(_ entry: Box) { self.entry = entry }

  /// Whether one decoder configuration decodes the samples of both.
  func isSame(as other: JoinedSampleForm) -> Bool {
    guard entry.type == other.entry.type else { return false }
    return differences(from: other).isEmpty && sets == other.sets && settings == other.settings
  }

  /// The differences that players cannot handle within a track, such as `the size of pictures (1920×1080 and 1280×720)`.
  func differences(from other: JoinedSampleForm) -> [JoinDifference] {
    var differences: [JoinDifference] = []
    let remedy = remedy(other)
    let medium =
      entry[VisualSampleEntry.self] != nil
      ? "pictures" : entry[AudioSampleEntry.self] != nil ? "audio" : "samples"
    func compare<Value: Equatable>(_ name: String, _ value: (JoinedSampleForm) -> Value) {
      let (mine, theirs) = (value(self), value(other))
      if mine != theirs {
        differences.append(JoinDifference("the \(name) (\(mine) and \(theirs))", remedy))
      }
    }
    compare("codec of \(medium)") { "\($0.entry.type)" }
    guard differences.isEmpty else { return differences }
    if entry[VisualSampleEntry.self] != nil {
      compare("size of pictures") { $0.size }
      compare("bits and chroma of pictures") { $0.samples }
      compare("shape of pixels") { $0.pixels }
      compare("colours of pictures") { $0.colours }
    } else if entry[AudioSampleEntry.self] != nil {
      compare("rate of audio") {
        "\(JoinDifference.form(ofAudio: $0.entry).rate) Hz"
      }
      compare("number of channels") { JoinDifference.form(ofAudio: $0.entry).channels }
      compare("bits of audio") {
        $0.entry[AudioSampleEntry.self].flatMap {
          $0.extended?.constBitsPerChannel ?? UInt32($0.sampleSize)
        } ?? 0
      }
      if settings != other.settings {
        differences.append(JoinDifference("the settings of the audio decoder", remedy))
      }
    } else if settings != other.settings {
      differences.append(JoinDifference("the description of samples (\(entry.type))"))
    }
    return differences
  }

  /// What makes samples of both entries alike; nil if it is not sure that anything does.
  private func remedy(_ other: JoinedSampleForm) -> JoinDifference.Remedy? {
    if let mine = entry[VisualSampleEntry.self], let theirs = other.entry[VisualSampleEntry.self] {
      return JoinDifference.remedy(
        mine, theirs, haveSameColours: colours == other.colours && pixels == other.pixels)
    }
    return entry[AudioSampleEntry.self] != nil && other.entry[AudioSampleEntry.self] != nil
      ? JoinDifference.remedy(entry, other.entry) : nil
  }

  // MARK: Comparison

  private var size: String {
    entry[VisualSampleEntry.self].map { "\($0.width)×\($0.height)" } ?? ""
  }

  /// Bits and chroma format.
  private var samples: String {
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      return "\(record.bitDepthLumaMinus8 + 8) bits, \(record.chromaFormat)"
    }
    guard let record = entry.children.first(AVCConfigurationBox.self)?.record else { return "" }
    let high = record.highProfile
    return "\((high?.bitDepthLumaMinus8 ?? 0) + 8) bits, \(high?.chromaFormat ?? .yuv420)"
  }

  private var pixels: String {
    entry.children.first(PixelAspectRatioBox.self).map { "\($0.hSpacing):\($0.vSpacing)" } ?? "1:1"
  }

  private var colours: String {
    let box = entry.children.compactMap { $0[ColourInformationBox.self] }.first { !$0.hasProfile }
    return box.map {
      "\($0.colourPrimaries)/\($0.transferCharacteristics)/\($0.matrixCoefficients)"
        + ($0.isFullRange ? "/full" : "")
    } ?? "not stated"
  }

  /// The parameter sets in any order, with the size of NAL unit lengths.
  private var sets: Set<Bytes> {
    let sets: (any RetaggedStreamSets)? =
      RetaggedHEVCSets(entry.children) ?? RetaggedAVCSets(entry.children)
    guard let sets else { return [] }
    return Set(sets.units.map(\.withoutTrailingZeros) + [Bytes([UInt8(sets.lengthSize)])])
  }

  /// The other settings of decoders, without bit rates and names of encoders.
  private var settings: [Box] {
    let audio = entry[AudioSampleEntry.self]
    guard entry[VisualSampleEntry.self] != nil || audio != nil else {
      guard entry.children.contains(where: { $0.type == "btrt" }) else { return [entry] }
      var entry = entry
      entry.children.removeAll { $0.type == "btrt" }
      return [entry]
    }
    var ignored: Set<FourCC> = [
      "btrt", "free", "hvcC", "lhvC", "avcC", "wave", "pasp", "colr", "chrm", "frma", "mp4a",
    ]
    // AAC states the positions of its channels itself.
    if audio?.elementaryStream?.audioConfiguration != nil { ignored.insert("chan") }
    let boxes = audio?.settings ?? entry.children
    return boxes.filter { !ignored.contains($0.type) && $0.type.rawValue != 0 }
      .map { $0.withoutBitRates }.sorted { $0.type.rawValue < $1.type.rawValue }
  }
}

extension Box {
  /// Raises the rates of bits of a sample entry to those of another one, whose samples it describes as well. Without
  /// those of either, it states none.
  mutating func raiseBitRates(to other: Box) {
    guard let index = children.firstIndex(where: { $0.type == "btrt" }),
      let mine = children[index][BitRateBox.self]
    else { return }
    guard let theirs = other.children.first(BitRateBox.self) else {
      children.remove(at: index)
      return
    }
    var most = mine
    most.bufferSizeDB = max(mine.bufferSizeDB, theirs.bufferSizeDB)
    most.maxBitrate = max(mine.maxBitrate, theirs.maxBitrate)
    most.avgBitrate = max(mine.avgBitrate, theirs.avgBitrate)
    if most != mine { children[index][BitRateBox.self] = most }
  }

  /// A stream descriptor without the values that differ between files of the same encoder.
  fileprivate var withoutBitRates: Box {
    guard var stream = self[ElementaryStreamDescriptorBox.self] else { return self }
    func plain(_ descriptor: Descriptor) -> Descriptor {
      var descriptor = descriptor
      descriptor.sizeBytes = 1
      descriptor.decoder?.bufferSizeDB = 0
      descriptor.decoder?.maxBitrate = 0
      descriptor.decoder?.avgBitrate = 0
      descriptor.stream = nil
      descriptor.children = descriptor.children.map(plain)
      return descriptor
    }
    stream.descriptors = stream.descriptors.map(plain)
    return Box(stream)
  }
}
