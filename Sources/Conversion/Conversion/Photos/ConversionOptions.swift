package import Files
public import Metadata
public import WorkerClient
public import WorkerProtocol

/// The colour space of a result.
public enum OutputColour: String, Sendable, CaseIterable {
  /// The colour space of the image.
  case keep
  case sRGB = "srgb"
  /// Display P3.
  case p3
}

/// What happens to the movies of Live Photos and of motion photos.
public enum MovieHandling: String, Sendable, CaseIterable {
  /// The movie of a Live Photo is copied to the folder of the output; a motion photo stays a motion photo.
  case keep
  /// The movie becomes a part of the output.
  case motionphoto
  /// The movie is left out.
  case skip
}

/// How images are converted.
public struct ConversionOptions: Sendable {
  /// The format of the output.
  public var format = OutputFormat.jpeg
  /// The bits of a sample: 8 or 16 for PNG, 8 or 10 for HEIC and AVIF. If it is nil, it is the larger number for
  /// images with more than 8 bits, and otherwise 8.
  public var bitDepth: Int?
  /// The images of the file that are converted.
  public var selection = PictureSelection.primary
  /// The maximum number of samples of the longer side of a thumbnail. If it is set, the result is made from the
  /// smallest embedded thumbnail that is large enough.
  public var thumbnailSide: Int?
  /// The maximum number of samples of the longer side; nil for the size of the image.
  public var longerSide: Int?
  /// Whether depth maps, gain maps, mattes and other auxiliary images are written to separate files.
  public var writesAuxiliaryImages = false
  /// The quality of all formats except PNG, 1 to 100, on the scale of each encoder; nil for
  /// ``OutputFormat/quality``.
  public var quality: Int?
  /// Whether existing files are replaced.
  public var replacesFiles = false
  /// The number of threads for one image; 0 for one thread for each core.
  public var threads = 0
  /// Whether HDR images (PQ, HLG) are mapped to SDR.
  public var mapsTones = true
  /// Whether a JPEG file gets the gain map of the photo (Ultra HDR).
  public var keepsGainMap = true
  /// The decoder to use.
  public var engine = EngineChoice()
  /// The colour space of the output.
  public var colour = OutputColour.keep
  /// The metadata that is left out on purpose.
  public var stripping = MetadataStripping.nothing
  /// What happens to the movie of a photo.
  public var movies = MovieHandling.skip
  /// The folder that outputs have to be in, if there is one.
  package var root: RootFolder?
  /// The paths of the files of which a photo was made that is a temporary file itself.
  package var origins: [String] = []
  /// Whether the user asked to skip movies: then a skipped movie does not count as lost.
  public var skipsMoviesByRequest = false
  /// The time limit for an image, in seconds; nil for a limit that is many times longer than real photos need.
  public var timeLimit: Double?
  /// Whether a file that already has the format gets a hard link instead of a copy.
  public var linksCopies = false
  /// Whether a file that already has the format is decoded before it is copied; if not, only its structure is
  /// checked.
  public var decodesCopies = true
  /// Whether each file is flushed to the disk before it gets its name; if not, the caller has to do that.
  public var syncsFiles = true
  /// Whether the intact part of an incomplete or damaged image is converted: lost tiles become grey, and a
  /// warning says so.
  public var rescues = false
  /// The budget that conversions share if they run at the same time; nil for none.
  public var budget: WorkerBudget?
  /// The worker, which decodes and encodes.
  public var worker: Worker

  /// The default options.
  public init(_ worker: Worker) { self.worker = worker }

  /// The maximum of the longer side of the result, from both options; nil for the size of the image.
  var longestSide: Int? { [longerSide, thumbnailSide].compactMap { $0 }.min() }
}

extension OutputFormat {
  /// The default quality, with which files are about as similar to the photo as a JPEG of quality 90: a PSNR of 45 dB.
  package var quality: Int {
    switch self {
    case .jpeg, .png: 90
    case .heic: 55
    case .avif: 80
    }
  }
}
