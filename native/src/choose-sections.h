// The sections of a page that answer a query. The counterpart of src/engine/query/choose-sections.ts.
#pragma once

#include "page-matches.h"

namespace signpost {

constexpr uint32_t kSectionsShown = 3;

struct ChosenSection {
  uint32_t section;
  /** Position at which the densest matches of its text begin; 0 without any. */
  uint32_t position;
};

/** Chooses sections, with scratch memory: one for each thread. */
class SectionChooser {
 public:
  explicit SectionChooser(const Constants& constants) : constants_(constants) {}

  /** Prepares for the pages of one query. */
  void begin(const Plan& plan);

  /** Chooses sections of the page that `matches` has read, best first, and returns their number. */
  uint32_t choose(PageMatches& matches, ChosenSection* out);

 private:
  struct Valued {
    double value;
    double common;
    /** Its place among the matched sections. */
    uint32_t at;
    bool hasHeading;
    bool isWholeTop;
  };

  void addTop(PageMatches& matches) const;
  void weighGroups(const PageMatches& matches);
  Valued valueOf(const PageMatches& matches, uint32_t at) const;
  double textWorth(const uint32_t* hits, const MatchedSection& matched, uint32_t path) const;
  double sum(uint32_t mask, const double* weights) const;
  uint32_t densest(const uint32_t* hits, const MatchedSection& matched) const;

  const Constants& constants_;
  const Plan* plan_ = nullptr;
  double weights_[kMaxGroups];
  double all_ = 0;
  /** Weights of the groups, less for one that only other words stand for. */
  double likely_[kMaxGroups];
  /** The same with the idf among the sections of the page. */
  double local_[kMaxGroups];
  double allLocal_ = 0;
  std::vector<Valued> valued_;
};

}  // namespace signpost
