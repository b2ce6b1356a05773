import Editing
import Files
import HEIF
import ISOBMFF
import LivePhotos
import Metadata
import Verification
import WorkerClient
import WorkerProtocol

/// The conversion of the parts of a photo: pixels, metadata, transparency, gain map.
extension PhotoConverter {
  /// Converts an image of a file with items, or its intact part if the options request it.
  func convertItem(
    _ picture: Picture, _ file: HEIFFile, of input: String, to output: String,
    _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    guard let id = picture.itemID else { throw ConversionError(.input, "is not an image") }
    do throws(ConversionError) {
      return try convertItem(picture, file, of: input, to: output, movie, nil)
    } catch {
      guard error.kind == .input, !picture.isAuxiliary else { throw error }
      guard options.rescues else { throw adviseRescue(id, of: file, after: error) }
      let rescue = try rescue(
        [id, picture.describedID ?? id], of: file, input, after: error)
      return try convertItem(picture, file, of: input, to: output, movie, rescue)
    }
  }

  private func convertItem(
    _ picture: Picture, _ file: HEIFFile, of input: String, to output: String,
    _ movie: MotionPhotoMovie?, _ rescue: Rescue?
  ) throws(ConversionError) -> ConversionResult {
    guard let id = picture.itemID else { throw ConversionError(.input, "is not an image") }
    var job = newJob()
    do throws(FieldError) {
      if let rescue { job.plan = rescue.plan } else { job.plan = try file.plan(for: id) }
    } catch {
      throw ConversionError(.input, "cannot be decoded: \(error)")
    }
    if picture.isAuxiliary { job.mapsTones = false }
    if job.mapsTones, rescue == nil {
      job.alternates = AlternateJob(file, id, job.plan).map { [$0] } ?? []
    }
    var carried = options
    if picture.isAuxiliary { carried.stripping = .all }
    let metadata = PhotoMetadata(
      file, picture.describedID ?? id, job, carried, isAuxiliary: picture.isAuxiliary,
      losses: rescue?.losses ?? [])
    job.add(metadata)
    if metadata.lostThumbnail {
      job.thumbnails = [file.smallPicture(of: id, longerSide: 160) ?? job.plan]
    }
    var lostAlpha: [String] = []
    if let rescue {
      job.alphas = rescue.alphas
    } else if !picture.isAuxiliary {
      (job.alphas, lostAlpha) = try alphas(
        of: [id, picture.describedID ?? id], in: file, input)
    }
    var ultraHDR = UltraHDR()
    if options.format != .png, options.keepsGainMap, picture.describedID == id {
      ultraHDR = UltraHDR(file, id, job.plan, metadata, options.format)
    }
    var companions = job.add(ultraHDR)
    if options.format == .heic, options.stripping != .all, picture.describedID == id {
      companions += Companion.auxiliaryImages(of: id, in: file, job.plan)
    }

    var (result, reply) = try run(job, of: input, to: output, movie, companions)
    result.warnings =
      (rescue?.losses ?? lostAlpha) + ultraHDR.warnings + metadata.warnings + result.warnings
    result.warnings += damage(of: id, in: file)
    result.item = id
    result.notes = picture.notes + metadata.notes + ultraHDR.notes
    if reply.hasGainMap { result.notes.append("HDR kept as a gain map") }
    result.noteLosses(of: picture.describedID == id ? job.plan : nil, job, metadata, reply, options)
    if options.selection == .primary, picture.describedID == id,
      let whole = file.targets("thmb", from: id).first
    {
      result.notes.append(
        "the file calls a thumbnail its image (pitm); --item \(whole) converts the image of which it is a thumbnail"
      )
    }
    guard let described = picture.describedID else { return result }
    let leftOut = LeftOut(file, described, options.stripping, written: picture.written)
    let titles = leftOut.titles.filter {
      !isKept($0, by: job, metadata, reply, result)
    }
    result.leave(titles, asked: leftOut.metadata, options)
    return result
  }

  /// The alpha of an image, and warnings. Alpha that is not understood is left out; if it is missing, the image
  /// looks different.
  private func alphas(
    of ids: [UInt32], in file: HEIFFile, _ input: String
  ) throws(ConversionError) -> ([AlphaJob], [String]) {
    do throws(FieldError) {
      return (try file.alpha(of: ids).map { [$0] } ?? [], [])
    } catch {
      if let reason = ExaminedFile(file.boxes.bytes, name: input).missingEnd {
        throw ConversionError(.input, "its transparency is missing: \(reason)")
      }
      return ([], ["the transparency is lost: \(error)"])
    }
  }

