"""Known differences from exiftool 12.57, and which program is right."""
import re


def of_device(path, group, name, theirs, ours):
    """Why a tag of a file that others wrote differs; None if nobody knows."""
    if "/malformed/" in path:
        return "the file is damaged: exiftool guesses where boxwalk leaves out what is not valid, or the other way round"
    if group.startswith("ICC") and theirs.endswith(" bytes"):
        return "boxwalk shows the numbers; exiftool shows them, too, when it reads the file alone"
    if group.startswith("ICC") and path.endswith("/RESULT-OK_0008.jp2"):
        return "the profile is in a maker note of Nikon's, which boxwalk does not look into"
    if (group, name) == ("IFD1", "ThumbnailOffset") and "/testcard_" in path:
        return "the thumbnail has no bytes, and its offset is that of something else"
    if (theirs.endswith(" bytes") or theirs.startswith("(large array")) and re.fullmatch(r"[-+.e\d ]+", "".join(ours) or "x"):
        return "boxwalk shows the numbers, exiftool their size"
    if group.startswith("XMP") and any(theirs in value.split(", ") for value in ours):
        return "boxwalk joins the items of lists within lists"
    if group.startswith("ICC") and name == "ProfileDescriptionML":
        return "boxwalk names the language, also if the profile has no country for it"
    if name == "TIFF-EPStandardID" and ours and theirs == ours[0].replace(".", " "):
        return "boxwalk writes it as exiftool does since 2023"
    if path.endswith(".png") and re.match(r"(IPTC|ICC.*)2$", group):
        return "a second copy in another chunk of the PNG file"
    if group == "XMP-tmp0":
        return "the packet is no XML in UTF-8: exiftool guesses"
    if group == "ItemList" and name in ("GenreID", "AppleStoreCountry", "PlayListID", "Genre"):
        return "boxwalk shows the number: shops and genres of iTunes are not part of a standard"
    if group == "Apple" and theirs == "True" and ours == ["False"]:
        return "boxwalk is right: the property list has the byte for false, 0x08"
    return None


def of_made(path, group, name, theirs, ours):
    """Why a tag of a file that was made for this differs; None if nobody knows."""
    if group == "ItemList" and name in ("GenreID", "AppleStoreCountry"):
        return "boxwalk shows the number: shops and genres of iTunes are not part of a standard"
    if group == "UserData" and name == "Rating":
        return "exiftool was given a text for a structure of 3GPP TS 26.244 §8.2"
    return None
