#include "NoteEngine.h"

#if __has_include(<exiv2/exif.hpp>)

#include <exiv2/error.hpp>
#include <exiv2/exif.hpp>
#include <exiv2/tags.hpp>
#include <exiv2/version.hpp>

#include <cstdio>
#include <exception>
#include <string>

// This code uses only names that Exiv2 0.27 and 0.28 have in common.
struct boxwalk_notes {
  Exiv2::ExifData data;
  Exiv2::ExifData::const_iterator next;
  std::string group, name, text;
};

namespace {

// More bytes than this are a table or a picture, if Exiv2 has no words for them.
constexpr size_t longest_bytes = 64;

bool has_name(const Exiv2::Exifdatum &value) {
  const std::string group = value.groupName();
  // `MakerNote` is Exiv2's group for the note as a whole; tags without a name are named by their number.
  return Exiv2::ExifTags::isMakerGroup(group) && group != "MakerNote" &&
    value.tagName().compare(0, 2, "0x") != 0;
}

bool is_bytes(const Exiv2::Exifdatum &value) {
  const Exiv2::TypeId type = value.typeId();
  return type == Exiv2::undefined || type == Exiv2::unsignedByte || type == Exiv2::signedByte;
}

// False for bytes that mean nothing to a person.
bool write_text(const Exiv2::Exifdatum &value, const Exiv2::ExifData &all, std::string &text) {
  text = value.print(&all);
  const bool has_words = text != value.toString();
  // Cameras pad texts with spaces.
  text.erase(text.find_last_not_of(' ') + 1);
  return !is_bytes(value) || static_cast<size_t>(value.size()) <= longest_bytes || has_words;
}

const char *release() {
  static const std::string version = Exiv2::versionString();
  return version.c_str();
}

boxwalk_notes *notes_new(const uint8_t *tiff, size_t size, char *message) {
  boxwalk_notes *notes = nullptr;
  try {
    notes = new boxwalk_notes;
    Exiv2::ExifParser::decode(notes->data, tiff, static_cast<uint32_t>(size));
    notes->next = notes->data.begin();
    return notes;
  } catch (const std::exception &error) {
    std::snprintf(message, BOXWALK_NOTE_MESSAGE, "%s", error.what());
  } catch (...) {
    std::snprintf(message, BOXWALK_NOTE_MESSAGE, "the note cannot be read");
  }
  delete notes;
  return nullptr;
}

void notes_free(boxwalk_notes *notes) { delete notes; }

// One value, or none if it cannot be expressed as text.
bool describe(boxwalk_notes &notes, const Exiv2::Exifdatum &value, boxwalk_note_value &found) {
  try {
    if (!has_name(value)) return false;
    notes.group = value.groupName();
    notes.name = value.tagName();
    const bool has_text = write_text(value, notes.data, notes.text);
    found.group = notes.group.c_str();
    found.name = notes.name.c_str();
    found.text = has_text ? notes.text.c_str() : nullptr;
    found.size = static_cast<size_t>(value.size());
    return true;
  } catch (...) {
    // Words for one value fail where that is not what Exiv2 expects; the others are good.
    return false;
  }
}

int notes_next(boxwalk_notes *notes, boxwalk_note_value *found) {
  while (notes->next != notes->data.end()) {
    const Exiv2::Exifdatum &value = *notes->next++;
    if (describe(*notes, value, *found)) return 1;
  }
  return 0;
}

} // namespace

const boxwalk_note_engine *boxwalk_note_engine_of_module() {
  static const boxwalk_note_engine engine = {
    BOXWALK_NOTE_ENGINE_INTERFACE, release, notes_new, notes_free, notes_next,
  };
  // Messages about damage are discarded.
  Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
  return &engine;
}

#else

const boxwalk_note_engine *boxwalk_note_engine_of_module() { return nullptr; }

#endif
