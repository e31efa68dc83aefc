// A closer look at a few pages: their titles, and where in the text the words stand. The twin of src/search/rerank.ts.
#pragma once

#include <vector>

#include "plan.h"

namespace signpost {

/** Keeps scratch memory: one for each thread. */
class Reranker {
 public:
  Reranker(const Constants& constants, ClassTable classes);

  /**
   * Prepares for one query and the pages that will be asked for; `title` is the normalised query. All arguments must outlive
   * the calls of `value`.
   */
  void begin(const Index& index, const Plan& plan, Units title, const uint32_t* pages, uint32_t pageCount);

  /** The value of the i-th of the pages from its score of the first pass, but for `closeness`, which costs most. */
  double base(uint32_t i, double score) const;

  /** Finds where the terms stand on some of the pages, which is to be asked for together. */
  void locate(const uint32_t* some, uint32_t count);

  /** What a located page gains for where its words stand; at most `maxCloseness`. */
  double closeness(uint32_t i);
  double maxCloseness() const { return constants_.bestSection + constants_.closeness; }

 private:
  static constexpr uint32_t kMaxHits = 1024;
  static constexpr uint32_t kGroupBits = 5;
  static constexpr uint32_t kGroupMask = 31;

  /** A term of the plan, in the order of the groups. */
  struct Term {
    uint32_t term;
    uint32_t group;
  };

  /** Where the positions of a term on a page are; no bytes where the page lacks the term. */
  struct Positions {
    uint32_t posting;
    uint32_t byteCount;
    uint64_t at;
  };

  struct Word {
    uint32_t mask;
    uint32_t count;
    double idf;
    int32_t number;
  };

  void clearMarks();
  void readQuery(Units title);
  uint32_t postingOf(uint32_t i, uint32_t term) const;
  double stopWordScore(uint32_t i) const;
  uint32_t sharedGrams(uint32_t page) const;
  double titlePhrase(uint32_t page) const;
  double titleCoverage(uint32_t page) const;
  bool startsTitle(uint32_t page) const;
  uint32_t gatherHits(uint32_t i);
  uint32_t decodePositions(const Positions& positions, uint32_t group, uint32_t from);
  double bestSection(uint32_t page, uint32_t hits, uint32_t& pageMask);
  void sortHits(uint32_t hits);
  double sectionValue(uint32_t mask) const;
  uint32_t smallestWindow(uint32_t hits, uint32_t matchedWords);

  const Constants& constants_;
  ClassTable classes_;
  const Index* index_ = nullptr;
  const Plan* plan_ = nullptr;
  std::vector<uint8_t> queryBytes_;
  uint32_t queryLength_ = 0;
  uint32_t queryGrams_ = 0;
  double inverseScore_ = 0;
  /** By group: its word's place in `words_`, -1 for stop words and pairs across words. */
  int32_t wordOfGroup_[kMaxGroups + 1];
  /** By term: group + 1; the first groups win. */
  std::vector<uint8_t> groupOfTerm_;
  std::vector<uint32_t> usedTerms_;
  std::vector<uint8_t> gramMarks_;
  std::vector<uint16_t> usedGrams_;
  double groupWeights_[kMaxGroups];
  double allGroupWeight_ = 0;
  Word words_[kMaxGroups];
  uint32_t wordCount_ = 0;
  double allWordIdf_ = 0;
  const uint32_t* pages_ = nullptr;
  uint32_t pageCount_ = 0;
  std::vector<Term> terms_;
  /** Of page i and term t: i · terms + t. */
  std::vector<Positions> positions_;
  /** position · 32 + group */
  uint32_t hitKeys_[kMaxHits];
  uint32_t mergedKeys_[kMaxHits];
  /** Where each run of hits of one posting begins: runs are sorted already. */
  std::vector<uint32_t> runs_;
  /** The groups that stand in each section of a page. */
  std::vector<uint32_t> sectionMasks_;
};

}  // namespace signpost
