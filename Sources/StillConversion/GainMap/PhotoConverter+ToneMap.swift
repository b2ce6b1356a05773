import CodecJob
import Editing
import FieldCoding
import HEIF
import ISOBMFF
import SystemAccess
import WorkerClient

/// Gain maps in HEIC and AVIF files: the picture and its map are encoded each by itself, and put together
/// here.
extension PhotoConverter {
  /// Does a job with a gain map. A lost map is no lost picture: that is said, and the picture stays.
  func convert(
    _ job: ConversionJob, _ toneMap: ToneMap, of input: String, to file: borrowing OutputFile
  ) throws(ConversionError) -> ConversionReply {
    let plain = try temporary()
    var reply = try convert(job, of: input, to: plain)
    let picture = try source(of: plain)
    var edit = Edit(picture.bytes)
    do throws(ConversionError) {
      try addGainMap(of: job, toneMap, to: &edit, of: input)
      reply.hasGainMap = true
    } catch {
      edit = Edit(picture.bytes)
      reply.notes.append(Text("the HDR gain map is lost: \(error.message)"))
    }
    do {
      let edited = try edit.finished()
      try file.write(edited.written, of: picture, in: OpenFile(copying: plain.descriptor))
    } catch {
      throw ConversionError(.output, "\(error)")
    }
    return reply
  }

  private func addGainMap(
    of job: ConversionJob, _ toneMap: ToneMap, to edit: inout Edit, of input: String
  ) throws(ConversionError) {
    guard let gainMap = job.gainMaps.first, let photo = HEIFFile(edit.original) else { return }
    var own = newJob()
    own.plan = gainMap.plan
    own.lumaValues = gainMap.values
    own.quality = job.quality
    own.bitDepth = 8
    own.mapsTones = false
    let output = try temporary()
    _ = try convert(own, of: input, to: output)
    try WrittenHEIF(output).check(own, hasGainMap: false)
    guard let map = HEIFFile(BoxFile(try source(of: output).bytes)) else { return }
    do throws(EditError) {
      try edit.addGainMap(map, toneMap, properties(of: job, in: photo), in: photo)
      // Proved here, so that the picture can still do without it.
      _ = try edit.finished()
    } catch {
      throw ConversionError(.worker, error.message)
    }
  }

  /// Those of the picture for brighter displays: of its size, with the primaries of the picture and the
  /// curve of PQ.
  private func properties(of job: ConversionJob, in photo: HEIFFile) -> [Box] {
    var size = ImageSpatialExtentsProperty()
    size.width = UInt32(clamping: job.outputSize.width)
    size.height = UInt32(clamping: job.outputSize.height)
    var depth = PixelInformationProperty()
    depth.bitsPerChannel = [10, 10, 10]
    let own = photo.primaryItem.flatMap { try? photo.plan(for: $0.id) }?.sampleColour
    var colour = ColourInformationBox()
    // Phones' HDR photos are in Display P3.
    colour.colourPrimaries = own.map(\.colourPrimaries).flatMap { $0 == 2 ? nil : $0 } ?? 12
    colour.transferCharacteristics = 16
    colour.matrixCoefficients = own.map(\.matrixCoefficients).flatMap { $0 == 2 ? nil : $0 } ?? 6
    colour.isFullRange = true
    return [Box(size), Box(depth), Box(colour)]
  }

  private func temporary() throws(ConversionError) -> OutputFile {
    do throws(SystemError) { return try OutputFile.temporary() } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  private func source(of file: borrowing OutputFile) throws(ConversionError) -> ByteSource {
    do throws(ByteSourceError) { return try file.source() } catch {
      throw ConversionError(.output, "cannot be read again: \(error.reason.words)")
    }
  }
}
