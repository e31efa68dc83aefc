// Parts of texts around matches, and the words of a query in them. The counterpart of src/engine/query/snippet.ts.
#pragma once

#include "json-bytes.h"
#include "marks.h"
#include "page-matches.h"

namespace signpost {

/** How a text is cut around a match, in UTF-16 code units (CutShape of src/engine/query/snippet.ts). */
struct CutShape {
  uint32_t total;
  uint32_t lead;
  uint32_t back;
  bool sentences;
};

constexpr CutShape kSnippet = {300, 150, 75, true};
constexpr CutShape kExtract = {160, 30, 30, false};

/**
 * A part of the text of a section. It is made in steps, each for all snippets of an answer, because each reads where the one before
 * told to fetch: waiting for memory would cost more than all work.
 */
class Snippet {
 public:
  /** A snippet of a section around an entry, or its beginning for kNoEntry. Fetches the entries there. */
  Snippet(const PageExtract& extract, uint32_t section, uint32_t entry, const CutShape& shape);

  /** Chooses the part, and fetches its text. */
  void cut();

  /** Writes the part, then `","ranges":[…]`: the words of the query in it. */
  void write(JsonBytes& out, const Marks& marks, const Plan& plan) const;

  /** An empty one. */
  Snippet() = default;

 private:
  /** An entry with the place where it begins: in the bytes of all text, and in code units from the beginning of the part. */
  struct Place {
    uint32_t entry;
    uint32_t byte;
    uint32_t unit;
  };

  friend void writeTitleRanges(JsonBytes& out, const PageExtract& extract, const Marks& marks, const Plan& plan);
  void findStart(uint32_t matched, uint32_t byte);
  uint32_t trimmedEnd() const;
  void writeRanges(JsonBytes& out, const Marks& marks, const Plan& plan, uint32_t stop) const;
  bool isSentence(uint32_t entry) const;

  PageExtract extract_;
  CutShape shape_ = kSnippet;
  /** Entries of the text of the section, and where it begins. */
  uint32_t begin_ = 0;
  uint32_t stop_ = 0;
  uint32_t textStart_ = 0;
  uint32_t match_ = kNoEntry;
  /** Where the match begins; an end moves back no further. */
  uint32_t matchByte_ = 0;
  /** Bytes [start, end); entries [first, last) begin in it, and it has at most `units`. */
  uint32_t start_ = 0;
  uint32_t end_ = 0;
  Place first_ = {0, 0, 0};
  uint32_t last_ = 0;
  uint32_t units_ = 0;
  bool cutBefore_ = false;
  bool cutAfter_ = false;
};

/** Writes the words of the query in the title as `[…]`. */
void writeTitleRanges(JsonBytes& out, const PageExtract& extract, const Marks& marks, const Plan& plan);

}  // namespace signpost
