// Second ranking of a few pages, by their titles and the positions of words. The counterpart of src/engine/query/rerank.ts.
#pragma once

#include <vector>

#include "plan.h"
#include "rows.h"
#include "section-masks.h"

namespace signpost {

/** Reranks pages, with its own scratch memory: one for each thread. */
class Reranker {
 public:
  Reranker(const Constants& constants, ClassTable classes);

  /** Prepares for one query and the pages to rerank; `title` is the normalised query. All arguments must outlive the calls that follow. */
  void begin(const Index& index, const Plan& plan, Units title, const uint32_t* pages, uint32_t pageCount);

  /** The value of the i-th page from its score of the first pass, without `closeness`, which costs most. */
  double base(uint32_t i, double score) const;

  /** Finds the positions of the terms on some of the pages. Ask for these pages together. */
  void locate(const uint32_t* some, uint32_t count);

  /** Upper bound of the `closeness` of a located page, from its words alone. */
  double mostCloseness(uint32_t i);

  /**
   * Gain of a located page from the positions of its words; at most `maxCloseness`. Once `base` plus the gain is
   * clearly below `bar`, it returns any number that shows this.
   */
  double closeness(uint32_t i, double base, double bar);
  /** Group + 1 of each term of the plan, 0 of all others. */
  const uint8_t* groupOfTerm() const { return groupOfTerm_.data(); }
  double maxCloseness() const { return sectionWeight_ + spanWeight_; }

 private:
  static constexpr uint32_t kMaxHits = 1024;

  /** The partition of a page, and its number in it. */
  struct Home {
    uint32_t partition;
    uint32_t local;
  };

  /** A term of the groups that are part of a word, in their order; only the positions of these are known. */
  struct Term {
    uint32_t term;
    uint32_t group;
  };

  /** A term that a page has, and where the search for its positions starts: at the first posting of the block. */
  struct Positions {
    uint32_t posting;
    uint32_t at;
    uint32_t group;
  };

  /** Number of terms that a page has, and the mask of their groups. */
  struct Located {
    uint32_t count;
    uint32_t mask;
  };

  /** Gain of a page from a stop word: impact · factor + bonus. */
  struct StopWord {
    double factor;
    double bonus;
  };

  struct Run {
    uint32_t from;
    uint32_t to;
    uint32_t group;
  };

  struct Word {
    uint32_t mask;
    uint32_t count;
    double idf;
    int32_t number;
  };

  void clearMarks();
  void readQuery(Units title);
  void locateStopWords();
  double stopWordScore(uint32_t i) const;
  uint32_t sharedGrams(uint32_t page) const;
  double titlePhrase(uint32_t page) const;
  double titleCoverage(uint32_t page) const;
  bool startsTitle(uint32_t page) const;
  double labelValue(uint32_t page) const;
  double gainOf(double more) const;
  void gatherHits(uint32_t i);
  double bestSection(uint32_t page, uint32_t& pageMask);
  uint32_t countWords(uint32_t mask) const;
  double sectionValue(uint32_t mask);
  double computeSectionValue(uint32_t mask) const;
  double wholeWordsIn(uint32_t mask) const;
  double wordPartsIn(uint32_t mask) const;
  uint32_t smallestSpan();

  const Constants& constants_;
  ClassTable classes_;
  const Index* index_ = nullptr;
  const Plan* plan_ = nullptr;
  std::vector<uint8_t> queryBytes_;
  uint32_t queryLength_ = 0;
  uint32_t queryGrams_ = 0;
  double inverseScore_ = 0;
  /** Place in `words_` of each group's word, -1 for stop words and pairs across words. */
  int32_t wordOfGroup_[kMaxGroups + 1];
  /** Group + 1 of each term; the first groups win. */
  std::vector<uint8_t> groupOfTerm_;
  std::vector<uint32_t> usedTerms_;
  /** A bit for each gram. */
  std::vector<uint64_t> gramMarks_;
  std::vector<uint16_t> usedGrams_;
  double groupWeights_[kMaxGroups];
  double allGroupWeight_ = 0;
  Word words_[kMaxGroups];
  uint32_t wordCount_ = 0;
  double allWordIdf_ = 0;
  /** What the best section and the closeness of the words are worth in this query. */
  double sectionWeight_ = 0;
  double spanWeight_ = 0;
  /** Whether every word is one group. */
  bool areWordsWhole_ = true;
  /** Values of sections by the mask of their groups; the bit of that mask in `knownValues_` says that a value is known. */
  static constexpr uint32_t kKnownValues = 64;
  double sectionValues_[kKnownValues];
  uint64_t knownValues_ = 0;
  const uint32_t* pages_ = nullptr;
  uint32_t pageCount_ = 0;
  /** Home of each of the pages. */
  Home homes_[kCandidates];
  std::vector<StopWord> stopWords_;
  /** The posting of stop word s on page i is at s · pages + i. */
  std::vector<uint32_t> stopPostings_;
  std::vector<Term> terms_;
  /** Room for all terms on each page; the terms of page i begin at i · terms. */
  std::vector<Positions> positions_;
  /** Terms of each located page. */
  Located located_[kCandidates];
  uint16_t hits_[kMaxHits];
  /** Hits of one posting each, in order. */
  std::vector<Run> runs_;
  SectionMasks sections_;
};

}  // namespace signpost
