/// Commands with an exit code, the reason in the words of the help, and a command line that ends so.
///
/// The command lines run in a folder in which `cut` files are incomplete, `renamed.avif` is a HEIC photo, and `none`
/// files do not exist. The folder `new` is missing before each of them. `doctor --security` ends with 1 if a part of the
/// sandbox is missing, which no example shows.
extension ExitCodeTableTests {
  static let rows: [Row] = [
    Row("inspect", 0, "the files are shown", "boxwalk inspect photo.heic"),
    Row(
      "inspect", 1, "the page is written, but its preview cannot be decoded",
      "BOXWALK_CODEC=none boxwalk inspect photo.heic --html new/a.html"),
    Row(
      "inspect", 1, "there is no preview, because the output is not a terminal",
      "boxwalk inspect --preview photo.heic"),
    Row("inspect", 1, "the file has a warning, and can be read", "boxwalk inspect renamed.avif"),
    Row(
      "inspect", 1, "the file has none of the named tags",
      "boxwalk inspect --tag Nonsense photo.heic"),
    Row(
      "inspect", 1, "the metadata of two files differs",
      "boxwalk inspect --metadata --compare photo.heic depth.heic"),
    Row(
      "inspect", 2, "the box or the track does not exist",
      "boxwalk inspect --path //zzzz photo.heic"),
    Row(
      "inspect", 2, "the box or the track does not exist",
      "boxwalk inspect --samples --track 9 movie.mov"),
    Row("inspect", 2, "a file is damaged; the rest of it is shown", "boxwalk inspect cut.heic"),
    Row("inspect", 2, "a file cannot be read", "boxwalk inspect none.heic"),
    Row(
      "inspect", 2, "a file at a URL cannot be read",
      "boxwalk inspect http://127.0.0.1:9/none.heic"),
    Row(
      "inspect", 3, "some of several files cannot be read", "boxwalk inspect photo.heic none.heic"),
    Row("inspect", 0, "the page is written", "boxwalk inspect photo.heic --html new/a.html"),
    Row(
      "inspect", 2, "the page or the drawing cannot be written, or there is nothing to draw",
      "boxwalk inspect photo.heic --svg rate"),
    Row("inspect", 64, "the command line is wrong", "boxwalk inspect --nonsense"),
    Row("verify", 0, "no findings, or only notes", "boxwalk verify photo.heic"),
    Row("verify", 1, "warnings", "boxwalk verify warned.mp4"),
    Row("verify", 2, "errors, or a file that cannot be read", "boxwalk verify cut.heic"),
    Row("verify", 2, "errors, or a file that cannot be read", "boxwalk verify none.heic"),
    Row(
      "verify", 2, "errors, or a file that cannot be read",
      "boxwalk verify http://127.0.0.1:9/none.heic"),
    Row("verify", 0, "no findings, or only notes", "boxwalk verify stream/multivariant.m3u8"),
    Row("verify", 64, "the command line is wrong", "boxwalk verify"),
    Row(
      "diff", 0, "the files are the same, except for what is ignored",
      "boxwalk diff photo.heic same.heic"),
    Row("diff", 1, "they differ", "boxwalk diff photo.heic depth.heic"),
    Row(
      "diff", 1, "they differ, and the page says how",
      "boxwalk diff photo.heic depth.heic --html new/a.html"),
    Row("diff", 2, "a file cannot be read", "boxwalk diff photo.heic none.heic"),
    Row("diff", 64, "the command line is wrong", "boxwalk diff photo.heic"),
    Row(
      "extract", 0, "the part is written, or parts are listed",
      "boxwalk extract photo.heic --exif -o new/a.tif"),
    Row(
      "extract", 2, "the file does not have this part",
      "boxwalk extract movie.mp4 --exif -o new/a.tif"),
    Row("extract", 2, "a file cannot be read", "boxwalk extract none.heic --exif -o new/a.tif"),
    Row("extract", 64, "the command line is wrong", "boxwalk extract"),
    Row("config", 0, "no findings, or only notes", "boxwalk config movie.mov"),
    Row("config", 1, "warnings", "boxwalk config lower.mov"),
    Row("config", 2, "errors, or a file that cannot be read", "boxwalk config text.txt"),
    Row(
      "config", 2, "errors, or a file that cannot be read",
      "boxwalk config movie.mov --with text.txt"),
    Row("config", 2, "the record cannot be written", "boxwalk config movie.mov -o text.txt/a"),
    Row("config", 64, "the command line is wrong", "boxwalk config"),
    Row("monitor", 0, "no findings, or only notes", "boxwalk monitor stream/video-1.m3u8"),
    Row("monitor", 1, "warnings", "boxwalk monitor stream/short.m3u8"),
    Row("monitor", 2, "errors, or a playlist that cannot be read", "boxwalk monitor text.txt"),
    Row("monitor", 2, "errors, or a playlist that cannot be read", "boxwalk monitor none.m3u8"),
    Row("monitor", 64, "the command line is wrong", "boxwalk monitor"),
    Row("convert", 0, "all photos are converted", "boxwalk convert photo.heic -o new/a.jpg"),
    Row(
      "convert", 1, "a part of a photo was left out, because the output cannot hold it",
      "boxwalk convert depth.heic -o new/a.jpg"),
    Row(
      "convert", 1, "a part of the image is lost",
      "boxwalk convert --rescue cut-tiles.heic -o new/a.jpg"),
    Row(
      "convert", 0,
      "a loop is made from a movie, without its audio and other data that the format cannot hold",
      "boxwalk convert movie.mov -o new/a.gif --to 0.3"),
    Row(
      "convert", 1,
      "frames of a loop are damaged, or were transparent and the format does not support that",
      "boxwalk convert cut.mov -o new/a.gif --max-size 48"),
    Row("convert", 2, "no loop could be made", "boxwalk convert text.txt -o new/a.gif"),
    Row("convert", 2, "no photo could be converted", "boxwalk convert cut.heic -o new/a.jpg"),
    Row(
      "convert", 2, "the output cannot be written", "boxwalk convert photo.heic -o text.txt/a.jpg"),
    Row(
      "convert", 2, "the manifest cannot be written",
      "boxwalk convert photos -o new --manifest /dev/full"),
    Row(
      "convert", 3, "some of several photos could not be converted", "boxwalk convert both -o new"),
    Row("convert", 64, "the command line is wrong", "boxwalk convert photo.heic"),
    Row(
      "convert", 70, "a fault of Boxwalk: here, its worker does not start",
      "BOXWALK_CODEC=none boxwalk convert photo.heic -o new/a.jpg"),
    Row(
      "transcode", 0, "all movies are converted",
      "boxwalk transcode movie.mov -o new/a.mov --speed fast"),
    Row(
      "transcode", 1, "frames are damaged, or something was lost that no output can hold",
      "boxwalk transcode cut.mov -o new/a.mov --speed fast"),
    Row("transcode", 2, "no movie could be converted", "boxwalk transcode text.txt -o new/a.mov"),
    Row(
      "transcode", 2, "the output cannot be written",
      "boxwalk transcode movie.mov -o text.txt/a.mov"),
    Row(
      "transcode", 3, "some of several movies could not be converted",
      "boxwalk transcode movie.mp4 text.txt -o new"),
    Row("transcode", 64, "the command line is wrong", "boxwalk transcode movie.mov"),
    Row(
      "transcode", 70, "a fault of Boxwalk: here, its worker does not start",
      "BOXWALK_CODEC=none boxwalk transcode movie.mov -o new/a.mov"),
    Row("frames", 0, "all frames are made", "boxwalk frames movie.mov -o new/a.jpg --at 1"),
    Row(
      "frames", 1, "some frames of a movie are damaged", "boxwalk frames cut.mov -o new --every 0.5"
    ),
    Row(
      "frames", 1, "at some of the times, the movie shows nothing",
      "boxwalk frames movie.mov -o new --at 0,99"),
    Row("frames", 2, "no frame could be made", "boxwalk frames photo.heic -o new/a.jpg"),
    Row("frames", 2, "the output cannot be written", "boxwalk frames movie.mov -o text.txt/a.jpg"),
    Row(
      "frames", 3, "some of several movies could not be read",
      "boxwalk frames movie.mov none.mov -o new"),
    Row("frames", 64, "the command line is wrong", "boxwalk frames movie.mov"),
    Row(
      "frames", 70, "a fault of Boxwalk: here, its worker does not start",
      "BOXWALK_CODEC=none boxwalk frames movie.mov -o new/a.jpg"),
    Row("hls", 0, "the folder is made", "boxwalk hls movie.mp4 -o new/stream"),
    Row(
      "hls", 1,
      "done, but a stream cannot hold something, or there is something that you should know",
      "boxwalk hls movie.mov -o new/stream"),
    Row("hls", 2, "a movie cannot be read", "boxwalk hls photo.heic -o new/stream"),
    Row(
      "hls", 2, "the folder cannot be written, or has other files",
      "boxwalk hls movie.mp4 -o photos --force"),
    Row("hls", 64, "the command line is wrong", "boxwalk hls movie.mp4"),
    Row(
      "hls", 70, "a fault of Boxwalk: here, its worker does not start",
      "BOXWALK_CODEC=none boxwalk hls movie.mp4 -o new/stream --ladder 540p"),
    Row("report", 0, "the report is written", "boxwalk report manifest.jsonl"),
    Row("report", 1, "some lines of a manifest cannot be read", "boxwalk report damaged.jsonl"),
    Row("report", 2, "no manifest lines found", "boxwalk report text.txt"),
    Row("report", 2, "no manifest lines found", "boxwalk report damaged/IMG_1.HEIC"),
    Row("report", 64, "the command line is wrong", "boxwalk report"),
    Row("gallery", 0, "all photos and movies are shown", "boxwalk gallery photos -o new"),
    Row("gallery", 1, "some cannot be shown, and the pages say why", "boxwalk gallery both -o new"),
    Row(
      "gallery", 2, "there is nothing to show, no file can be read, or the pages cannot be written",
      "boxwalk gallery photos -o text.txt/a"),
    Row("gallery", 3, "some files or folders cannot be read", "boxwalk gallery photos none -o new"),
    Row("gallery", 64, "the command line is wrong", "boxwalk gallery photos"),
    Row(
      "gallery", 70, "a fault of Boxwalk: here, its worker does not start",
      "BOXWALK_CODEC=none boxwalk gallery photos -o new"),
    Row("strip", 0, "the files are edited", "boxwalk strip location photo.heic -o new/a.heic"),
    Row("strip", 2, "no file could be edited", "boxwalk strip location text.txt -o new/a.heic"),
    Row("strip", 2, "no file could be edited", "boxwalk strip location cut.mov -o new/a.mov"),
    Row(
      "strip", 3, "some of several files could not be edited",
      "boxwalk strip location photo.heic text.txt -o new"),
    Row("strip", 64, "the command line is wrong", "boxwalk strip nothing photo.heic"),
    Row("rotate", 0, "the files are edited", "boxwalk rotate 90 photo.heic -o new/a.heic"),
    Row(
      "rotate", 1, "done, but the movie was truncated, and what is missing stays so",
      "boxwalk rotate 90 cut.mov -o new/a.mov"),
    Row("rotate", 2, "no file could be edited", "boxwalk rotate 90 none.heic -o new/a.heic"),
    Row(
      "rotate", 3, "some of several files could not be edited",
      "boxwalk rotate 90 photo.heic none.heic -o new"),
    Row("rotate", 64, "the command line is wrong", "boxwalk rotate 45 photo.heic"),
    Row("flip", 0, "the files are edited", "boxwalk flip vertical photo.heic -o new/a.heic"),
    Row(
      "flip", 1, "done, but the movie was truncated, and what is missing stays so",
      "boxwalk flip vertical cut.mov -o new/a.mov"),
    Row("flip", 2, "no file could be edited", "boxwalk flip vertical none.heic -o new/a.heic"),
    Row(
      "flip", 3, "some of several files could not be edited",
      "boxwalk flip vertical photo.heic none.heic -o new"),
    Row("flip", 64, "the command line is wrong", "boxwalk flip sideways photo.heic"),
    Row(
      "push", 0, "the whole movie is published",
      "boxwalk push movie.mp4 rtmp://127.0.0.1:9/live/key --dry-run"),
    Row(
      "push", 1, "published, but a stream cannot hold some parts",
      "boxwalk push movie.mov rtmp://127.0.0.1:9/live/key --dry-run"),
    Row(
      "push", 2, "the movie cannot be read, or the server refuses it",
      "boxwalk push text.txt rtmp://127.0.0.1:9/live/key --dry-run"),
    Row("push", 64, "the command line is wrong", "boxwalk push movie.mov"),
    Row("trim", 0, "the files are edited", "boxwalk trim movie.mov --to 1 -o new/a.mov"),
    Row("trim", 1, "done, but samples were missing", "boxwalk trim cut.mov --to 0.5 -o new/a.mov"),
    Row(
      "trim", 2, "no file could be edited, or `--smart` cannot encode its frames",
      "boxwalk trim movie.mov --from 100 -o new/a.mov"),
    Row(
      "trim", 3, "some of several files could not be edited",
      "boxwalk trim movie.mov none.mov --to 1 -o new"),
    Row("trim", 64, "the command line is wrong", "boxwalk trim movie.mov"),
    Row("remux", 0, "the files are edited", "boxwalk remux movie.mov -o new/a.mp4"),
    Row("remux", 0, "the movie is in another container", "boxwalk remux movie.mp4 -o new/a.flv"),
    Row(
      "remux", 1, "done, but the format cannot hold something",
      "boxwalk remux movie.mov -o new/a.m4a"),
    Row(
      "remux", 1, "done, but the format cannot hold something",
      "boxwalk remux movie.mp4 --cmaf -o new/a.cmfv"),
    Row("remux", 2, "no file could be edited", "boxwalk remux photo.heic -o new/a.mp4"),
    Row(
      "remux", 3, "some of several files could not be edited",
      "boxwalk remux movie.mov none.mov --format mp4 -o new"),
    Row("remux", 64, "the command line is wrong", "boxwalk remux movie.mov"),
    Row(
      "remux", 70, "a fault of Boxwalk: here, its worker does not start",
      "BOXWALK_CODEC=none boxwalk remux movie.mp4 -o new/a.mkv"),
    Row("join", 0, "the movies are joined", "boxwalk join movie.mov movie.mov -o new/a.mov"),
    Row(
      "join", 2, "a movie cannot be read, or the movies have different codings",
      "boxwalk join movie.mov movie.mp4 -o new/a.mov"),
    Row(
      "join", 2, "a movie cannot be read, or the movies have different codings",
      "boxwalk join cut.mov movie.mov -o new/a.mov"),
    Row("join", 64, "the command line is wrong", "boxwalk join movie.mov"),
    Row(
      "chapters", 0, "the chapters are listed, or written",
      "boxwalk chapters movie.mov --set 0=Start -o new/a.mov"),
    Row(
      "chapters", 1, "done, but samples were missing",
      "boxwalk chapters cut.mov --set 0=Start -o new/a.mov"),
    Row(
      "chapters", 2, "no file could be read or edited",
      "boxwalk chapters movie.mov --set 99=Late -o new/a.mov"),
    Row(
      "chapters", 3, "some of several files could not be read or edited",
      "boxwalk chapters movie.mov none.mov"),
    Row("chapters", 64, "the command line is wrong", "boxwalk chapters movie.mov --set late"),
    Row(
      "cover", 0, "the cover is listed, extracted or written",
      "boxwalk cover movie.mov --set photo.jpg -o new/a.mov"),
    Row(
      "cover", 2, "no file could be read or edited, or there is no cover",
      "boxwalk cover movie.mov -o new/a.jpg"),
    Row(
      "cover", 2, "no file could be read or edited, or there is no cover",
      "boxwalk cover photo.heic"),
    Row(
      "cover", 3, "some of several files could not be read or edited",
      "boxwalk cover movie.mov none.mov"),
    Row("cover", 64, "the command line is wrong", "boxwalk cover"),
    Row("track", 0, "the files are edited", "boxwalk track movie.mov --drop audio -o new/a.mov"),
    Row(
      "track", 1, "done, but samples were missing",
      "boxwalk track cut.mov --drop audio -o new/a.mov"),
    Row("track", 2, "no file could be edited", "boxwalk track movie.mov --drop 9 -o new/a.mov"),
    Row(
      "track", 3, "some of several files could not be edited",
      "boxwalk track movie.mov none.mov --keep video -o new"),
    Row("track", 64, "the command line is wrong", "boxwalk track movie.mov"),
    Row("mute", 0, "the files are edited", "boxwalk mute movie.mov -o new/a.mov"),
    Row("mute", 1, "done, but samples were missing", "boxwalk mute cut.mov -o new/a.mov"),
    Row("mute", 2, "no file could be edited", "boxwalk mute none.mov -o new/a.mov"),
    Row("mute", 2, "no file could be edited", "boxwalk mute photo.heic -o new/a.heic"),
    Row(
      "mute", 3, "some of several files could not be edited",
      "boxwalk mute movie.mov none.mov -o new"),
    Row("mute", 64, "the command line is wrong", "boxwalk mute"),
    Row("faststart", 0, "the files are edited", "boxwalk faststart movie.mov -o new/a.mov"),
    Row(
      "faststart", 1, "done, but the movie was truncated, and what is missing stays so",
      "boxwalk faststart cut.mov -o new/a.mov"),
    Row("faststart", 2, "no file could be edited", "boxwalk faststart none.mov -o new/a.mov"),
    Row(
      "faststart", 3, "some of several files could not be edited",
      "boxwalk faststart movie.mov none.mov -o new"),
    Row("faststart", 64, "the command line is wrong", "boxwalk faststart"),
    Row("retag", 0, "the files are edited", "boxwalk retag movie.mov -o new/a.mov"),
    Row(
      "retag", 1, "done, but the movie was truncated, and what is missing stays so",
      "boxwalk retag cut.mov -o new/a.mov"),
    Row("retag", 2, "no file could be edited", "boxwalk retag none.mov -o new/a.mov"),
    Row(
      "retag", 3, "some of several files could not be edited",
      "boxwalk retag movie.mov none.mov -o new"),
    Row("retag", 64, "the command line is wrong", "boxwalk retag"),
    Row("repair", 0, "the files are intact, or were repaired", "boxwalk repair photo.heic"),
    Row("repair", 1, "repaired, but something is lost", "boxwalk repair cut.mov"),
    Row("repair", 1, "repaired, but something is lost", "boxwalk repair torn.mov --like movie.mov"),
    Row("repair", 2, "no file could be repaired", "boxwalk repair text.txt"),
    Row("repair", 2, "no file could be repaired", "boxwalk repair torn.mov --like text.txt"),
    Row(
      "repair", 3, "some of several files could not be repaired",
      "boxwalk repair photo.heic text.txt"),
    Row("repair", 64, "the command line is wrong", "boxwalk repair"),
    Row("repair", 64, "the command line is wrong", "boxwalk repair torn.mov --keep-unknown"),
    Row("rescue", 0, "all files that were found are whole", "boxwalk rescue photo.heic -o new/"),
    Row(
      "rescue", 1, "something is broken or could not be read, or nothing was found",
      "boxwalk rescue cut.heic -o new/"),
    Row(
      "rescue", 1, "something is broken or could not be read, or nothing was found",
      "boxwalk rescue text.txt -o new/"),
    Row(
      "rescue", 2, "the disk cannot be read, or the folder cannot be written",
      "boxwalk rescue none.heic -o new/"),
    Row("rescue", 64, "the command line is wrong", "boxwalk rescue photo.heic"),
    Row("set", 0, "the files are edited", "boxwalk set moov/mvhd.rate=2.0 movie.mov -o new/a.mov"),
    Row(
      "set", 1, "done, but the movie was truncated, and what is missing stays so",
      "boxwalk set moov/mvhd.rate=2.0 cut.mov -o new/a.mov"),
    Row(
      "set", 2, "no file could be edited", "boxwalk set moov/mvhd.rate=2.0 none.mov -o new/a.mov"),
    Row(
      "set", 3, "some of several files could not be edited",
      "boxwalk set moov/mvhd.rate=2.0 movie.mov none.mov -o new"),
    Row("set", 64, "the command line is wrong", "boxwalk set moov/mvhd.rate movie.mov"),
    Row(
      "insert", 0, "the files are edited",
      "boxwalk insert moov --hex 0000000866726565 movie.mov -o new/a.mov"),
    Row(
      "insert", 2, "no file could be edited",
      "boxwalk insert moov --hex 0000000866726565 none.mov -o new/a.mov"),
    Row(
      "insert", 3, "some of several files could not be edited",
      "boxwalk insert moov --hex 0000000866726565 movie.mov none.mov -o new"),
    Row("insert", 64, "the command line is wrong", "boxwalk insert moov --hex 0 movie.mov"),
    Row("remove", 0, "the box is removed", "boxwalk remove moov/meta movie.mov -o new/a.mov"),
    Row(
      "remove", 1, "the box is removed, and the file no longer shows anything",
      "boxwalk remove moov movie.mov -o new/a.mov --force"),
    Row(
      "remove", 1,
      "the box is removed, and with it something that the file showed, such as its cover",
      "boxwalk remove moov/udta covered.mp4 -o new/a.mp4"),
    Row(
      "remove", 1, "done, but the movie was truncated, and what is missing stays so",
      "boxwalk remove moov/meta cut.mov -o new/a.mov"),
    Row(
      "remove", 2, "refused, because the file would no longer show anything",
      "boxwalk remove moov movie.mov -o new/a.mov"),
    Row("remove", 2, "no file could be edited", "boxwalk remove moov/meta none.mov -o new/a.mov"),
    Row(
      "remove", 3, "some of several files could not be edited",
      "boxwalk remove moov/meta movie.mov none.mov -o new"),
    Row("remove", 64, "the command line is wrong", "boxwalk remove abc movie.mov"),
    Row("undo", 0, "done", "boxwalk undo edited"),
    Row("undo", 1, "some files stay", "boxwalk undo changed"),
    Row("undo", 2, "no such run is known, or the folder cannot be written", "boxwalk undo photos"),
    Row("undo", 64, "the command line is wrong", "boxwalk undo"),
    Row("catalogue", 0, "all named codes are known", "boxwalk catalogue hvcC"),
    Row("catalogue", 1, "a code is not known", "boxwalk catalogue hvcC zzzz"),
    Row("catalogue", 2, "the pages cannot be written", "boxwalk catalogue --html text.txt/a"),
    Row("catalogue", 64, "the command line is wrong", "boxwalk catalogue --nonsense"),
    Row("doctor", 0, "images can be decoded", "boxwalk doctor"),
    Row("doctor", 2, "images cannot be decoded", "BOXWALK_CODEC=none boxwalk doctor"),
    Row("doctor", 64, "the command line is wrong", "boxwalk doctor --nonsense"),
    Row(
      "serve", 0, "all requests were answered, also those with an error", "boxwalk serve < text.txt"
    ),
    Row(
      "serve", 2, "standard input, or the folder of --root, cannot be read",
      "boxwalk serve --root none"),
    Row(
      "serve", 2, "standard input, or the folder of --root, cannot be read",
      "boxwalk serve --root text.txt"),
    Row("serve", 64, "the command line is wrong", "boxwalk serve --jobs 0"),
    Row("live make", 0, "done", "boxwalk live make photo.jpg movie.mov -o new"),
    Row(
      "live make", 1, "done, but some software may refuse it, or --match does not decide",
      "boxwalk live make photo.jpg long.mov -o new"),
    Row("live make", 2, "nothing was made", "boxwalk live make photo.jpg text.txt -o new"),
    Row("live make", 64, "the command line is wrong", "boxwalk live make photo.jpg"),
    Row(
      "live still", 0, "both files are made",
      "boxwalk live still movie.mov --at 1 -o new --format jpeg"),
    Row(
      "live still", 1, "both files are made, but Photos may refuse them",
      "boxwalk live still long.mov --at 1 -o new --format jpeg"),
    Row(
      "live still", 2, "the movie shows nothing at that time",
      "boxwalk live still movie.mov --at 100 -o new"),
    Row("live still", 64, "the command line is wrong", "boxwalk live still movie.mov"),
    Row("live check", 0, "a Live Photo", "boxwalk live check live"),
    Row(
      "live check", 1, "a Live Photo that some software may refuse",
      "boxwalk live check live/photo.jpg android.mov"),
    Row(
      "live check", 2, "not a Live Photo: Photos shows a still and a movie",
      "boxwalk live check photo.jpg movie.mov"),
    Row("live check", 64, "the command line is wrong", "boxwalk live check"),
    Row("live pair", 0, "done", "boxwalk live pair live"),
    Row("live pair", 1, "done, with conflicts or damaged files", "boxwalk live pair damaged"),
    Row("live pair", 2, "a folder or file cannot be read", "boxwalk live pair none"),
    Row(
      "live pair", 3, "some files could not be moved", "boxwalk live pair --undo undo.txt --apply"),
    Row("live pair", 64, "the command line is wrong", "boxwalk live pair --nonsense"),
    Row("live bundle", 0, "done", "boxwalk live bundle live/photo.jpg live/photo.mov -o new/a.zip"),
    Row(
      "live bundle", 1, "done, but a still and its movie do not have the same identifier",
      "boxwalk live bundle photo.jpg movie.mov -o new/a.zip"),
    Row(
      "live bundle", 2, "nothing was bundled", "boxwalk live bundle text.txt movie.mov -o new/a.zip"
    ),
    Row(
      "live bundle", 3, "some pairs of a folder were not bundled",
      "boxwalk live bundle pairs -o taken --format zip"),
    Row("live bundle", 64, "the command line is wrong", "boxwalk live bundle"),
    Row("live split", 0, "both files are extracted", "boxwalk live split live.zip -o new"),
    Row("live split", 2, "no bundle could be split", "boxwalk live split text.txt -o new"),
    Row(
      "live split", 3, "some of several bundles could not be split",
      "boxwalk live split live.zip text.txt -o new"),
    Row("live split", 64, "the command line is wrong", "boxwalk live split"),
    Row("live convert", 0, "done", "boxwalk live convert live/photo.jpg live/photo.mov -o new"),
    Row("live convert", 2, "nothing was made", "boxwalk live convert text.txt -o new"),
    Row(
      "live convert", 3, "some of several files were not made",
      "boxwalk live convert pairs --to motionphoto -o taken"),
    Row("live convert", 64, "the command line is wrong", "boxwalk live convert"),
  ]
}
