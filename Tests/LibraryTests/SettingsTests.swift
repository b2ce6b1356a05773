import Conversion
import Metadata
import Testing
import WorkerClient
import WorkerProtocol

@testable import Library

/// What decides whether a file is converted again.
@Suite struct SettingsTests {
  /// Outputs that were made by another choice are made again, whichever it is.
  @Test func eachChoiceIsASetting() {
    let changes: [(inout ConversionOptions) -> Void] = [
      { _ in }, { $0.format = .png }, { $0.quality = 51 }, { $0.bitDepth = 10 },
      { $0.selection = .all }, { $0.selection = .item(3) }, { $0.selection = .item(4) },
      { $0.thumbnailSide = 100 }, { $0.thumbnailSide = 101 }, { $0.longerSide = 100 },
      { $0.longerSide = 101 }, { $0.writesAuxiliaryImages = true }, { $0.mapsTones = false },
      { $0.keepsGainMap = false }, { $0.colour = .sRGB }, { $0.stripping = .location },
      { $0.stripping = .all },
      { $0.linksCopies = true }, { $0.movies = .motionphoto }, { $0.movies = .keep },
    ]
    let settings = changes.map { change in
      var options = ConversionOptions(Worker("none"))
      change(&options)
      return options.settings(time: nil)
    }
    #expect(Set(settings).count == changes.count, "\(settings)")
    #expect(ConversionOptions(Worker("none")).settings(time: 1) != settings[0])
  }

  @Test func eachChoiceForMoviesIsASetting() {
    let changes: [(inout MovieConverter.Options) -> Void] = [
      { _ in }, { $0.preset = .small }, { $0.quality = 51 }, { $0.speed = .fast },
      { $0.audio = .aac }, { $0.audio = .keep }, { $0.mostBitsPerSecond = 1000 },
      { $0.mostBytes = 1000 }, { $0.tracks = [1] }, { $0.tracks = [1, 2] }, { $0.start = 1 },
      { $0.end = 1 }, { $0.rotatesUpright = true }, { $0.stripping = .all },
      { $0.stripping = .location }, { $0.mapsColours = true }, { $0.mapsColours = false },
    ]
    let settings = changes.map { change in
      var options = MovieConverter.Options()
      change(&options)
      return options.settings
    }
    #expect(Set(settings).count == changes.count, "\(settings)")
  }

  @Test func eachChoiceForLoopsIsASetting() {
    let changes: [(inout LoopMaker.Options) -> Void] = [
      { _ in }, { $0.quality = 51 }, { $0.longerSide = 50 }, { $0.rate = 3 }, { $0.start = 1 },
      { $0.end = 1 }, { $0.bounces = true }, { $0.playCount = 2 }, { $0.stripping = .all },
    ]
    let settings = changes.map { change in
      var options = LoopMaker.Options(.webp)
      change(&options)
      return options.settings
    }
    #expect(Set(settings).count == changes.count, "\(settings)")
    #expect(LoopMaker.Options(.gif).settings != settings[0])
  }
}
