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

  /**
   * Writes the members of all results of one answer. The arguments are those of `PageMatches::begin`.
   */
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

  /** A result, whose snippets are those from `firstSnippet` on. */
  struct Result {
    PageExtract extract;
    /** Section of the extract of highlights; kNoEntry where no text matches. */
    uint32_t section;
    uint32_t chosenCount;
    ChosenSection chosen[kSectionsShown];
  };

  /** A snippet whose place is not looked for yet; there is none for the section kNoEntry. */
  struct Planned {
    uint32_t result;
    uint32_t section;
    uint32_t position;
    CutShape shape;
  };

  void planSnippet(uint32_t result, uint32_t section, uint32_t position, const CutShape& shape);
  Window densestPlace() const;
  uint32_t firstWithText() const;
  void writeHighlights(const Result& result);
  Window densestIn(const MatchedSection& matched) const;
  double sum(uint32_t mask) const;
  void writeSections(const Index& index, uint32_t page, const Result& result);
  void writeHeadings(const PageExtract& extract, uint32_t section);
  void writeAddress(const Index& index, uint32_t page);

  PageMatches matches_;
  SectionChooser chooser_;
  Marks marks_;
  const Plan* plan_ = nullptr;
  std::vector<Result> results_;
  std::vector<Planned> planned_;
  /** The snippets of all results, in the order of the answer, and the next one to write. */
  std::vector<Snippet> snippets_;
  size_t nextSnippet_ = 0;
  JsonBytes bytes_;
  uint64_t starts_[kCandidates + 1];
  double worths_[kMaxGroups];
};

}  // namespace signpost