  /// Warnings about parts of the file that are missing.
  private func damage(of id: UInt32, in file: HEIFFile) -> [String] {
    var warnings: [String] = []
    if let missing = file.item(id)?.missingProperties.first {
      warnings.append(
        "property \(missing) of the image is missing, which might have rotated, cropped or coloured it"
      )
    }
    if let missing = file.boxes.missingByteCount {
      warnings.append(
        "the file ends early: \(counted(missing, "byte is", "bytes are")) missing")
    }
    return warnings
  }

  /// Whether the output keeps a part of the photo that is in ``LeftOut``.
  private func isKept(
    _ title: String, by job: ConversionJob, _ metadata: PhotoMetadata, _ reply: ConversionReply,
    _ result: ConversionResult
  ) -> Bool {
    if result.keptParts.contains(title) { return true }
    if metadata.isMapped, LeftOut.light.contains(title) { return true }
    return switch title {
    case AuxiliaryKind.alpha.title, LeftOut.auxiliarySequence: !job.alphas.isEmpty
    case AuxiliaryKind.hdrGainMap.title: reply.hasGainMap
    case LeftOut.movieTitle: result.hasMovie
    default: false
    }
  }

  // MARK: A JPEG or PNG file

  /// Converts the image that a file consists of.
  ///
  /// - Parameter losses: sentences about the lost parts of it.
  func convertFile(
    _ picture: FilePicture, of input: String, to output: String, _ movie: MotionPhotoMovie?,
    losses: [String] = []
  ) throws(ConversionError) -> ConversionResult {
    var job = newJob()
    let metadata = job.take(picture, options, losses: losses)
    if metadata.lostThumbnail { job.thumbnails = [job.plan] }
    var leftOut = picture.leftOut
    var stripped: [String] = []
    if options.stripping == .all {
      if picture.exif != nil { stripped.append("Exif metadata") }
      if picture.xmp != nil { stripped.append("XMP metadata") }
    }
    leftOut += stripped
    var ultraHDR = UltraHDR()
    if options.format != .png, options.keepsGainMap {
      ultraHDR = try UltraHDR(picture, job.plan, metadata, options.format)
    }
    let companions = job.add(ultraHDR)
    var (result, reply) = try run(job, of: input, to: output, movie, companions)
    result.warnings = losses + ultraHDR.warnings + metadata.warnings + result.warnings
    result.notes = metadata.notes + ultraHDR.notes
    if reply.hasGainMap { result.notes.append("HDR kept as a gain map") }
    result.noteLosses(of: job.plan, job, metadata, reply, options)
    let titles = leftOut.filter { !result.hasMovie || $0 != LeftOut.movieTitle }
      .filter { !reply.hasGainMap || $0 != AuxiliaryKind.hdrGainMap.title }
    result.leave(titles, asked: stripped + picture.leftOutMetadata, options)
    return result
  }
}

extension ConversionResult {
  /// Names parts that the output does not have.
  ///
  /// - Parameter metadata: the parts of `titles` that are metadata.
  package mutating func leave(
    _ titles: [String], asked metadata: [String] = [], _ options: ConversionOptions
  ) {
    guard !titles.isEmpty else { return }
    leftOut += titles
    // PNG files may have dozens of texts; the record of the output names all.
    let more = titles.count > 12 ? " and \(titles.count - 10) more" : ""
    let shown = more.isEmpty ? titles[...] : titles.prefix(10)
    notes.append("not carried over: \(shown.joined(separator: ", "))\(more)")
    // A thumbnail, or an item that was chosen, contains only that image.
    if options.thumbnailSide != nil { return }
    if case .item = options.selection { return }
    var asked = options.stripping == .all ? metadata : []
    if !options.keepsGainMap { asked.append(AuxiliaryKind.hdrGainMap.title) }
    if options.skipsMoviesByRequest { asked.append(LeftOut.movieTitle) }
    if titles.contains(where: { !asked.contains($0) }) { losesParts = true }
  }

  /// Adds notes about information that the samples no longer have.
  ///
  /// - Parameter plan: nil for the plan of a smaller image.
  fileprivate mutating func noteLosses(
    of plan: ImagePlan?, _ job: ConversionJob, _ metadata: PhotoMetadata, _ reply: ConversionReply,
    _ options: ConversionOptions
  ) {
    if reply.isBlended {
      notes.append("what is transparent is shown over white")
      leftOut.append("transparency")
      losesParts = true
    }
    if let plan, plan.shownSize != plan.displaySize, options.origins.isEmpty {
      let (shape, own, shown) = (plan.sampleShape, plan.displaySize, plan.shownSize)
      notes.append(
        "its samples are not square (\(shape.width):\(shape.height), pasp): \(own.width) × \(own.height) became \(shown.width) × \(shown.height)"
      )
    }
    if plan.map({ $0.shownSize != job.outputSize }) ?? true { leftOut.append("the full size") }
    if metadata.isMapped, !reply.hasGainMap { leftOut.append("the light of HDR") }
    if options.colour != .keep || job.plan.hasInks { leftOut.append("its own colours") }
    if options.stripping != .nothing { leftOut.append(options.stripping.text) }
  }

