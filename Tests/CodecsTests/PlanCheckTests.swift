import HEIF
import Testing

@testable import Codecs

@Suite struct PlanCheckTests {
  private func plan(_ change: (inout ImagePlan) -> Void) -> ImagePlan {
    var plan = ImagePlan()
    plan.configurations = [ImagePlan.DecoderConfiguration()]
    plan.columns = 3
    plan.rows = 2
    plan.tiles = Array(repeating: ImagePlan.CodedImage(), count: 6)
    plan.tileSize = ImagePlan.Size(width: 64, height: 32)
    plan.canvas = ImagePlan.Size(width: 150, height: 60)
    change(&plan)
    return plan
  }

  @Test func acceptsTransformsInOrder() throws {
    try plan {
      $0.transforms = [
        .crop(x: 10, y: 0, width: 140, height: 60), .rotate(quarterTurns: 1), .flipVertically,
        .crop(x: 0, y: 139, width: 60, height: 1), .rotate(quarterTurns: 2), .flipHorizontally,
      ]
    }.check()
  }

  /// In release builds, no other check would prevent a read beyond the planes.
  @Test(arguments: [
    ImagePlan.Transform.crop(x: 0, y: 0, width: 151, height: 60),
    .crop(x: 1, y: 0, width: 150, height: 60), .crop(x: 0, y: 1, width: 150, height: 60),
    .crop(x: 0, y: 0, width: 0, height: 60), .crop(x: -1, y: 0, width: 10, height: 10),
    .crop(x: .max, y: .max, width: .max, height: .max), .rotate(quarterTurns: 0),
    .rotate(quarterTurns: 4),
  ])
  func refusesTransforms(transform: ImagePlan.Transform) {
    #expect(throws: CodecError.self) { try plan { $0.transforms = [transform] }.check() }
  }

  @Test func refusesACropOfTheTurnedPicture() {
    let transforms: [ImagePlan.Transform] = [
      .rotate(quarterTurns: 3), .crop(x: 0, y: 0, width: 61, height: 60),
    ]
    #expect(throws: CodecError.self) { try plan { $0.transforms = transforms }.check() }
  }

  @Test func refusesNumbersOfAnySize() {
    for change: (inout ImagePlan) -> Void in [
      { $0.columns = .max }, { $0.rows = .max }, { $0.tileSize.width = .max },
      { $0.canvas.height = .max }, { $0.canvas.width = 0 }, { $0.columns = 0 },
      { $0.tileSize = ImagePlan.Size(width: 49, height: 32) },
    ] {
      #expect(throws: CodecError.self) { try plan(change).check() }
    }
  }
}
