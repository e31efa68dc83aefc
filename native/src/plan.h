// Meaning of a query in one index: groups of terms with weights. The counterpart of src/engine/query/plan.ts and compile-plan.ts.
#pragma once

#include <vector>

#include "constants.h"
#include "dictionary.h"
#include "request.h"

namespace signpost {

constexpr uint32_t kMaxGroups = 31;
constexpr uint32_t kMaxGroupTerms = 128;
/** The word of a pair that straddles two Chinese words. */
constexpr int32_t kNoWord = -1;

/** One subject of a query, and all terms that may stand for it. */
struct Group {
  /** The word as it is written, or the pair in `own`. */
  Units key;
  uint16_t own[4];
  uint32_t length;
  uint32_t terms[kMaxGroupTerms];
  double weights[kMaxGroupTerms];
  double weight;
  double idf;
  bool stop;
  bool loneSign;
  bool countable;
  /** Number of the word; it never falls from one group to the next, except for kNoWord. */
  int32_t word;
};

class Plan {
 public:
  explicit Plan(const Constants& constants) : constants_(constants) {}

  /** Builds the plan of a well-formed request. */
  void make(const Index& index, const Request& request);

  uint32_t groupCount = 0;
  Group groups[kMaxGroups];
  /** Sum of weight · idf, by which scores are divided. */
  double totalWeight = 0;
  bool onlyStopWords = true;

 private:
  /** A word or one CJK character with its group; synonyms are looked up by these. */
  struct Unit {
    Units text;
    int32_t group;
    bool pair;
  };

  void addWord(Units surface, uint32_t hash, uint32_t fingerprint, int32_t flags);
  void expandWord(Group& group, Units surface, int32_t flags, bool exact);
  void addPart(Units surface, uint32_t term);
  void split(Units surface);
  void addTypos(Group& group, Units surface);
  void addSigns(const int32_t* run, const double* weights);
  void addPair(uint32_t first, int32_t second, double weight, int32_t place, bool last);
  void addSignUnits(Units text);
  void addSynonyms();
  Group* add(Units key, uint32_t term, double weight, int32_t word, bool stop, bool loneSign);
  int32_t find(Units key) const;
  void settleIdf(Group& group, bool exact) const;
  void settleWeights();

  const Constants& constants_;
  const Index* index_ = nullptr;
  const Request* request_ = nullptr;
  int32_t word_ = 0;
  std::vector<Unit> units_;
  std::vector<uint16_t> key_;
};

/** A page's sum is value · kValueUnit + matched countable groups (src/engine/query/kernel.ts). */
constexpr int32_t kValueUnit = 32;
constexpr int32_t kCountMask = kValueUnit - 1;
constexpr double kMaxValue = 67108863;

/** A plan in the form of the scoring loop (KernelPlan of src/engine/query/kernel.ts). */
struct CompiledPlan {
  uint32_t groupCount;
  int32_t countableCount;
  uint32_t starts[kMaxGroups + 1];
  uint32_t terms[kMaxGroups * kMaxGroupTerms];
  int32_t factors[kMaxGroups * kMaxGroupTerms];
  int32_t bonuses[kMaxGroups];
  int32_t exactBonus;
};

/** Value of one step of impact of the group's i-th expansion. */
double factorOf(const Index& index, const Group& group, uint32_t i);
double bonusOf(const Constants& constants, const Group& group);

/** @returns the part of a page's sum that makes one unit of score */
double compilePlan(const Constants& constants, const Index& index, const Plan& plan, bool hasExactPages, CompiledPlan& out);

}  // namespace signpost
