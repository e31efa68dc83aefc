// Where a plan matches pages. The counterpart of src/engine/query/page-matches.ts and page-hits.ts.
#pragma once

#include <vector>

#include "extracts.h"
#include "plan.h"

namespace signpost {

/** A hit is its position above its group. */
constexpr uint32_t kHitGroupBits = 5;
constexpr uint32_t kHitGroupMask = 31;

inline uint32_t positionOf(uint32_t hit) { return hit >> kHitGroupBits; }
inline uint32_t groupOf(uint32_t hit) { return hit & kHitGroupMask; }

/** A section with hits: those of its heading are [from, text), those of its text [text, to). */
struct MatchedSection {
  uint32_t section;
  uint32_t from;
  uint32_t text;
  uint32_t to;
  /** Groups in its heading and in its text. */
  uint32_t headingMask;
  uint32_t textMask;
  /** Groups in its labels, once these are added. */
  uint32_t labelMask;
};

/** The results of a query page after page, with scratch memory: one for each thread. */
class PageMatches {
 public:
  /** Most positions that are looked at on one page. */
  static constexpr uint32_t kMaxHits = 1024;

  explicit PageMatches(const Constants& constants) : constants_(constants) {}

  /**
   * Prepares for the pages of one answer. All arguments must outlive the calls that follow.
   *
   * @param groupOfTerm Group + 1 of each term, 0 for none.
   */
  void begin(const Index& index, const Plan& plan, const uint8_t* groupOfTerm, const Extracts& extracts,
             const uint32_t* pages, uint32_t pageCount);

  /** Reads the i-th of the pages into the members below. */
  void read(uint32_t i);

  PageExtract extract;
  const uint32_t* hits() const { return hits_; }
  /** In the order of the page. */
  std::vector<MatchedSection> sections;
  /** Groups in the title, and Σ idf of its words that match. Stop words do not count. */
  uint32_t titleMask = 0;
  double titleIdf = 0;

  /** Adds labels to the sections, and the sections that only a label matches. */
  void addLabels();

  /** Position of the n-th entry of a section with one. */
  uint32_t positionIn(const SectionNumbers& numbers, uint32_t section, uint32_t n) const {
    return 1 + section * uint32_t(constants_.sectionGap) + numbers.positionsBefore + n;
  }

  /** The entry of a section of any page at a position; kNoEntry when the extract ends before. */
  uint32_t entryAt(const PageExtract& extract, uint32_t section, uint32_t position) const {
    const SectionNumbers numbers = extract.section(section);
    const uint32_t end = extract.section(section + 1).headingEntry;
    return extract.entryWithPosition(numbers.headingEntry, end, position - positionIn(numbers, section, 0));
  }

 private:
  struct Located {
    uint32_t posting;
    uint32_t block;
    uint32_t group;
  };

  uint32_t gatherHits(uint32_t i);
  void matchTitle(uint32_t page);
  uint32_t groupsAmong(const uint32_t* terms, uint32_t count) const;

  const Constants& constants_;
  const Index* index_ = nullptr;
  const Plan* plan_ = nullptr;
  const uint8_t* groupOfTerm_ = nullptr;
  const Extracts* extracts_ = nullptr;
  const uint32_t* pages_ = nullptr;
  /** The postings of page i are those from i · terms on, `counts_` of them. */
  std::vector<Located> located_;
  uint32_t termsOfPlan_ = 0;
  uint32_t counts_[kCandidates];
  uint16_t positions_[kMaxHits];
  uint32_t hits_[kMaxHits];
};

}  // namespace signpost
