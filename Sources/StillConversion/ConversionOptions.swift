public import CodecJob
public import StillMetadata
package import SystemAccess
public import WorkerClient

/// The colours that a result has.
public enum OutputColour: String, Sendable, CaseIterable {
  /// The colours of the picture.
  case keep
  case sRGB = "srgb"
  /// Display P3.
  case p3
}

/// What becomes of the movies of Live Photos and of motion photos.
public enum MovieHandling: String, Sendable, CaseIterable {
  /// The movie of a Live Photo goes beside the output; a motion photo stays one.
  case keep
  /// It becomes a part of the output.
  case motionphoto
  /// It is left out.
  case skip
}

/// How pictures are converted.
public struct ConversionOptions: Sendable {
  /// The format of the file that is written.
  public var format = OutputFormat.jpeg
  /// The bits of a sample: 8 or 16 for PNG, 8 or 10 for HEIC and AVIF; nil for the larger if the
  /// picture has more than 8.
  public var bitDepth: Int?
  /// Which pictures of the file are converted.
  public var selection = PictureSelection.primary
  /// If set, the result has at most as many samples in its longer side, and is made of the smallest
  /// embedded thumbnail that has as many.
  public var thumbnailSide: Int?
  /// What the longer side of the result has at most; nil for the size of the picture.
  public var longerSide: Int?
  /// Whether depth maps, gain maps, mattes and the like become files of their own.
  public var writesAuxiliaryImages = false
  /// The quality of all files but PNG, 1 to 100, in the measure of each encoder; nil for
  /// ``OutputFormat/quality``.
  public var quality: Int?
  /// Whether files that exist are replaced.
  public var replacesFiles = false
  /// Threads that decode one picture; 0 is one for each core.
  public var threads = 0
  /// Whether the light of HDR pictures (PQ, HLG) is brought into the range of a screen.
  public var mapsTones = true
  /// Whether a JPEG file gets the photo's gain map, as Ultra HDR has it.
  public var keepsGainMap = true
  /// Which decoder is asked.
  public var engine = EngineChoice()
  /// What becomes of colours.
  public var colour = OutputColour.keep
  /// What metadata is left out on purpose.
  public var stripping = MetadataStripping.nothing
  /// What becomes of the movie of a photo.
  public var movies = MovieHandling.skip
  /// Outside of which nothing is written, if there is such a folder.
  package var root: RootFolder?
  /// Whether movies are skipped because somebody asked for that: then none of them is lost.
  public var skipsMoviesByRequest = false
  /// The time in which a picture has to be done, in seconds; nil for many times what real photos
  /// take.
  public var timeLimit: Double?
  /// Whether a file that has the format already is given a further name, instead of being copied.
  public var linksCopies = false
  /// Whether a file that has the format already is decoded before it is copied; otherwise only its
  /// structure is looked at.
  public var decodesCopies = true
  /// Whether each file is on the disk before it has its name; if not, the caller sees to that.
  public var syncsFiles = true
  /// Whether of a picture that is cut or damaged what is left is converted: tiles that are lost are
  /// gray then, and that is said.
  public var rescues = false
  /// What conversions that run at the same time share.
  public var budget: WorkerBudget?
  /// What decodes and encodes.
  public var worker: Worker

  /// The usual options.
  public init(_ worker: Worker) { self.worker = worker }

  /// What the longer side of the result has at most, for either reason; nil for the size of the
  /// picture.
  var longestSide: Int? { [longerSide, thumbnailSide].compactMap { $0 }.min() }
}

extension OutputFormat {
  /// What gives files that are about as close to the photo as a JPEG of quality 90 is: a PSNR of 45 dB.
  package var quality: Int {
    switch self {
    case .jpeg, .png: 90
    case .heic: 55
    case .avif: 80
    }
  }
}
