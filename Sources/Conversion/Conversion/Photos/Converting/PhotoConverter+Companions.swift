import Editing
import FieldCoding
import Files
package import HEIF
import ISOBMFF
import LivePhotos
import Metadata
public import WorkerClient
import WorkerProtocol

/// A further image of a HEIC or AVIF file.
struct Companion {
  /// The role of a companion.
  enum Role {
    case gainMap(ToneMap)
    /// An auxiliary image, with its property (`auxC`) and an XMP packet.
    case auxiliary(Box, xmp: [UInt8])
  }
  var role: Role
  var plan: ImagePlan
  /// The new value of each sample value; empty if samples do not change.
  var values = Bytes()
  /// `depth map`
  var title: String

  var isGainMap: Bool { if case .gainMap = role { true } else { false } }

  init(gainMap: GainMapJob, _ toneMap: ToneMap) {
    (role, plan, values) = (.gainMap(toneMap), gainMap.plan, gainMap.values)
    title = AuxiliaryKind.hdrGainMap.title
  }

  /// The depth maps and mattes of an image, except those of another shape.
  static func auxiliaryImages(
    of id: UInt32, in file: HEIFFile, _ picture: ImagePlan
  ) -> [Companion] {
    file.auxiliaryImages(of: id).compactMap { item, kind in
      switch kind {
      case .depth, .portraitMatte, .semanticMatte: break
      case .alpha, .hdrGainMap, .linearThumbnail, .styleDeltaMap, .other: return nil
      }
      guard let type = item.properties.map(\.box).first(where: { $0.type == "auxC" }),
        let plan = try? file.plan(forAuxiliary: item, of: picture)
      else { return nil }
      let packet = file.metadataItems(of: item.id).first { $0.type == "mime" }
      let xmp = packet.flatMap { try? file.data(of: $0.id) }
      return Companion(.auxiliary(type, xmp: xmp.map(Array.init) ?? []), plan, kind.title)
    }
  }

  private init(_ role: Role, _ plan: ImagePlan, _ title: String) {
    (self.role, self.plan, self.title) = (role, plan, title)
  }
}

/// Further images of a HEIC or AVIF file: each is encoded by itself, and they are combined here.
extension PhotoConverter {
  /// Does a job with companions. If a companion is lost, a warning says so, and the image is kept.
  ///
  /// - Parameter kept: the titles of the companions that the file has.
  func convert(
    _ job: ConversionJob, _ companions: [Companion], of input: String,
    to file: borrowing OutputFile, _ kept: inout [String]
  ) throws(ConversionError) -> ConversionReply {
    let plain = try temporary()
    var reply = try convert(job, of: input, to: plain)
    let picture = try source(of: plain)
    var edit = Edit(picture.bytes)
    for companion in companions {
      do throws(ConversionError) {
        edit = try adding(companion, to: edit, job, of: input)
        kept.append(companion.title)
        if companion.isGainMap { reply.hasGainMap = true }
      } catch {
        // The disk is the reason, and may read it the next time.
        if error.kind == .output { throw error }
        reply.notes.append(Text("the \(companion.title) is lost: \(error.message)"))
      }
    }
    do {
      let edited = try edit.finished()
      try file.write(edited.written, of: picture, in: OpenFile(copying: plain.descriptor))
    } catch {
      throw ConversionError(.output, "\(error)")
    }
    return reply
  }

  /// The file with one more companion. It is checked that everything else is unchanged.
  private func adding(
    _ companion: Companion, to edit: Edit, _ job: ConversionJob, of input: String
  ) throws(ConversionError) -> Edit {
    var own = newJob()
    own.plan = companion.plan
    own.lumaValues = companion.values
    own.bitDepth = 8
    own.mapsTones = false
    let output = try temporary()
    try own.check(output, try convert(own, of: input, to: output))
    let written = try source(of: output)
    let image = try ConversionError.output(
      written.withBytes { bytes in HEIFFile(BoxFile(bytes)) }
    ).get()
    guard let photo = HEIFFile(edit.file), let image else {
      throw ConversionError(.worker, "came out without an image")
    }
    var edit = edit
    do throws(EditError) {
      switch companion.role {
      case .gainMap(let toneMap):
        try edit.addGainMap(image, toneMap, properties(of: job, in: photo), in: photo)
      case .auxiliary(let type, let xmp):
        try edit.addAuxiliaryImage(image, type, xmp: xmp, in: photo)
      }
      _ = try edit.finished()
    } catch {
      throw ConversionError(.worker, error.message)
    }
    return edit
  }

