import FieldCoding
import FuzzDriver
import ISOBMFF
import Rescue

/// Recordings that lost their description, searched like the whole file and by what they state themselves, in their
/// order and in another one: what is found lies in them, each byte once. And photos that lost theirs.
@_cdecl("FuzzRecordings_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0, keeping: 65_536, upTo: 131_072) }) { bytes in
    let file = BoxFile(bytes)
    let media = media(of: file)
    let reference = ReferenceRecording(file)
    search(media, like: reference)
    let half = media.count / 2
    let turned = Array(media.dropFirst(half)) + Array(media.prefix(half))
    search(Bytes(turned), like: reference)
    if let stated = StatedRecording(in: media) {
      search(media, like: ReferenceRecording(BoxFile(stated.bytes)))
    }
    searchImages(media, like: file)
  }
}

private func media(of file: BoxFile) -> Bytes {
  Bytes(
    file.boxes.filter { $0.type == "mdat" }.flatMap { Array($0.source ?? Bytes()).dropFirst(8) })
}

private func search(_ media: Bytes, like reference: ReferenceRecording?) {
  guard let reference else { return }
  let found = SampleSearch.samples(in: media, like: reference)
  var end = 0
  for region in found.regions {
    precondition(region.range.lowerBound == end, "a region that does not follow another one")
    end = region.range.upperBound
  }
  precondition(end == media.count, "bytes of which nothing is said")
  let samples = found.tracks.joined().sorted { $0.start < $1.start }
  for (sample, next) in zip(samples, samples.dropFirst()) {
    precondition(sample.start + sample.byteCount <= next.start, "samples share bytes")
  }
  for sample in samples {
    precondition(
      sample.start >= 0 && sample.byteCount > 0 && sample.start + sample.byteCount <= media.count,
      "a sample outside of the recording")
  }
  let timed = found.timed(like: reference)
  let counts = timed.map { $0.samples.reduce(0) { $0 + $1.sampleCount } }
  precondition(
    counts.reduce(0, +) == samples.reduce(0) { $0 + $1.sampleCount }, "a sample without a time")
  for track in timed {
    precondition(track.duration >= 0 && track.end >= track.duration, "times that go back")
  }
  for pictures in found.firstFrames(in: media, like: reference) {
    precondition(!pictures.samples.isEmpty, "a track without pictures to try")
  }
}

private func searchImages(_ media: Bytes, like file: BoxFile) {
  let images = file.boxes.flatMap(Seeds.boxes(in:)).compactMap { box in
    CodedImageSearch.Image([box], data: media.part(0..<min(media.count, 1000)) ?? media)
  }
  var end = 0
  for range in CodedImageSearch.images(in: media, like: images) {
    precondition(range.lowerBound >= end && range.upperBound <= media.count, "images share bytes")
    end = range.upperBound
  }
}
