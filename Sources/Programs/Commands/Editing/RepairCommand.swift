import ArgumentParser
import Conversion
import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Metadata
import Movie
import Rescue
import Text
import Verification
import WorkerClient

/// `boxwalk repair`
struct RepairCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Repairs damaged photos and movies.",
    discussion: """
      It repairs:
        - a name with the extension of another kind of file
        - a copy that was truncated: whole samples and items stay, and losses are named
        - bytes that a transfer added after the end
        - stray bytes between the segments of a JPEG image, overwritten markers of its tables, and \
      a missing marker at its end
        - a meta box without the version field of ISO files
        - the descriptor of a tiled photo whose offset points to the start of the file
        - parameter sets that are only in the samples, and have to be in the sample entry
        - an mdat box with a wrong size, and an overwritten or missing head, if there is \
      a moov or meta box
        - offsets of samples after bytes that were lost or added, and of items that moved
        - the descriptor of a tiled photo that is lost
        - a moov box that was truncated: tracks whose tables are whole stay
        - fragments to which the sizes of the boxes before them do not lead
        - a JPEG image that has lost its first bytes, but not its tables
        - fragments without their moov box, with --init or --like
        - a recording that was truncated before its moov box was complete, with --like: samples \
      are found in the bytes by comparison with a good recording of the same camera
        - such a recording whose frames state how they are coded, as its parameter sets are \
      among them, without another recording
        - a HEIC photo without its meta box or its parameter sets, and a JPEG photo without its \
      tables, with --like and another photo of the same camera

      Each result is verified before it appears. The original stays, unless --in-place replaces \
      it. boxwalk verify shows other faults of a file.

      EXAMPLES
        boxwalk repair IMG_1234.HEIC             writes IMG_1234-repaired.HEIC
        boxwalk repair Pictures/ -o repaired/
        boxwalk repair Pictures/ --dry-run       what could be repaired?
        boxwalk repair segment.m4s --init init.mp4 -o clip.mp4
        boxwalk repair BROKEN.MOV --like GOOD.MOV
        boxwalk repair BROKEN.MOV --like GOOD.MOV --dry-run   show each region of it
        boxwalk repair --learn GOOD.MOV -o cameras/           what --like needs
        boxwalk repair BROKEN.MOV --like cameras/             the best of these
        boxwalk repair --learn GOOD.MOV --camera 'Phone 4K'   the same by a name
        boxwalk repair BROKEN.MOV --camera Phone
      """)

  static var suffix: String { "repaired" }
  static func edits(_ kind: FileKind) -> Bool { true }

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  @Option(
    name: .customLong("init"),
    help: "The initialization segment for fragments without one.", completion: .file())
  var initialization: InputPath?

  @Option(
    name: .customLong("like"),
    help: """
      A good recording of the same camera, made in the same mode, or what --learn wrote of one: a \
      recording without a moov box is rebuilt with its help, and so is a HEIC or JPEG photo that \
      lost its start, like a photo of the same camera. Of a folder, the one that fits best is used.
      """, completion: .file())
  var good: InputPath?

  @Option(
    help: ArgumentHelp(
      """
      With --learn: keep the file under the name of a camera. Otherwise: as --like, with what was \
      learned of this camera.
      """, valueName: "name"))
  var camera: String?

  @Flag(
    name: .customLong("learn"),
    help: """
      Write a small file for --like about each good recording: how its tracks are coded and laid \
      out, without video, audio, dates and locations.
      """)
  var learns = false

  @Flag(
    name: .customLong("keep-unknown"),
    help: "With --like: keep unexplained bytes as a track of their own.")
  var keepsUnknown = false

  func validate() throws {
    if good != nil || camera != nil && !learns, initialization != nil {
      throw ValidationError("Use either --init or --like.")
    }
    if good != nil, camera != nil { throw ValidationError("Use either --camera or --like.") }
    if learns, camera != nil, options.output != nil {
      throw ValidationError("Use either --camera or --output.")
    }
    if keepsUnknown, good == nil, camera == nil {
      throw ValidationError("--keep-unknown needs --like.")
    }
    if learns, good != nil || initialization != nil {
      throw ValidationError("--learn cannot be used with --like or --init.")
    }
    if learns, options.isInPlace || options.isDryRun {
      throw ValidationError("--learn writes new files: use --output.")
    }
  }

  func run() throws {
    guard learns else { return try edit() }
    try inputs.requireNames()
    let outcome = try RepairLearnOption(inputs: inputs, options: options, camera: camera).run()
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  /// Whether another file is named, like which a file is rebuilt.
  var hasModel: Bool { good != nil || camera != nil }

  func apply(to edit: inout Edit) throws(EditError) {
    let bytes = edit.original.bytes
    let kind = FileKind(bytes)
    guard kind != .empty else {
      throw EditError(.damaged, "is empty (0 bytes): there is nothing to repair")
    }
    guard [.boxes, .jpeg, .unknown].contains(kind) else {
      // The kinds of other files are named later.
      guard bytes.starts(with: PNGChunks.signature) else { return }
      let file = ExaminedFile(bytes, name: "", inflate: Zlib.inflate)
      let advice =
        PNGChunks(bytes).canBeBegun ? RepairCommand.rescue : RepairCommand.end
      if let reason = file.missingEnd {
        throw EditError(.damaged, "is incomplete, because \(reason); \(advice)")
      }
      guard Report(file, rules: Rules.errors).count(.error) > 0 else { return }
      throw EditError(
        .damaged,
        "is damaged, as boxwalk verify shows, and is no file that repair changes; \(advice)")
    }
    // What needs no other file is repaired without one.
    if hasModel {
      if let repaired = repairedAlone(bytes) {
        edit = repaired
      } else {
        try rebuild(&edit, like: others())
      }
    } else {
      try edit.repair(
        initialization: initialization.map { (file) throws(EditError) in try mapped(file.path) })
    }
    try endImage(&edit)
  }

  /// Adds the end of a JPEG image, if the worker can decode all of it.
  private func endImage(_ edit: inout Edit) throws(EditError) {
    guard let worker = WorkerProgram.path.map({ Worker($0) }) else { return }
    try edit.endImage { written in
      do {
        let file = try OutputFile.temporary()
        try file.write(written)
        let photo = try PhotoFile("/dev/fd/\(file.descriptor)")
        try PhotoConverter(ConversionOptions(worker)).checkPicture(of: photo)
        return true
      } catch {
        return false
      }
    }
  }

  /// The edit that repairs a file so that nothing is wrong with it; nil if that takes another file.
  private func repairedAlone(_ bytes: Bytes) -> Edit? {
    var edit = Edit(bytes)
    let isDescribed = edit.describesItsMedia
    do {
      try edit.repair()
      try endImage(&edit)
      let written = try edit.finished().written
      let repaired = try ByteSource(viewing: written, filling: \.count).bytes
      // Another recording finds samples that are lost with their tables.
      let isWhole = !edit.losesMedia || isDescribed || Edit.isIntact(repaired)
      return isWhole && errorCount(repaired) == 0 ? edit : nil
    } catch {
      return nil
    }
  }

  private func errorCount(_ bytes: Bytes) -> Int {
    Report(ExaminedFile(bytes, name: ""), rules: Rules.errors).count(.error)
  }

  /// The files that `--like` or `--camera` names.
  private func others() throws(EditError) -> [Bytes] {
    if let camera {
      return try CameraTable().paths(of: camera).map { (path) throws(EditError) in
        try mapped(path)
      }
    }
    return try good.map { (file) throws(EditError) in try recordings(file.path) } ?? []
  }

  /// The recordings that `--like` names.
  private func recordings(_ path: String) throws(EditError) -> [Bytes] {
    var problems: [String] = []
    let files = Inputs.files(Inputs.media, of: path) { problems.append($0) }
    guard !files.isEmpty else {
      throw EditError(.notFound, problems.first ?? "\(path) has no recordings")
    }
    return try files.map { (file) throws(EditError) in try mapped(file.path) }
  }

  private func mapped(_ path: String) throws(EditError) -> Bytes {
    do throws(ByteSourceError) { return try ByteSource(mapping: path).bytes } catch {
      throw EditError(.wrongFile, "\(error)")
    }
  }

  func advice(for path: String) -> String? {
    guard !hasModel, initialization == nil,
      let other = OtherRecording(beside: path)
    else { return nil }
    return "\(other): boxwalk repair \(shellWord(path)) --like \(shellWord(other.path))"
  }

  static var repairs: Bool { true }
  static var keepsFormat: Bool { false }

  func newExtension(_ bytes: Bytes, _ path: String) -> String? {
    ExaminedFile(bytes, name: path).rightExtension
  }

  /// The errors that are left, and what else can be done.
  func check(_ written: Bytes, _ edited: EditedFile) -> [String] {
    let bytes = edited.isChanged ? written : edited.original.bytes
    let file = ExaminedFile(bytes, name: "", inflate: Zlib.inflate)
    let report = Report(file, rules: Rules.errors)
    let count = report.count(.error)
    let isTruncated = FileKind(bytes) == .jpeg && file.missingEnd != nil
    guard count > 0 || isTruncated else { return [] }
    let errors =
      count == 0
      ? [] : ["still wrong: \(counted(count, "error")), which boxwalk verify shows"]
    return errors + [advice(for: file, report.findings)]
  }
}

