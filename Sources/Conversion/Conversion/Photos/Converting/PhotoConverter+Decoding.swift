import FieldCoding
import Files
import HEIF
import Metadata
public import WorkerClient
import WorkerProtocol

extension PhotoConverter {
  /// Decodes an image of a file, in the worker and its sandbox.
  ///
  ///     let photo = try PhotoFile("IMG_1234.HEIC")
  ///     let options = ConversionOptions(Worker("/usr/libexec/boxwalk/boxwalk-codec"))
  ///     let image = try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
  ///
  /// It uses only these options: the longer side, the bit depth (8 or 16; if it is nil, 16 for images with more
  /// than 8 bits), the tone mapping, the engine, the threads, the time limit and the budget. Colours are not
  /// converted. It throws ``ConversionError/Kind/input`` if the image is damaged or has an unknown codec, and
  /// ``ConversionError/Kind/worker`` if the worker is missing or crashed.
  public func decode(
    _ picture: Picture, of photo: PhotoFile
  ) throws(ConversionError) -> DecodedPicture {
    try decode(picture, of: photo, in: .keep).picture
  }

  /// The same with converted colours, and notes about them.
  package func decode(
    _ picture: Picture, of photo: PhotoFile, in colour: OutputColour
  ) throws(ConversionError) -> (picture: DecodedPicture, notes: [String]) {
    var (job, notes) = try decodingJob(picture, of: photo, colour)
    job.exif = Bytes()
    job.xmp = Bytes()
    let expected = job.outputSize
    let file = try ConversionError.output { () throws(SystemError) in try OutputFile.temporary() }
    let reply: ConversionReply = try ask(
      .decode, job, job.memoryNeed, within: job.limits, libraries: job.libraries,
      reading: photo.path, writing: file.descriptor)
    let bytes = try ConversionError.output { () throws(SystemError) in
      try file.withBytes { samples in Bytes(Array(samples)) }
    }.get()
    let (width, height) = (Int(reply.width), Int(reply.height))
    guard width == expected.width, height == expected.height, (1...4).contains(reply.channels),
      reply.bitDepth == 8 || reply.bitDepth == 16,
      bytes.count == width * height * Int(reply.channels) * Int(reply.bitDepth) / 8
    else { throw ConversionError(.worker, "has other samples than expected after decoding") }
    let decoded = DecodedPicture(
      width: width, height: height, channels: Int(reply.channels), bitDepth: Int(reply.bitDepth),
      bytes: bytes, colour: job.plan.sampleColour, iccProfile: job.iccProfile)
    return (decoded, notes)
  }

  private func decodingJob(
    _ picture: Picture, of photo: PhotoFile, _ colour: OutputColour
  ) throws(ConversionError) -> (ConversionJob, notes: [String]) {
    var png = self
    png.options.format = .png
    png.options.colour = colour
    png.options.stripping = .nothing
    var job = png.newJob()
    var notes: [String] = []
    switch photo.content {
    case .jpeg(let jpeg): _ = try job.take(FilePicture(jpeg: jpeg), png.options)
    case .png(let bytes): _ = try job.take(FilePicture(png: bytes), png.options)
    case .heif(let file):
      guard let id = picture.itemID else { throw ConversionError(.input, "is not an image") }
      if picture.isAuxiliary { job.mapsTones = false }
      do throws(FieldError) {
        job.plan = try file.plan(for: id)
        if let own = picture.describedID {
          job.alphas = try file.alpha(of: [id, own]).map { [$0] } ?? []
        }
      } catch {
        throw ConversionError(.input, "cannot be decoded: \(error)")
      }
      let metadata = PhotoMetadata(
        file, picture.describedID ?? id, job, png.options, isAuxiliary: picture.isAuxiliary)
      job.add(metadata)
      notes = metadata.notes + metadata.warnings
    }
    return (job, notes)
  }
}
