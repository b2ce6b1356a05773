import Conversion
import Editing
import FieldCoding
import ISOBMFF
import Rescue
import WorkerClient

extension RepairCommand {
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