extension RepairCommand {
  /// What can be done for a file in which something is still wrong: another command that helps, or that none does.
  ///
  /// - Parameter findings: what is wrong.
  func advice(for file: ExaminedFile, _ findings: [Finding]) -> String {
    let bytes = file.bytes
    let canAsk = !hasModel
    let errors = findings.filter { $0.severity == .error }
    let isOfMovieInPhoto = errors.allSatisfy {
      $0.rule.id == "motion-photo-movie-damaged" || $0.path.steps.first?.type == "mpvd"
    }
    if isOfMovieInPhoto, !errors.isEmpty, file.motionPhoto != nil { return RepairCommand.split }
    if FileKind(bytes) == .jpeg {
      return canAsk && !Edit.isIntact(bytes)
        ? "boxwalk repair --like, with another photo of the same camera and settings, can replace the headers and tables that are lost"
        : RepairCommand.rescue
    }
    // Nothing is found in zeros.
    guard let region = MediaRegion(file.boxes), region.data.contains(where: { $0 != 0 }) else {
      return RepairCommand.end
    }
    if StatedKind(file.boxes) == .photo || file.heif != nil && file.movie == nil {
      guard canAsk, !Edit.isDescribed(bytes) else {
        return file.heif == nil ? RepairCommand.end : RepairCommand.rescue
      }
      return
        "boxwalk repair --like, with another photo of the same camera and settings, can replace what it has lost"
    }
    guard canAsk else { return RepairCommand.end }
    let isOfMovie = findings.contains { finding in
      finding.severity == .error && !RepairCommand.dataRules.contains(finding.rule.id)
        && finding.path.steps.first?.type == "moov"
    }
    guard let movie = file.movie, !isOfMovie else {
      return
        "boxwalk repair --like, with another recording of the same camera, can replace what it has lost"
    }
    return movie.isFragmented || movie.tracks.allSatisfy { $0.leadsToSamples(in: bytes) }
      ? RepairCommand.end
      : "the tables of its moov box lead to bytes that are no samples: if these are not lost, boxwalk repair --like finds them with another recording of the same camera"
  }