  /// - Parameter lost: the reason why the output does not have the movie.
  mutating func add(_ movie: MotionPhotoMovie?, _ lost: [String]) {
    warnings += lost
    guard let movie, lost.isEmpty else { return }
    hasMovie = true
    byteCount = (try? FileStamp(output))?.size ?? byteCount
    notes += movie.notes
  }
}

extension ConversionJob {
  /// Adds the image of a JPEG or PNG file, with its metadata.
  mutating func take(
    _ picture: FilePicture, _ options: ConversionOptions, losses: [String] = []
  ) -> PhotoMetadata {
    plan = picture.plan
    let metadata = PhotoMetadata(picture, self, options, losses: losses)
    add(metadata)
    hasPNGProfile = picture.hasPNGProfile && (iccProfile.isEmpty || options.colour != .keep)
    if let alpha = picture.alpha {
      var own = AlphaJob()
      own.plan = alpha
      alphas = [own]
    }
    return metadata
  }

  /// Adds the gain map of an image.
  ///
  /// - Returns: the further images of a HEIC or AVIF file.
  fileprivate mutating func add(_ ultraHDR: UltraHDR) -> [Companion] {
    guard let gainMap = ultraHDR.job else { return [] }
    if format.isHEIF { return [Companion(gainMap: gainMap, ultraHDR.toneMap)] }
    gainMaps = [gainMap]
    return []
  }

  mutating func add(_ metadata: PhotoMetadata) {
    exif = Bytes(metadata.exif)
    xmp = Bytes(metadata.xmp)
    app1Segments = metadata.app1Segments
    iccProfile = metadata.iccProfile
    sourceProfile = metadata.sourceProfile
  }
}

/// The writing of outputs.
extension PhotoConverter {
  /// Throws if the output would replace a file that has to be kept.
  func checkPath(_ output: String, of input: String) throws(ConversionError) {
    let hasTwoNames = try ConversionError.output(isLink(output, of: input))
    try ConversionError.output(
      try OutputPath.check(
        output, of: [input], isReplacing: options.replacesFiles, isLink: hasTwoNames))
  }

  /// Whether both paths are hard links to one file, as ``ConversionOptions/linksCopies`` makes them.
  private func isLink(_ output: String, of input: String) throws(SystemError) -> Bool {
    guard options.linksCopies, options.replacesFiles else { return false }
    return try !isSameName(output, input)
  }

  /// Writes the file at `output` with what `body` writes, and the times of `input`.
  ///
  /// - Parameter movie: the movie that is then added to it.
  /// - Returns: the reason why the movie was not added.
  @discardableResult
  func write<Failure: Error>(
    to output: String, of input: String, _ movie: MotionPhotoMovie? = nil,
    _ body: (borrowing OutputFile) throws(Failure) -> Void
  ) throws(ConversionError) -> [String] {
    try options.worker.clock.during(.writing) { () throws(ConversionError) in
      try make(output, of: input, movie, body)
    }
  }

  private func make<Failure: Error>(
    _ output: String, of input: String, _ movie: MotionPhotoMovie?,
    _ body: (borrowing OutputFile) throws(Failure) -> Void
  ) throws(ConversionError) -> [String] {
    do {
      let file = try ConversionError.outputFile(output, below: options.root)
      try body(file)
      guard let movie else {
        try finish(file, of: input)
        return []
      }
      let picture = try file.source()
      let joined = try picture.withBytes { (still) throws(EditError) in
        try MotionPhotoFile(still: still, movie: movie)
      }
      let new: MotionPhotoFile
      do throws(EditError) { new = try joined.get() } catch {
        try finish(file, of: input)
        return ["the movie could not become a part of the output, which \(error.message)"]
      }
      let whole = try OutputFile(output, below: options.root)
      try whole.write(new.written, of: picture, in: OpenFile(copying: file.descriptor))
      try checkLocations(in: whole, of: input)
      try finish(whole, of: input)
      return []
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  private func finish(
    _ file: borrowing OutputFile, of input: String
  ) throws(ConversionError) {
    let inputs = [input] + options.origins
    for input in inputs { try ConversionError.requireUnchanged(input) }
    do throws(SystemError) {
      try OpenFile.reading(input).times().set(file.descriptor, file.path)
      try file.commit(
        replacing: options.replacesFiles, isSynced: options.syncsFiles, of: inputs)
    } catch {
      throw ConversionError(.output, error)
    }
  }
}
