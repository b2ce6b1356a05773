"""Live Photos, motion photos and bursts: files that belong together, with what says so."""

import io
import os
import struct
import tempfile
import zipfile

import numpy as np

import heif
import metadata
import movies
import stills
from scenery import COAST, MEADOW, MORNING

SECONDS = 2.0
STILL = 1.2
MOMENT = movies.moments(SECONDS)[int(STILL * movies.RATE)]
LIVE_IDENTIFIER = "8D2E61B4-70C9-4B1F-A5D3-2C16F00D2024"
BURST_IDENTIFIER = "C3A94F17-5E28-4D06-B7B1-61F0B0A72024"


def movie(path, ffmpeg, picture, width, height, codec, date, muxer, turn=False):
    with tempfile.TemporaryDirectory() as scratch:
        wav = os.path.join(scratch, "sound.wav")
        with open(wav, "wb") as file:
            file.write(movies.sound(SECONDS, 11))
        stored = (height, width) if turn else (width, height)
        movies.encode(ffmpeg, path, movies.frames(picture, width, height, SECONDS, turn), *stored, wav, codec, date,
                      muxer)


def live_photo(pictures, ffmpeg, location, out):
    """The two files as an iPhone writes them: one identifier in both, and in the movie the time of the still."""
    coded, _, _ = pictures.get("morning", MORNING, 1440, 1920)
    small = pictures.small("morning", MORNING, 1440, 1920, (750, 1000))
    path = os.path.join(out, "live-photo.mov")
    movie(path, ffmpeg, small, 480, 640, "hevc", "2024-06-16T04:12:29Z", ["-movie_timescale", "600", "-f", "mov"],
          turn=True)
    movies.add_phone_metadata(path, {
        "com.apple.quicktime.location.accuracy.horizontal": "4.700000",
        "com.apple.quicktime.live-photo.auto": 1,
        "com.apple.quicktime.content.identifier": LIVE_IDENTIFIER,
        "com.apple.quicktime.make": "Boxwalk",
        "com.apple.quicktime.model": "Sample",
        "com.apple.quicktime.software": "make-sample-media",
        "com.apple.quicktime.creationdate": "2024-06-16T06:12:30+0200",
        "com.apple.quicktime.location.ISO6709": "+46.3636+014.0939+475.000/",
    }, STILL)
    with open(path, "rb") as file:
        movie_bytes = file.read()

    upright = movies.photo(stills.eight_bits(coded), 750 / 1440, 480, 640, MOMENT, (960, 1280))
    lying = np.rot90(upright).astype(np.float32) / 255
    colour = ("smpte432", "bt709", "smpte170m")
    picture = heif.encode_hevc(ffmpeg, [heif.full_range_planes(lying)], 30, colour)
    small_planes = heif.full_range_planes(stills.shrink(lying, (320, 240)))
    thumbnail = heif.encode_hevc(ffmpeg, [small_planes], 28, colour)
    note = metadata.apple_note({
        0x0011: (metadata.ASCII, LIVE_IDENTIFIER),
        0x0017: (metadata.LONG, 1112551508),
    })
    exif = metadata.camera_tiff(
        960, 1280, 6, "2024:06:16 06:12:30", location, "A morning at a lake", p3=True, note=note)
    turned, icc = heif.irot(3), heif.colr_icc(metadata.display_p3_profile((2024, 6, 15)))
    items = {
        1: heif.Item(b"hvc1", picture.pictures[0],
                     [icc, heif.ispe(1280, 960), picture.configuration(), heif.pixi(3), turned]),
        2: heif.Item(b"hvc1", thumbnail.pictures[0],
                     [icc, heif.ispe(320, 240), thumbnail.configuration(), heif.pixi(3), turned],
                     references=[(b"thmb", [1])]),
        3: heif.Item(b"Exif", b"\0\0\0\6Exif\0\0" + exif, hidden=True, references=[(b"cdsc", [1])]),
    }
    still = heif.heif_file([b"heic", b"mif1", b"MiHB", b"miaf", b"heic"], 1, items, [3, 2, 1])
    return {"live-photo.heic": still, "live-photo.livp": livp(still, movie_bytes)}


def livp(still, movie_bytes):
    """The archive of Baidu's applications: doubled extensions, and the offsets of both files in the comment."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        offsets = []
        for name, data in (("live-photo.heic.heic", still), ("live-photo.heic.mov", movie_bytes)):
            offsets.append(out.tell() + 30 + len(name))
            archive.writestr(zipfile.ZipInfo(name, (2024, 6, 16, 6, 12, 30)), data)
        comment = struct.pack(">HIIHII8s", 2, offsets[0], len(still), 3, offsets[1], len(movie_bytes), b"1000LIVP")
        archive.comment = comment.hex().encode()
    return out.getvalue()


def motion_photo(pictures, ffmpeg, location):
    """A JPEG photo with its movie behind it, and XMP that says where, as Google describes it."""
    coded, _, _ = pictures.get("coast", COAST, 1600, 1200)
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "motion.mp4")
        movie(path, ffmpeg, pictures.small("coast", COAST, 1600, 1200, (720, 540)), 480, 360, "h264",
              "2024-06-16T17:58:03Z", ["-movflags", "+faststart", "-f", "mp4"])
        with open(path, "rb") as file:
            movie_bytes = file.read()
    xmp = metadata.container_xmp(
        {"GCamera": "http://ns.google.com/photos/1.0/camera/"},
        {"GCamera:MotionPhoto": "1", "GCamera:MotionPhotoVersion": "1",
         "GCamera:MotionPhotoPresentationTimestampUs": str(round(STILL * 1_000_000))},
        "video/mp4", "MotionPhoto", len(movie_bytes))
    exif = metadata.camera_tiff(1024, 768, 1, "2024:06:16 19:58:04", location, "Low sun over a bay")
    still = movies.photo(stills.eight_bits(coded), 720 / 1600, 480, 360, MOMENT, (1024, 768))
    return stills.jpeg(still, 78, [(0xE1, b"Exif\0\0" + exif), (0xE1, metadata.XMP_NAME + xmp)]) + movie_bytes


def burst(pictures, location):
    """Three photos, a tenth of a second apart, whose maker notes have the identifier of the burst."""
    coded, _, _ = pictures.get("meadow", MEADOW, 1600, 1200)
    note = metadata.apple_note({0x000B: (metadata.ASCII, BURST_IDENTIFIER)})
    files = {}
    for number in range(3):
        still = movies.photo(stills.eight_bits(coded), 0.6, 640, 480, 0.4 + number / 10, (640, 480))
        exif = metadata.camera_tiff(
            640, 480, 1, "2024:06:16 11:06:02", location, "A meadow, from a train", milliseconds=130 + 100 * number,
            note=note)
        files[f"burst-{number + 1}.jpg"] = stills.jpeg(still, 75, [(0xE1, b"Exif\0\0" + exif)])
    return files