  var adviceForLoss: String? {
    hasModel ? nil : "boxwalk repair --like can keep it, with another file of the same camera"
  }

  var adviceForUnknown: String? {
    hasModel
      ? nil
      : "if it is a recording that has lost its head, boxwalk repair --like finds its samples with another one of the same camera"
  }

  /// The rules about coded data, which no description brings back.
  private static let dataRules: Set<String> = [
    "sample-data-damaged", "item-data-damaged", "jpeg-data-damaged",
  ]

  static let split =
    "boxwalk live split writes the photo and the movie as two files, and boxwalk repair then keeps what is whole of the movie"
  static let rescue = "boxwalk convert --rescue makes an image of what is left"
  static let end =
    "no command brings back what is lost: look for another copy of the file; boxwalk verify --decode says what can be decoded of this one"

  /// What a file is rebuilt like.
  private enum Model {
    case photo(Bytes)
    case picture(Bytes)
    case recordings([Bytes])
  }

  /// Rebuilds a file like that of the others that fits: a photo like the first photo with which it succeeds, and a
  /// recording like all recordings. The `ftyp` box says which of both it is, if it is left.
  func rebuild(_ edit: inout Edit, like others: [Bytes]) throws(EditError) {
    let kind = StatedKind(edit.file)
    let photos = others.filter(Edit.isPhoto)
    let pictures = others.filter { !Edit.isPhoto($0) && Edit.isImage($0) }
    let recordings = others.filter { !Edit.isPhoto($0) && !Edit.isImage($0) }
    var models = kind == .movie ? [] : photos.map(Model.photo) + pictures.map(Model.picture)
    if kind != .photo, !recordings.isEmpty { models.append(.recordings(recordings)) }
    let (mine, theirs) = kind == .movie ? ("movie", "photo") : ("photo", "recording")
    var failure = EditError(
      .wrongFile,
      "is a \(mine), as its ftyp box says, and --like names a \(theirs): name another \(mine) of the same camera"
    )
    for model in models {
      var trial = edit
      do throws(EditError) {
        try rebuild(&trial, like: model)
        edit = trial
        return
      } catch { failure = error }
    }
    throw failure
  }

