// Parts of texts around matches, and the words of a query in them. The counterpart of src/engine/query/snippet.ts.
#pragma once

#include "json-bytes.h"
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

/** Writes a part of a section's text around a position, or its beginning for 0, then `","ranges":[…]`. */
void writeSnippet(JsonBytes& out, const PageMatches& matches, uint32_t section, uint32_t position, const CutShape& shape);

/** Writes the words of the query in the title as `[…]`. */
void writeTitleRanges(JsonBytes& out, const PageMatches& matches);

}  // namespace signpost