  /// The properties of the image for brighter displays: its size, the primaries of the image and the curve of PQ.
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
      throw ConversionError(.output, "cannot be read again: \(error.reason.text)")
    }
  }

  /// Copies a movie to the folder of its photo's output. The movie does not change, unless metadata is left out.
  public func carry(
    _ movie: String, to output: String
  ) throws(ConversionError) -> MovieResult {
    let isThere = try ConversionError.output(isSameFile(movie, output))
    func result(_ action: MovieResult.Action) -> MovieResult {
      // The number is only shown to the user.
      MovieResult(action: action, output: output, byteCount: (try? FileStamp(output))?.size ?? 0)
    }
    if isThere, !options.linksCopies { return result(.inPlace) }
    try checkPath(output, of: movie)
    if options.stripping == .nothing, try link(movie, output) { return result(.linked) }
    var result = MovieResult(action: .copied, output: output, byteCount: 0)
    try write(to: output, of: movie) { (file) throws(any Error) in
      let input = try OpenFile.reading(movie)
      let source = try input.source(movie)
      var written = ByteWriter()
      if options.stripping == .nothing {
        written.write(source.bytes)
      } else {
        let edited = try stripped(source.bytes)
        written = edited.written
        result.notes = edited.notes
        result.warnings = [edited.unexamined].compactMap { $0 }
      }
      try file.write(written, of: source, in: input)
      result.byteCount = written.count
      guard options.stripping != .nothing else { return }
      try file.withBytes { bytes in
        try Edit.checkStripped(
          options.stripping, bytes,
          MetadataTraces(BoxFile(source.bytes), leavingOut: options.stripping),
          decompressor: ContentEncoding.decompressor)
      }.get()
    }
    return result
  }

  /// The movie that the output of an image gets. It throws if the movie cannot be read now, because the next run may
  /// be able to read it.
  func movie(
    _ path: String?, for picture: Picture, of photo: PhotoFile, _ lost: inout [String]
  ) throws(ConversionError) -> MotionPhotoMovie? {
    guard options.movies != .skip, options.format != .png, !picture.isAuxiliary else { return nil }
    do throws(EditError) {
      if let path { return try readMovie(path) }
      guard !isCopied(photo), let motion = photo.motionPhoto else { return nil }
      return try MotionPhotoMovie(of: motion, changed: strippedBytes)
    } catch {
      if case .system = error.kind {
        throw ConversionError(.input, "its movie \(path ?? photo.path): \(error.message)")
      }
      lost.append("the movie could not become a part of the output: \(error.message)")
      return nil
    }
  }

  /// A movie that becomes a part of a photo. If bytes of it could not be read, that is the error.
  private func readMovie(_ path: String) throws(EditError) -> MotionPhotoMovie {
    let read = Result { () throws(EditError) in try MotionPhotoMovie(movieBytes(path)) }
    if let problem = MappedFiles.problem(of: path) {
      throw EditError(.system(errno: SystemError.unreadable(path).code), problem)
    }
    return try read.get()
  }

  /// The bytes of a movie that becomes a part of a photo.
  private func movieBytes(_ path: String) throws(EditError) -> Bytes {
    let bytes: Bytes
    do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
      throw EditError(error)
    }
    return try strippedBytes(bytes)
  }
}

extension PhotoFile {
  /// The motion photo that the file is; nil if there is no movie in it.
  package var motionPhoto: MotionPhoto? {
    switch content {
    case .jpeg(let jpeg): MotionPhoto(jpeg.bytes)
    case .heif(let file): MotionPhoto(file.boxes)
    case .png: nil
    }
  }
}
