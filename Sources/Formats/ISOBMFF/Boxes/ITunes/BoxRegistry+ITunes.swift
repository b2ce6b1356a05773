extension BoxRegistry {
  static let iTunes: [BoxDefinition] = [
    .box(ID3v2Box.self, .any(in: "meta"))
  ]

  /// Items of `ilst`, as iTunes and others write them.
  static let metadataItems: [BoxDefinition] = [
    ("----", "free form item"), ("@PST", "parent's short title"), ("@ppi", "parent's product"),
    ("@pti", "parent's title"), ("@sti", "short title"), ("AACR", "Audible rights"),
    ("CDEK", "Audible key"), ("CDET", "Audible type"), ("GUID", "Audible identifier"),
    ("VERS", "Audible version"), ("aART", "album artist"), ("akID", "store account type"),
    ("apID", "store account"), ("atID", "album or series"), ("auth", "author"),
    ("catg", "category"), ("cmID", "composer"), ("cnID", "store item"), ("covr", "cover"),
    ("cpil", "compilation"), ("cprt", "copyright"), ("desc", "description"),
    ("disk", "disk number"), ("dscp", "description"), ("egid", "episode identifier"),
    ("geID", "genre identifier"), ("gnre", "genre"), ("grup", "grouping"),
    ("gshh", "Google host header"), ("gspm", "Google ping message"), ("gspu", "Google ping URL"),
    ("gssd", "Google source data"), ("gsst", "Google start time"),
    ("gstd", "Google track duration"), ("hdvd", "HD video"), ("itnu", "iTunes U"),
    ("keyw", "keywords"), ("ldes", "long description"), ("ownr", "owner"), ("pcst", "podcast"),
    ("perf", "performer"), ("pgap", "plays without a gap"), ("plID", "album or season"),
    ("prID", "product"), ("purd", "date of purchase"), ("purl", "podcast URL"),
    ("rate", "rating in percent"), ("rldt", "date of release"), ("rtng", "rating"),
    ("sdes", "store description"), ("sfID", "store country"), ("shwm", "shows the movement"),
    ("soaa", "sorted by: album artist"), ("soal", "sorted by: album"),
    ("soar", "sorted by: artist"), ("soco", "sorted by: composer"), ("sonm", "sorted by: name"),
    ("sosn", "sorted by: show"), ("stik", "kind of media"), ("titl", "title"),
    ("tmpo", "beats per minute"), ("trkn", "track number"), ("tven", "episode's name"),
    ("tves", "episode"), ("tvnn", "network"), ("tvsh", "show"), ("tvsn", "season"),
    ("xid ", "vendor's identifier"), ("yrrc", "year"), ("©ART", "artist"), ("©alb", "album"),
    ("©ard", "art director"), ("©arg", "arranger"), ("©aut", "author"), ("©cmt", "comment"),
    ("©com", "composer"), ("©con", "conductor"), ("©cpy", "copyright"), ("©day", "date"),
    ("©des", "description"), ("©dir", "director"), ("©enc", "encoded by"), ("©gen", "genre"),
    ("©grp", "grouping"), ("©lyr", "lyrics"), ("©mvc", "number of movements"),
    ("©mvi", "movement"), ("©mvn", "movement's name"), ("©nam", "title"), ("©nrt", "narrator"),
    ("©ope", "original artist"), ("©prd", "producer"), ("©pub", "publisher"),
    ("©sne", "sound engineer"), ("©sol", "soloist"), ("©st3", "subtitle"),
    ("©too", "encoder"), ("©trk", "track"), ("©wrk", "work"), ("©wrt", "writer"),
    ("©xpd", "executive producer"), ("©xyz", "location (ISO 6709)"),
  ].map { type, title in
    .box(type, title, "iTunes metadata", MetadataItemBox.self, .any(in: "ilst"))
  }
}
