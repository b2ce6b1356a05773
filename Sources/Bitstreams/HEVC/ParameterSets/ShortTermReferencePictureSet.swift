import FieldCoding

/// Which pictures nearby a picture may refer to (`st_ref_pic_set`, ITU-T H.265 §7.3.7), as an SPS
/// states it.
public struct ShortTermReferencePictureSet: Equatable, Sendable {
  /// Made from the set before it instead of stated in full.
  public var prediction: Prediction?
  /// The pictures before it in output order, nearest first.
  public var negativePictures: [Picture] = []
  /// The pictures after it in output order, nearest first.
  public var positivePictures: [Picture] = []

  /// A picture of a set that is stated by itself (`delta_poc_s0_minus1` or `delta_poc_s1_minus1`,
  /// with its flag).
  public struct Picture: Equatable, Sendable {
    /// The distance from the picture nearer by.
    public var deltaPOCMinus1: UInt32 = 0
    public var isUsedByCurrentPicture = false
    public init() {}
  }

  /// How a set follows from the one before (`inter_ref_pic_set_prediction_flag`, ITU-T H.265
  /// §7.3.7).
  public struct Prediction: Equatable, Sendable {
    public var isNegative = false
    public var absoluteDeltaMinus1: UInt32 = 0
    /// The use of each picture of the set before, and of that set's own picture.
    public var references: [Reference] = []
    public init() {}
  }

  /// The use of one picture of the set before (`used_by_curr_pic_flag`, `use_delta_flag`).
  public struct Reference: Equatable, Sendable {
    public var isUsedByCurrentPicture = false
    /// Whether it is in this set at all.
    public var isKept = true
    public init() {}
  }

  public init() {}

  /// - Parameters:
  ///   - index: of the set in the SPS.
  ///   - previous: the pictures of the set before.
  mutating func fields(
    _ f: inout FieldCoder, index: Int, previous: DeltaPOCs
  ) throws(FieldError) {
    if index > 0 {
      try f.presence("inter_ref_pic_set_prediction_flag", of: &prediction, blank: Prediction())
    }
    if var present = prediction {
      try present.fields(&f, previous: previous)
      prediction = present
    } else {
      try statedFields(&f)
    }
  }

  private mutating func statedFields(_ f: inout FieldCoder) throws(FieldError) {
    var negativeCount = UInt32(clamping: negativePictures.count)
    var positiveCount = UInt32(clamping: positivePictures.count)
    try f.ue("num_negative_pics", &negativeCount, atMost: 16, "ITU-T H.265 §7.4.8")
    try f.ue("num_positive_pics", &positiveCount, atMost: 16, "ITU-T H.265 §7.4.8")
    try f.list(
      "negative_pics", &negativePictures, exactly: Int(negativeCount), blank: Picture()
    ) { (picture, f) throws(FieldError) in
      try f.ue("delta_poc_s0_minus1", &picture.deltaPOCMinus1)
      try f.flag("used_by_curr_pic_s0_flag", &picture.isUsedByCurrentPicture)
    }
    try f.list(
      "positive_pics", &positivePictures, exactly: Int(positiveCount), blank: Picture()
    ) { (picture, f) throws(FieldError) in
      try f.ue("delta_poc_s1_minus1", &picture.deltaPOCMinus1)
      try f.flag("used_by_curr_pic_s1_flag", &picture.isUsedByCurrentPicture)
    }
  }
}

extension ShortTermReferencePictureSet.Prediction {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, previous: ShortTermReferencePictureSet.DeltaPOCs
  ) throws(FieldError) {
    try f.flag("delta_rps_sign", &isNegative)
    try f.ue("abs_delta_rps_minus1", &absoluteDeltaMinus1)
    try f.list("ref_pics", &references, exactly: previous.count + 1, blank: .init()) {
      (reference, f) throws(FieldError) in
      try f.flag("used_by_curr_pic_flag", &reference.isUsedByCurrentPicture)
      if !reference.isUsedByCurrentPicture {
        try f.flag("use_delta_flag", &reference.isKept)
      } else {
        reference.isKept = true
      }
    }
  }
}

extension ShortTermReferencePictureSet {
  /// The distances in output order of the pictures in a set (`DeltaPocS0`, `DeltaPocS1`).
  struct DeltaPOCs: Equatable {
    var negative: [Int] = []
    var positive: [Int] = []
    /// `NumDeltaPocs`
    var count: Int { negative.count + positive.count }
  }

  /// ITU-T H.265 §7.4.8, (7-61) to (7-70). `previous` is the set before.
  func deltaPOCs(previous: DeltaPOCs) -> DeltaPOCs {
    guard let prediction else {
      return DeltaPOCs(
        negative: distances(of: negativePictures).map { -$0 },
        positive: distances(of: positivePictures))
    }
    let size = Int(prediction.absoluteDeltaMinus1) + 1
    let shift = prediction.isNegative ? -size : size
    let isKept = { (index: Int) in
      index < prediction.references.count && prediction.references[index].isKept
    }
    let negative = previous.negative.enumerated().map { (poc: $1 + shift, isKept: isKept($0)) }
    let positive = previous.positive.enumerated().map {
      (poc: $1 + shift, isKept: isKept(previous.negative.count + $0))
    }
    let own = [(poc: shift, isKept: isKept(previous.count))]
    return DeltaPOCs(
      negative: (positive.reversed() + own + negative)
        .filter { $0.isKept && $0.poc < 0 }.map(\.poc),
      positive: (negative.reversed() + own + positive)
        .filter { $0.isKept && $0.poc > 0 }.map(\.poc))
  }

  private func distances(of pictures: [Picture]) -> [Int] {
    var distance = 0
    return pictures.map { picture in
      distance += Int(picture.deltaPOCMinus1) + 1
      return distance
    }
  }
}
