// A closer look at a few pages: their titles, and where in the text the words stand. The twin of src/search/rerank.ts.
#pragma once

#include <vector>

#include "plan.h"

namespace signpost {

/** Keeps scratch memory: one for each thread. */
class Reranker {
 public:
  Reranker(const Constants& constants, ClassTable classes);

  /** Prepares for one query; `title` is the normalised query. All arguments must outlive the calls of `value`. */
  void begin(const Index& index, const Plan& plan, Units title);

  /** A page's final value from its score of the first pass. */
  double value(uint32_t page, double score);

 private:
  static constexpr uint32_t kMaxHits = 1024;
  static constexpr uint32_t kGroupBits = 5;
  static constexpr uint32_t kGroupMask = 31;

  struct Word {
    uint32_t mask;
    uint32_t count;
    double idf;
    int32_t number;
  };

  void clearMarks();
  double stopWordScore(uint32_t page) const;
  uint32_t sharedGrams(uint32_t page) const;
  double titlePhrase(uint32_t page) const;
  double titleCoverage(uint32_t page) const;
  bool startsTitle(uint32_t page) const;
  double closeness(uint32_t page);
  uint32_t gatherHits(uint32_t page);
  uint32_t decodePositions(uint32_t posting, uint32_t group, uint32_t from);
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
  /** position · 32 + group */
  uint32_t hitKeys_[kMaxHits];
};

}  // namespace signpost
