// Look-ups of words: exact terms, prefixes, typos and CJK characters. The counterpart of src/engine/index/dictionary.ts.
#pragma once

#include "index.h"

namespace signpost {

constexpr uint32_t kNoTerm = UINT32_MAX;
/** Capacity of `TermList`: the largest limit of any look-up; one more entry is used during an insertion. */
constexpr uint32_t kMaxTermList = 16;

/** Terms by falling page count, each once. */
struct TermList {
  uint32_t length = 0;
  uint32_t terms[kMaxTermList + 1];
  uint32_t counts[kMaxTermList + 1];

  void insert(uint32_t term, uint32_t count, uint32_t limit);
};

/** The number of a term; kNoTerm when no page contains it. */
uint32_t findTerm(const Index& index, uint32_t hash, uint32_t fingerprint);
uint32_t findTerm(const Index& index, Units text);

/** Position that a text has, or would have, among the sorted forms. */
uint32_t lowerBound(const Index& index, Units text);
/** The surface form, or the number of forms when it is not kept. */
uint32_t findSurface(const Index& index, Units text);
/** Number of pages with the exact written form; 0 when the form is not kept. `lowerBound` is that of the text. */
uint32_t surfacePagesAt(const Index& index, uint32_t lowerBound, Units text);

/** Terms of the most frequent forms that begin with `prefix`, whose `lowerBound` is given. */
void termsWithPrefix(const Index& index, uint32_t lowerBound, Units prefix, uint32_t limit, TermList& out);

/** Range in `signTerms` of the pairs that begin with a character; empty when the character is unknown. */
void termsWithSign(const Index& index, uint32_t code, uint32_t& from, uint32_t& to);

/** Terms of forms within 1 or 2 edits of a word. */
void termsNear(const Index& index, Units word, uint32_t edits, uint32_t limit, TermList& out);

/** Whether the optimal string alignment distance is at most `edits` (1 or 2). */
bool isWithinEdits(Units a, Units b, uint32_t edits);

}  // namespace signpost
