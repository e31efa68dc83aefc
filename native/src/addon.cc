// The engine as a Node-API module: functions over handles of opened indexes and of engines, one engine per thread. The
// data of calls lies in typed arrays that were passed once, so that a query costs no allocation.
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine.h"
#include "system.h"
#include "values.h"

namespace {

using namespace signpost;

// Handles are externals. They own the members below, but not the arrays that they read. JavaScript keeps those alive as
// long as the handle (src/engine/native/native.ts), since a reference from here would outlive the handle by one more
// garbage collection.

struct OpenIndex {
  static constexpr uint32_t kMagic = 0x58495053;
  uint32_t magic = kMagic;
  /** Unique number, which is never reused. */
  uint64_t number = 0;
  Index index;
};

struct OpenEngine {
  static constexpr uint32_t kMagic = 0x4e455053;
  uint32_t magic = kMagic;
  std::unique_ptr<Engine> engine;
  Request request;
  int32_t* pages = nullptr;
  double* scores = nullptr;
  /** The index of the engine's plan and results; 0 means none. */
  uint64_t usedIndex = 0;
};

struct OpenExtracts {
  static constexpr uint32_t kMagic = 0x54584553;
  uint32_t magic = kMagic;
  /** Empty where the bytes are JavaScript's. */
  MappedFile file;
  Extracts extracts;
  uint32_t pageCount = 0;
};

std::atomic<uint64_t> lastNumber{0};

/** Reads `[longest, keys, terms]`: an array of strings and a parallel array of Uint32Arrays. */
bool readSynonyms(napi_env env, napi_value longest, napi_value keys, napi_value terms, Synonyms& out) {
  uint32_t count = 0;
  if (napi_get_value_uint32(env, longest, &out.longest) != napi_ok) return false;
  if (napi_get_array_length(env, keys, &count) != napi_ok) return false;
  for (uint32_t i = 0; i < count; i++) {
    napi_value key, list;
    Bytes numbers;
    Synonyms::Entry entry;
    if (napi_get_element(env, keys, i, &key) != napi_ok || napi_get_element(env, terms, i, &list) != napi_ok) return false;
    if (!readString(env, key, entry.key) || !readArray(env, list, napi_uint32_array, numbers)) return false;
    entry.hash = hashText({reinterpret_cast<const uint16_t*>(entry.key.data()), uint32_t(entry.key.size())});
    entry.terms.assign(static_cast<uint32_t*>(numbers.data), static_cast<uint32_t*>(numbers.data) + numbers.length);
    out.entries.push_back(std::move(entry));
  }
  return true;
}

/** openIndex(bytes, places, counts, locale, urlPrefix, longest, keys, terms) → handle; `counts` are the numbers of IndexHeader. */
napi_value openIndexCall(napi_env env, napi_callback_info info) {
  napi_value args[8];
  size_t count = 8;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  Bytes bytes, places, counts;
  IndexHeader header;
  Synonyms synonyms;
  if (count != 8 || !readArray(env, args[0], napi_uint8_array, bytes) || !readArray(env, args[1], napi_float64_array, places) ||
      !readArray(env, args[2], napi_uint32_array, counts) || counts.length != 6) {
    return fail(env, "an index is bytes, the places of its arrays and six counts");
  }
  const auto* numbersOf = static_cast<uint32_t*>(counts.data);
  header.pageCount = numbersOf[0];
  header.partitionPages = numbersOf[1];
  header.partitionCount = numbersOf[2];
  header.termCount = numbersOf[3];
  header.denseTermCount = numbersOf[4];
  header.bitTermCount = numbersOf[5];
  if (!readString(env, args[3], header.locale) || !readString(env, args[4], header.urlPrefix)) {
    return fail(env, "locale and prefix of URLs are strings");
  }
  if (!readSynonyms(env, args[5], args[6], args[7], synonyms)) return fail(env, "synonyms are keys and their terms");
  std::vector<Place> list;
  const double* numbers = static_cast<double*>(places.data);
  for (size_t i = 0; i + 1 < places.length; i += 2) {
    const double limit = 9007199254740992.0;
    if (!(numbers[i] >= 0 && numbers[i] < limit && numbers[i + 1] >= 0 && numbers[i + 1] < limit)) {
      return fail(env, "a place is not a number of bytes");
    }
    list.push_back({uint64_t(numbers[i]), uint64_t(numbers[i + 1])});
  }
  auto open = std::make_unique<OpenIndex>();
  const char* fault = openIndex(static_cast<uint8_t*>(bytes.data), bytes.length, list, header, std::move(synonyms), open->index);
  if (fault != nullptr) return fail(env, fault);
  open->number = ++lastNumber;
  return handOver(env, std::move(open));
}

bool isCount(double number, uint32_t most) { return number >= 1 && number <= most && number == uint32_t(number); }

/** createEngine(constants, classes, ints, units, weights, pages, scores) → handle */
napi_value createEngineCall(napi_env env, napi_callback_info info) {
  napi_value args[7];
  size_t count = 7;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  Bytes constants, classes, ints, units, weights, pages, scores;
  if (count != 7 || !readArray(env, args[0], napi_float64_array, constants) || !readArray(env, args[1], napi_uint8_array, classes) ||
      !readArray(env, args[2], napi_int32_array, ints) || !readArray(env, args[3], napi_uint16_array, units) ||
      !readArray(env, args[4], napi_float64_array, weights) || !readArray(env, args[5], napi_int32_array, pages) ||
      !readArray(env, args[6], napi_float64_array, scores)) {
    return fail(env, "an engine is made of typed arrays");
  }
  Constants values;
  if (constants.length * sizeof(double) != sizeof values) return fail(env, "constants are missing");
  if (classes.length != 65536) return fail(env, "classes are missing");
  if (pages.length < kCandidates || scores.length < kCandidates) return fail(env, "there is no room for results");
  std::memcpy(&values, constants.data, sizeof values);
  if (!isCount(values.prefixLimit, kMaxTermList) || !isCount(values.typoLimit, kMaxTermList) ||
      !isCount(values.candidates, kCandidates)) {
    return fail(env, "a limit is no number of things that there is room for");
  }
  auto open = std::make_unique<OpenEngine>();
  open->engine = std::make_unique<Engine>(values, static_cast<uint8_t*>(classes.data));
  open->request.ints = static_cast<int32_t*>(ints.data);
  open->request.intCount = uint32_t(ints.length);
  open->request.units = static_cast<uint16_t*>(units.data);
  open->request.unitCount = uint32_t(units.length);
  open->request.weights = static_cast<double*>(weights.data);
  open->request.weightCount = uint32_t(weights.length);
  open->pages = static_cast<int32_t*>(pages.data);
  open->scores = static_cast<double*>(scores.data);
  return handOver(env, std::move(open));
}

/** openExtracts(bytes or descriptor, length, pageCount) → handle */
napi_value openExtractsCall(napi_env env, napi_callback_info info) {
  napi_value args[3];
  size_t count = 3;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  int64_t length = 0;
  auto open = std::make_unique<OpenExtracts>();
  if (count != 3 || napi_get_value_int64(env, args[1], &length) != napi_ok || length < 0 ||
      napi_get_value_uint32(env, args[2], &open->pageCount) != napi_ok) {
    return fail(env, "openExtracts takes bytes or a descriptor, their length and a number of pages");
  }
  Bytes bytes;
  int32_t descriptor = 0;
  const uint8_t* data = nullptr;
  if (readArray(env, args[0], napi_uint8_array, bytes)) {
    if (uint64_t(length) > bytes.length) return fail(env, "the extracts are shorter than their length");
    data = static_cast<uint8_t*>(bytes.data);
  } else {
    if (napi_get_value_int32(env, args[0], &descriptor) != napi_ok) return fail(env, "extracts are bytes or a descriptor");
    if (open->file.open(descriptor, uint64_t(length)) != 0) return fail(env, "the file of extracts cannot be mapped");
    data = open->file.data();
  }
  const char* fault = open->extracts.open(data, uint64_t(length), open->pageCount);
  if (fault != nullptr) return fail(env, fault);
  return handOver(env, std::move(open));
}

/** Finds, and leaves pages and scores in the engine's arrays, ended by the page -1; returns the total. */
napi_value findPages(napi_env env, OpenEngine* engine, const OpenIndex* index, uint32_t limit, const SectionTally* tally) {
  if (!isWellFormed(engine->request)) return fail(env, "the request is malformed");
  Engine& of = *engine->engine;
  engine->usedIndex = index->number;
  of.find(index->index, engine->request, limit, tally);
  for (uint32_t i = 0; i < of.length; i++) {
    engine->pages[i] = int32_t(of.pages[i]);
    engine->scores[i] = of.scores[i];
  }
  if (of.length < kCandidates) engine->pages[of.length] = -1;
  napi_value total;
  CHECK(napi_create_uint32(env, of.total, &total));
  return total;
}

/** find(engine, index, limit) → total */
napi_value findCall(napi_env env, napi_callback_info info) {
  napi_value args[3];
  size_t count = 3;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  auto* engine = readHandle<OpenEngine>(env, args[0]);
  auto* index = readHandle<OpenIndex>(env, args[1]);
  uint32_t limit = 0;
  if (count != 3 || engine == nullptr || index == nullptr) return fail(env, "find takes an engine and an index");
  CHECK(napi_get_value_uint32(env, args[2], &limit));
  return findPages(env, engine, index, limit, nullptr);
}

/** findBySection(engine, index, limit, ofPage, wanted, counts) → total, of one section unless `wanted` is UINT32_MAX */
napi_value findBySectionCall(napi_env env, napi_callback_info info) {
  napi_value args[6];
  size_t count = 6;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  auto* engine = readHandle<OpenEngine>(env, args[0]);
  auto* index = readHandle<OpenIndex>(env, args[1]);
  uint32_t limit = 0;
  Bytes ofPage, counts;
  if (count != 6 || engine == nullptr || index == nullptr || !readArray(env, args[3], napi_uint32_array, ofPage) ||
      !readArray(env, args[5], napi_uint32_array, counts)) {
    return fail(env, "findBySection takes an engine, an index, sections and counts");
  }
  SectionTally tally;
  CHECK(napi_get_value_uint32(env, args[2], &limit));
  CHECK(napi_get_value_uint32(env, args[4], &tally.wanted));
  tally.ofPage = static_cast<uint32_t*>(ofPage.data);
  tally.counts = static_cast<uint32_t*>(counts.data);
  tally.sectionCount = uint32_t(counts.length);
  if (ofPage.length != index->index.pageCount) return fail(env, "each page has one section");
  return findPages(env, engine, index, limit, &tally);
}

/**
 * answer(engine, index, limit, out, position, extracts, flags) → end of the answer, 0 when no page matches, or the number
 * of missing bytes as a negative number. `flags` are ExtraFlags; without any, `extracts` may be null. Then `answerAgain` with
 * the same arguments and a larger `out` writes the same result.
 */
napi_value writeAnswer(napi_env env, napi_callback_info info, bool again) {
  napi_value args[7];
  size_t count = 7;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  auto* engine = readHandle<OpenEngine>(env, args[0]);
  auto* index = readHandle<OpenIndex>(env, args[1]);
  uint32_t limit = 0;
  uint32_t position = 0;
  Bytes out;
  if (count != 7 || engine == nullptr || index == nullptr || !readArray(env, args[3], napi_uint8_array, out)) {
    return fail(env, "answer takes an engine, an index and bytes");
  }
  uint32_t flags = 0;
  CHECK(napi_get_value_uint32(env, args[6], &flags));
  const auto* extracts = flags == 0 ? nullptr : readHandle<OpenExtracts>(env, args[5]);
  if (flags != 0 && (extracts == nullptr || extracts->pageCount != index->index.pageCount)) {
    return fail(env, "these are not the extracts of the index");
  }
  CHECK(napi_get_value_uint32(env, args[2], &limit));
  CHECK(napi_get_value_uint32(env, args[4], &position));
  if (position > out.length) return fail(env, "there is no such position");
  Engine& of = *engine->engine;
  int64_t result = 0;
  if (!again) {
    if (!isWellFormed(engine->request)) return fail(env, "the request is malformed");
    engine->usedIndex = index->number;
    of.find(index->index, engine->request, limit);
    of.extend(index->index, extracts == nullptr ? nullptr : &extracts->extracts, flags);
  }
  if (engine->usedIndex != index->number) return fail(env, "nothing was found in this index");
  if (of.length > 0) {
    const uint64_t needed = of.resultBytes(index->index);
    if (needed > out.length - position) result = -int64_t(needed);
    else result = int64_t(position + of.writeResults(index->index, static_cast<uint8_t*>(out.data) + position));
  }
  napi_value end;
  CHECK(napi_create_int64(env, result, &end));
  return end;
}

napi_value answerCall(napi_env env, napi_callback_info info) { return writeAnswer(env, info, false); }
napi_value answerAgainCall(napi_env env, napi_callback_info info) { return writeAnswer(env, info, true); }

/** plan(engine, index, described): leaves steps, total weight and the number of countable words in `described`. */
napi_value planCall(napi_env env, napi_callback_info info) {
  napi_value args[3];
  size_t count = 3;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  auto* engine = readHandle<OpenEngine>(env, args[0]);
  auto* index = readHandle<OpenIndex>(env, args[1]);
  Bytes described;
  if (count != 3 || engine == nullptr || index == nullptr || !readArray(env, args[2], napi_float64_array, described) ||
      described.length < 3) {
    return fail(env, "plan takes an engine, an index and room for three numbers");
  }
  if (!isWellFormed(engine->request)) return fail(env, "the request is malformed");
  engine->usedIndex = index->number;
  engine->engine->plan(index->index, engine->request);
  auto* numbers = static_cast<double*>(described.data);
  numbers[0] = engine->engine->steps();
  numbers[1] = engine->engine->planned().totalWeight;
  numbers[2] = engine->engine->compiled().countableCount;
  return nullptr;
}

/** accumulate(engine, index, partition, sums): the sums of a partition by the latest plan for this index. */
napi_value accumulateCall(napi_env env, napi_callback_info info) {
  napi_value args[4];
  size_t count = 4;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  auto* engine = readHandle<OpenEngine>(env, args[0]);
  auto* index = readHandle<OpenIndex>(env, args[1]);
  uint32_t partition = 0;
  Bytes sums;
  if (count != 4 || engine == nullptr || index == nullptr || !readArray(env, args[3], napi_int32_array, sums)) {
    return fail(env, "accumulate takes an engine, an index, a partition and room for its sums");
  }
  CHECK(napi_get_value_uint32(env, args[2], &partition));
  if (engine->usedIndex != index->number) return fail(env, "there is no plan for this index");
  if (partition >= index->index.partitionCount || sums.length < index->index.pagesOf(partition)) {
    return fail(env, "there is no such partition, or no room for it");
  }
  std::memcpy(sums.data, engine->engine->accumulate(index->index, partition), index->index.pagesOf(partition) * sizeof(int32_t));
  return nullptr;
}

/** preferLargePages(bytes) */
napi_value preferLargePagesCall(napi_env env, napi_callback_info info) {
  napi_value args[1];
  size_t count = 1;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  Bytes bytes;
  if (count != 1 || !readArray(env, args[0], napi_uint8_array, bytes)) return fail(env, "preferLargePages takes bytes");
  preferLargePages(bytes.data, bytes.length);
  return nullptr;
}

/** favourThread(nice) → 0 or -errno */
napi_value favourThreadCall(napi_env env, napi_callback_info info) {
  napi_value args[1];
  size_t count = 1;
  int32_t nice = 0;
  CHECK(napi_get_cb_info(env, info, &count, args, nullptr, nullptr));
  if (count != 1 || napi_get_value_int32(env, args[0], &nice) != napi_ok) return fail(env, "favourThread takes a niceness");
  napi_value result;
  CHECK(napi_create_int32(env, favourThread(nice), &result));
  return result;
}

napi_value nameList(napi_env env, const std::vector<const char*>& names) {
  napi_value list;
  CHECK(napi_create_array(env, &list));
  for (uint32_t i = 0; i < names.size(); i++) {
    napi_value name;
    CHECK(napi_create_string_utf8(env, names[i], NAPI_AUTO_LENGTH, &name));
    CHECK(napi_set_element(env, list, i, name));
  }
  return list;
}

const std::vector<const char*>& constantNames() {
#define SIGNPOST_NAME(name) #name,
  static const std::vector<const char*> names = {SIGNPOST_CONSTANTS(SIGNPOST_NAME)};
#undef SIGNPOST_NAME
  return names;
}

}  // namespace

NAPI_MODULE_INIT() {
  const struct {
    const char* name;
    napi_callback call;
  } functions[] = {
      {"openIndex", openIndexCall}, {"openExtracts", openExtractsCall}, {"createEngine", createEngineCall}, {"find", findCall},
      {"findBySection", findBySectionCall},
      {"answer", answerCall},       {"answerAgain", answerAgainCall},   {"plan", planCall},
      {"accumulate", accumulateCall}, {"preferLargePages", preferLargePagesCall}, {"favourThread", favourThreadCall},
  };
  for (const auto& function : functions) {
    napi_value value;
    CHECK(napi_create_function(env, function.name, NAPI_AUTO_LENGTH, function.call, nullptr, &value));
    CHECK(napi_set_named_property(env, exports, function.name, value));
  }
  napi_value instructions;
  CHECK(napi_create_string_utf8(env, signpost::scanInstructions(), NAPI_AUTO_LENGTH, &instructions));
  CHECK(napi_set_named_property(env, exports, "instructions", instructions));
  CHECK(napi_set_named_property(env, exports, "arrayNames", nameList(env, signpost::indexArrayNames())));
  CHECK(napi_set_named_property(env, exports, "constantNames", nameList(env, constantNames())));
  return exports;
}
