// What answers show of the texts of pages, as src/engine/build/extracts.ts writes it. The counterpart of
// src/engine/index/extracts.ts and of the readers in src/engine/query/page-matches.ts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace signpost {

/** Terms from this number on are not marked; it stands for none. */
constexpr uint32_t kMarkedTerms = 0xffffff;
constexpr uint32_t kHidden = 0xfffe;
constexpr double kHeadingWeightSteps = 16;
constexpr uint32_t kNoEntry = UINT32_MAX;

/** Numbers of a section, which the file has in this order. */
struct SectionNumbers {
  uint32_t headingEntry;
  uint32_t textEntry;
  uint32_t headingStart;
  uint32_t textStart;
  uint32_t nameStart;
  uint32_t positionsBefore;
  uint32_t headingPositionsAndParent;
  uint32_t headingWeight;

  uint32_t headingPositions() const { return headingPositionsAndParent & 0xffff; }
  uint32_t parent() const { return headingPositionsAndParent >> 16; }
  bool hasHeading() const { return headingStart != textStart; }
};

/** The extract of one page. Numbers of a damaged one lead to no read outside of it, but to any text. */
struct PageExtract {
  uint32_t sectionCount = 0;
  uint32_t entryCount = 0;
  uint32_t textBytes = 0;
  uint32_t nameBytes = 0;
  uint32_t titleEntries = 0;
  uint32_t titleWeight = 0;
  uint32_t labelCount = 0;
  const uint8_t* sections = nullptr;
  const uint32_t* labels = nullptr;
  const uint32_t* entries = nullptr;
  const uint32_t* positioned = nullptr;
  const uint8_t* gapBytes = nullptr;
  const uint8_t* gapUnits = nullptr;
  const uint8_t* text = nullptr;
  const uint8_t* names = nullptr;

  /** Numbers of a section up to `sectionCount`, at most those of the end of the page. */
  SectionNumbers section(uint32_t number) const {
    SectionNumbers found;
    std::memcpy(&found, sections + number * sizeof found, sizeof found);
    found.textEntry = std::min(found.textEntry, entryCount);
    found.headingEntry = std::min(found.headingEntry, found.textEntry);
    found.textStart = std::min(found.textStart, textBytes);
    found.headingStart = std::min(found.headingStart, found.textStart);
    found.nameStart = std::min(found.nameStart, nameBytes);
    return found;
  }

  /** The n-th entry with a position in [from, to), counted from 0; kNoEntry when there are fewer. */
  uint32_t entryWithPosition(uint32_t from, uint32_t to, uint32_t n) const;
};

/** A view over the bytes of a file; it owns nothing. */
class Extracts {
 public:
  /** @returns null, or the fault of the bytes */
  const char* open(const uint8_t* bytes, uint64_t length, uint32_t pageCount);

  /** Reads the frame of a page. Returns false when its numbers do not fit its bytes. */
  bool page(uint32_t page, PageExtract& out) const;

  /** Fetches where a page starts; then its first lines. */
  void fetchStart(uint32_t page) const;
  void fetchPage(uint32_t page) const;

 private:
  uint64_t startOf(uint32_t page) const;

  const uint8_t* bytes_ = nullptr;
  const uint8_t* starts_ = nullptr;
  uint64_t end_ = 0;
};

}  // namespace signpost
