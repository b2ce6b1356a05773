"""Makes the files of SampleMedia/. Run by Scripts/make-sample-media."""

import argparse
import os
import tempfile

import numpy as np
from PIL import Image

import hdr
import heif
import live
import metadata
import movies
import stills
from hdr import HEADROOM
from stills import eight_bits, resize_plane
from scenery import COAST, DUSK, LAKE, MEADOW, Painter, develop

BLED = (46.363611, 14.093889, 475)  # the public promenade of Lake Bled
DATE = "2024:06:15 18:42:07"
ISO_DATE = "2024-06-15T16:42:07Z"


class Pictures:
    """Each scene, painted once."""

    def __init__(self):
        self.done = {}

    def get(self, name, scene, width, height):
        key = (name, width, height)
        if key not in self.done:
            print(f"  painting {name}, {width}x{height}", flush=True)
            light, distance = Painter(scene, width, height).paint()
            self.done[key] = develop(light, scene.seed), light, distance
        return self.done[key]

    def small(self, name, scene, width, height, to):
        coded, _, _ = self.get(name, scene, width, height)
        image = Image.fromarray(eight_bits(coded))
        return np.asarray(image.resize(to, Image.Resampling.LANCZOS))


def landscape_tiled(pictures, ffmpeg):
    """A photo as a phone stores it: a portrait picture lying on its side, in 48 tiles."""
    coded, light, distance = pictures.get("lake", LAKE, 3024, 4032)
    # The sensor lies on its side: what is shown is turned a quarter clockwise (irot 3, Exif 6).
    lying = np.rot90(coded).astype(np.float32)
    height, width = lying.shape[:2]
    rows, columns, tile = 6, 8, 512
    padded = np.pad(lying, ((0, rows * tile - height), (0, columns * tile - width), (0, 0)), mode="edge")
    planes = heif.full_range_planes(padded)
    tiles = []
    for row in range(rows):
        for column in range(columns):
            tiles.append([
                np.ascontiguousarray(p[row * n:(row + 1) * n, column * n:(column + 1) * n])
                for p, n in zip(planes, (tile, tile // 2, tile // 2))])
    colour = ("smpte432", "bt709", "smpte170m")
    print("  coding the tiles", flush=True)
    main = heif.encode_hevc(ffmpeg, tiles, 33, colour, level="3.0")

    small = Image.fromarray(eight_bits(lying)).resize((320, 240), Image.Resampling.LANCZOS)
    thumb = heif.encode_hevc(
        ffmpeg, [heif.full_range_planes(np.asarray(small, np.float32) / 255)], 26, colour, level="2.0")

    # How much brighter than white a screen may show each pixel.
    luminance = np.rot90(resize_plane((light * [0.23, 0.69, 0.08]).sum(axis=-1), 1512, 2016))
    gain = np.clip((luminance - 0.9) / (HEADROOM - 1), 0, 1) ** (1 / 2.2)
    gain_map = heif.encode_hevc(ffmpeg, [[eight_bits(gain)]], 30, colour, grey=True)

    disparity = np.rot90(resize_plane(1 / np.maximum(distance, 2.0), 576, 768))
    low, high = 1 / 512, 1 / 2  # one over metres
    depth = heif.encode_hevc(ffmpeg, [[eight_bits((disparity - low) / (high - low))]], 26, colour, grey=True)

    icc = heif.colr_icc(metadata.display_p3_profile((2024, 6, 15)))
    turned = heif.irot(3)
    exif = metadata.camera_tiff(width, height, 6, DATE, BLED, "A lake that does not exist", p3=True)
    xmp = metadata.xmp(
        {"xmp": "http://ns.adobe.com/xap/1.0/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
         "dc": "http://purl.org/dc/elements/1.1/"},
        {"xmp:CreateDate": "2024-06-15T18:42:07+02:00", "xmp:CreatorTool": "make-sample-media",
         "xmp:Rating": "5", "photoshop:DateCreated": "2024-06-15T18:42:07+02:00", "dc:format": "image/heic"})
    gain_xmp = metadata.xmp(
        {"HDRGainMap": "http://ns.apple.com/HDRGainMap/1.0/"},
        {"HDRGainMap:HDRGainMapVersion": "131072", "HDRGainMap:HDRGainMapHeadroom": f"{HEADROOM:.6f}"})
    depth_xmp = metadata.xmp(
        {"apdi": "http://ns.apple.com/pixeldatainfo/1.0/"},
        {"apdi:FloatMinValue": f"{low:.6f}", "apdi:FloatMaxValue": f"{high:.6f}", "apdi:IntMinValue": "0",
         "apdi:IntMaxValue": "255", "apdi:StoredFormat": str(int.from_bytes(b"L008", "big")),
         "apdi:NativeFormat": str(int.from_bytes(b"hdis", "big"))})

    tile_properties = [icc, heif.ispe(tile, tile), main.configuration()]
    items = {i + 1: heif.Item(b"hvc1", data, tile_properties, hidden=True) for i, data in enumerate(main.pictures)}
    primary, thumbnail, exif_item, xmp_item, gain_item, gain_info, depth_item, depth_info = range(49, 57)
    items[primary] = heif.Item(
        b"grid", heif.grid(rows, columns, width, height), [icc, heif.ispe(width, height), heif.pixi(3), turned],
        in_idat=True, references=[(b"dimg", list(range(1, rows * columns + 1)))])
    items[thumbnail] = heif.Item(
        b"hvc1", thumb.pictures[0], [icc, heif.ispe(320, 240), thumb.configuration(), heif.pixi(3), turned],
        references=[(b"thmb", [primary])])
    items[exif_item] = heif.Item(
        b"Exif", b"\0\0\0\6Exif\0\0" + exif, hidden=True, references=[(b"cdsc", [primary])])
    items[xmp_item] = heif.Item(
        b"mime", xmp, hidden=True, content_type="application/rdf+xml", references=[(b"cdsc", [primary])])
    items[gain_item] = heif.Item(
        b"hvc1", gain_map.pictures[0],
        [heif.ispe(2016, 1512), gain_map.configuration(), heif.pixi(1),
         heif.auxc("urn:com:apple:photo:2020:aux:hdrgainmap"), turned],
        references=[(b"auxl", [primary])])
    items[gain_info] = heif.Item(
        b"mime", gain_xmp, hidden=True, content_type="application/rdf+xml", references=[(b"cdsc", [gain_item])])
    items[depth_item] = heif.Item(
        b"hvc1", depth.pictures[0],
        [heif.ispe(768, 576), depth.configuration(), heif.pixi(1),
         heif.auxc("urn:mpeg:hevc:2015:auxid:2", heif.disparity_subtype(low, high)), turned],
        references=[(b"auxl", [primary])])
    items[depth_info] = heif.Item(
        b"mime", depth_xmp, hidden=True, content_type="application/rdf+xml", references=[(b"cdsc", [depth_item])])
    order = [xmp_item, gain_info, depth_info, exif_item, thumbnail, gain_item, depth_item, *range(1, 49)]
    return heif.heif_file([b"heic", b"mif1", b"MiHB", b"miaf", b"heic"], primary, items, order)


def portrait_single(pictures, ffmpeg):
    """One coded picture, the right way up, with its colour given by numbers instead of a profile."""
    coded, _, _ = pictures.get("dusk", DUSK, 960, 1280)
    picture = heif.encode_hevc(ffmpeg, [heif.full_range_planes(coded)], 29, ("bt709", "iec61966-2-1", "smpte170m"))
    exif = metadata.camera_tiff(960, 1280, 1, "2024:06:15 21:20:41", BLED, "Dusk over a small lake", order="<")
    items = {
        1: heif.Item(b"hvc1", picture.pictures[0],
                     [picture.configuration(), heif.ispe(960, 1280), heif.colr_nclx(1, 13, 6, 1), heif.pixi(3)]),
        2: heif.Item(b"Exif", b"\0\0\0\0" + exif, references=[(b"cdsc", [1])]),
    }
    return heif.heif_file([b"heic", b"mif1", b"heic", b"miaf"], 1, items, [2, 1])


def coast_avif(pictures, path):
    coded, _, _ = pictures.get("coast", COAST, 1600, 1200)
    Image.fromarray(eight_bits(coded)).save(
        path, "AVIF", quality=55, subsampling="4:2:0", speed=4, codec="aom", max_threads=1)


def meadow_jpeg(pictures, path):
    coded, _, _ = pictures.get("meadow", MEADOW, 1600, 1200)
    exif = metadata.camera_tiff(1600, 1200, 1, "2024:06:16 11:05:30", BLED, "A meadow in flower")
    Image.fromarray(eight_bits(coded)).save(path, "JPEG", quality=72, subsampling="4:2:0", exif=b"Exif\0\0" + exif)


def clips(pictures, ffmpeg, out):
    with tempfile.TemporaryDirectory() as scratch:
        wav = os.path.join(scratch, "sound.wav")
        with open(wav, "wb") as file:
            file.write(movies.sound(2.5, 7))
        tall = pictures.small("lake", LAKE, 3024, 4032, (750, 1000))
        wide = pictures.small("coast", COAST, 1600, 1200, (960, 720))

        print("  coding the movies", flush=True)
        phone = os.path.join(out, "clip-hevc.mov")
        movies.encode(ffmpeg, phone, movies.frames(tall, 480, 640, 2.5, turn=True), 640, 480, wav, "hevc", ISO_DATE,
                      ["-f", "mov"])
        movies.add_phone_metadata(phone, {
            "com.apple.quicktime.content.identifier": "5B0C7A1E-3D52-4F7C-9E36-B0A1C0DE2024",
            "com.apple.quicktime.make": "Boxwalk",
            "com.apple.quicktime.model": "Sample",
            "com.apple.quicktime.software": "make-sample-media",
            "com.apple.quicktime.creationdate": "2024-06-15T18:42:07+0200",
            "com.apple.quicktime.location.ISO6709": "+46.3636+014.0939+475.000/",
        })
        web = os.path.join(out, "clip-h264.mp4")
        movies.encode(ffmpeg, web, movies.frames(wide, 640, 480, 2.5), 640, 480, wav, "h264", ISO_DATE,
                      ["-movflags", "+faststart", "-f", "mp4"])
        movies.remux(ffmpeg, web, os.path.join(out, "clip-h264-fragmented.mov"), ISO_DATE,
                     ["-movflags", "+frag_keyframe", "-f", "mov"])
        plain = os.path.join(scratch, "plain.mp4")
        movies.encode(ffmpeg, plain, movies.frames(wide, 640, 480, 2.5), 640, 480, wav, "hevc", ISO_DATE,
                      ["-f", "mp4"])
        movies.remux(ffmpeg, plain, os.path.join(out, "clip-hevc-fragmented.mp4"), ISO_DATE,
                     ["-tag:v", "hvc1", "-movflags", "+frag_keyframe+empty_moov+default_base_moof+global_sidx",
                      "-f", "mp4"])
        movies.remux(ffmpeg, phone, os.path.join(out, "clip-hevc.265"), ISO_DATE, ["-map", "0:v", "-f", "hevc"])
        movies.stream(ffmpeg, web, out, "2024-06-16T10:30:00Z")
        hdr.hlg_movie(pictures, ffmpeg, wav, os.path.join(out, "clip-hlg.mp4"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ffmpeg", default="ffmpeg")
    parser.add_argument("--preview", help="a folder for PNG files of the painted pictures")
    parser.add_argument("out")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    pictures = Pictures()

    def write(name, data):
        with open(os.path.join(options.out, name), "wb") as file:
            file.write(data)

    write("landscape-tiled.heic", landscape_tiled(pictures, options.ffmpeg))
    write("portrait-single.heic", portrait_single(pictures, options.ffmpeg))
    coast_avif(pictures, os.path.join(options.out, "coast.avif"))
    write("shore-tiled.avif", stills.shore_tiled_avif(pictures, options.ffmpeg))
    write("meadow.avci", stills.meadow_avci(pictures, options.ffmpeg))
    meadow_jpeg(pictures, os.path.join(options.out, "meadow.jpg"))
    clips(pictures, options.ffmpeg, options.out)
    write("transparent.heic", stills.transparent_heic(pictures, options.ffmpeg))
    write("ultra-hdr.jpg", hdr.ultra_hdr(pictures, BLED))
    write("motion-photo.jpg", live.motion_photo(pictures, options.ffmpeg, BLED))
    for name, data in (live.live_photo(pictures, options.ffmpeg, BLED, options.out)
                       | live.burst(pictures, BLED)).items():
        write(name, data)
    if options.preview:
        os.makedirs(options.preview, exist_ok=True)
        for (name, width, height), (coded, _, _) in pictures.done.items():
            Image.fromarray(eight_bits(coded)).save(os.path.join(options.preview, f"{name}.png"))


if __name__ == "__main__":
    main()
