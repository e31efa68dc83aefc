// What results have where it is asked for: highlights and sections. The counterpart of src/engine/query/highlight.ts and
// answer-sections.ts.
#pragma once

#include "choose-sections.h"
#include "snippet.h"

namespace signpost {

enum ExtraFlags : uint32_t { kHighlights = 1, kSections = 2 };

/** Writes the optional members of results, with scratch memory: one for each thread. */
class Extras {
 public:
  explicit Extras(const Constants& constants) : matches_(constants), chooser_(constants) {}

  /** Writes the members of all results of one answer. The arguments are those of `PageMatches::begin`. */
  void write(const Index& index, const Plan& plan, const uint8_t* groupOfTerm, const Extracts& extracts,
             const uint32_t* pages, uint32_t pageCount, uint32_t flags);

  const JsonBytes& bytes() const { return bytes_; }
  /** Where the members of the i-th result begin and those of the one before end. */
  uint64_t startOf(uint32_t i) const { return starts_[i]; }

 private:
  struct Window {
    uint32_t section;
    uint32_t position;
    double worth;
  };

  void writeHighlights();
  Window densestIn(const MatchedSection& matched) const;
  double sum(uint32_t mask) const;
  void writeSections(const Index& index, uint32_t page);
  void writeHeadings(uint32_t section);
  void writeAddress(const Index& index, uint32_t page);

  PageMatches matches_;
  SectionChooser chooser_;
  JsonBytes bytes_;
  uint64_t starts_[kCandidates + 1];
  double worths_[kMaxGroups];
};

}  // namespace signpost
