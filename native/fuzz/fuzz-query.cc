// libFuzzer: a request of arbitrary numbers is refused, or answered from a sound index.
#include "../test/harness.h"

namespace {

using namespace harness;

const std::string folder = std::getenv("SIGNPOST_DUMP") == nullptr ? "." : std::getenv("SIGNPOST_DUMP");

File serialise(const Asked& asked) {
  File out(kAskedHeader);
  writeU32(&out[0], uint32_t(asked.ints.size()));
  writeU32(&out[4], uint32_t(asked.units.size()));
  writeU32(&out[8], uint32_t(asked.weights.size()));
  writeU32(&out[12], asked.limit);
  auto put = [&out](const auto& list) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(list.data());
    out.insert(out.end(), bytes, bytes + list.size() * sizeof list[0]);
  };
  put(asked.ints);
  put(asked.units);
  put(asked.weights);
  return out;
}

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize) __attribute__((weak));

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned int seed) {
  Random random(seed);
  Asked asked;
  size_t at = 0;
  if (random.below(4) == 0 || !readAsked(data, size, at, asked)) return LLVMFuzzerMutate(data, size, maxSize);
  damageAsked(random, asked);
  const File changed = serialise(asked);
  if (changed.size() > maxSize) return size;
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Setup setup(folder);
  static OpenImage opened[3];
  static const bool areOpen = [] {
    const char* const names[] = {"en", "zh", "ko"};
    for (int i = 0; i < 3; i++) {
      const File file = readFile(folder + "/" + names[i] + ".index");
      expect(openImage(file.data(), file.size(), opened[i]) == nullptr, "a sound index is refused");
    }
    return true;
  }();
  Asked asked;
  size_t at = 0;
  if (!areOpen || !readAsked(data, size, at, asked) || !isWellFormed(asked.request())) return 0;
  Engine engine(setup.constants, setup.classes.data());
  for (const OpenImage& image : opened) ask(engine, image.index, asked);
  return 0;
}
