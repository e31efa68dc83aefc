// One query from a request to the JSON bytes of its answer. The counterpart of src/engine/query/searcher.ts and answer-json.ts.
#pragma once

#include "extras.h"
#include "rerank.h"
#include "score.h"

namespace signpost {

/** Searches, with its own scratch memory: one for each thread. `classes` must outlive it. */
class Engine {
 public:
  Engine(const Constants& constants, ClassTable classes);

  /** Finds the best pages and sets `length`, `pages`, `scores` and `total`. A tally is counted anew. */
  void find(const Index& index, const Request& request, uint32_t limit, const SectionTally* tally = nullptr);

  /** Plans a query; `accumulate` then returns the sums of a partition, which `steps()` and `planned()` explain. */
  void plan(const Index& index, const Request& request);
  const int32_t* accumulate(const Index& index, uint32_t partition);
  const Plan& planned() const { return plan_; }
  const CompiledPlan& compiled() const { return compiled_; }
  double steps() const { return steps_; }

  /** Prepares the members of results that `flags` (ExtraFlags) ask for, beside those that every result has. 0 adds nothing. */
  void extend(const Index& index, const Extracts* extracts, uint32_t flags);

  /** Number of bytes that `writeResults` needs for the result of `find`. */
  uint64_t resultBytes(const Index& index) const;
  /** Writes `,"locale":…` up to the end of a SearchResponse (interface §2.1); returns the bytes written. */
  uint64_t writeResults(const Index& index, uint8_t* out) const;

  uint32_t length = 0;
  uint32_t total = 0;
  uint32_t pages[kCandidates];
  double scores[kCandidates];

 private:
  bool order(const Index& index, Units title, uint32_t limit);
  void evaluate(const uint32_t* some, uint32_t count, uint32_t limit);
  void insert(uint32_t at, uint32_t page, double value);

  const Constants constants_;
  Plan plan_;
  CompiledPlan compiled_;
  double steps_ = 0;
  std::vector<uint32_t> exactPages_;
  Scorer scorer_;
  Found found_;
  Reranker reranker_;
  Extras extras_;
  bool hasExtras_ = false;
  /** Base values of the reranked pages, by their place in `found_`. */
  double bases_[kCandidates];
  uint32_t evaluated_ = 0;
  double lowest_ = 0;
};

}  // namespace signpost