  private func rebuild(_ edit: inout Edit, like model: Model) throws(EditError) {
    switch model {
    case .photo(let photo): try edit.rebuildPhoto(like: photo)
    case .picture(let picture): try edit.rebuildImage(like: picture)
    case .recordings(let recordings): try rebuildMovie(&edit, like: recordings)
    }
  }

  private func rebuildMovie(_ edit: inout Edit, like recordings: [Bytes]) throws(EditError) {
    edit.findFragments()
    if edit.isInFragments {
      return try edit.repair(initialization: recordings.first, ofOther: true)
    }
    let console = Console()
    let trial = WorkerProgram.path.map { PictureTrial(Worker($0)) }
    func canDecode(_ pictures: FirstFrames) -> Bool? {
      trial?.canDecode(pictures.samples, describedBy: pictures.entry)
    }
    func show(done: Int, of count: Int) {
      if count > 1 << 28 { console.progress("looking for samples: \(done / (count / 100))%") }
    }
    let map = try edit.rebuildMovie(
      like: recordings, keepsUnknown: keepsUnknown, canDecode: canDecode, progress: show)
    console.clearProgress()
    if options.isDryRun { edit.notes += map.lines }
  }
}

/// What a damaged file is, if its `ftyp` box is left.
enum StatedKind {
  case photo, movie, unknown

  private static let photoBrands: Set<FourCC> = [
    "mif1", "mif2", "msf1", "miaf", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis",
    "avci",
  ]

  init(_ file: BoxFile) {
    guard let type = file.boxes.first(FileTypeBox.self) else {
      self = .unknown
      return
    }
    let brands = Set([type.majorBrand] + type.compatibleBrands)
    self = brands.isDisjoint(with: Self.photoBrands) ? .movie : .photo
  }
}

/// Writes what is learned from good recordings (`boxwalk repair --learn`), a file for each.
struct RepairLearnOption {
  let inputs: Inputs
  let options: EditOptions
  let camera: String?
  private let console: Console
  private let results: TextOutput

  private let outputs = EditedOutputs()

  init(inputs: Inputs, options: EditOptions, camera: String?) {
    (self.inputs, self.options, self.camera) = (inputs, options, camera)
    console = Console()
    results = console.output
  }

  func run() throws -> ExitStatus {
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Inputs.media) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    let output = try options.output.map { try OutputOption($0, for: inputs, of: files.count) }
    for file in files {
      do {
        try learn(file, output)
        outcomes.append(.done)
      } catch let error as ByteSourceError {
        console.message("\(error)")
        outcomes.append(.badInput)
      } catch {
        console.message("\(file.path): \(error)")
        outcomes.append(.badInput)
      }
    }
    return ExitStatus(of: outcomes)
  }

  private func learn(_ file: Inputs.File, _ output: OutputOption?) throws {
    let learned = try LearnedRecording(of: ByteSource(mapping: file.path).bytes)
    let (stem, ending) = file.path.splitAtExtension
    let named = try camera.map { try CameraTable().path(of: $0, ending: ending) }
    let path = named ?? output.map { $0.file(file.relativePath) } ?? "\(stem)-learned\(ending)"
    try outputs.take(path, for: file.path)
    let written = try CommandOutput.file(path, inputs: [file.path], isForced: options.force)
    try written.write(learned.bytes)
    try written.commit(replacing: options.force, of: nil)
    report(file.path, path, learned)
  }

  private func report(_ path: String, _ output: String, _ learned: LearnedRecording) {
    defer { results.flush() }
    guard !options.isJSON else {
      return JSONValue.object([
        ("file", .string(path)), ("outcome", .string("learned")), ("output", .string(output)),
        ("notes", .array(learned.notes.map { .string($0) })), ("bytes", .int(learned.bytes.count)),
      ]).writeLine(to: results)
    }
    results.text(output)
    for note in learned.notes { results.text("  not learned: \(note)") }
  }
}
