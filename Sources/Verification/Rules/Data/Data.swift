extension Rules {
  static let data: [any Rule.Type] = [
    ConstructionMethodUnknown.self,
    ExtentPastEnd.self,
    ExtentPastItem.self,
    ExtentPastItemData.self,
    ItemDataMissing.self,
    ItemInsideItself.self,
    ItemReferenceMissing.self,
  ]
}
