// Bytes of JSON that grow.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace signpost {

class JsonBytes {
 public:
  const uint8_t* data() const { return bytes_.data(); }
  uint64_t length() const { return length_; }
  void clear() { length_ = 0; }

  template <size_t Size>
  void put(const char (&text)[Size]) {
    put(reinterpret_cast<const uint8_t*>(text), Size - 1);
  }

  void put(const uint8_t* from, size_t count) {
    reserve(count);
    std::memcpy(bytes_.data() + length_, from, count);
    length_ += count;
  }

  /** Writes `[from,to]`, after a comma unless it is the first of a list. */
  void putRange(uint32_t from, uint32_t to, bool isFirst) {
    reserve(kRangeBytes);
    uint8_t* at = bytes_.data() + length_;
    if (!isFirst) *at++ = ',';
    *at++ = '[';
    at = writeNumber(at, from);
    *at++ = ',';
    at = writeNumber(at, to);
    *at++ = ']';
    length_ = size_t(at - bytes_.data());
  }

 private:
  static constexpr size_t kDigits = 10;
  static constexpr size_t kRangeBytes = 2 * kDigits + 4;

  void reserve(size_t count) {
    if (bytes_.size() - length_ < count) bytes_.resize((bytes_.size() + count) * 2);
  }

  static uint8_t* writeNumber(uint8_t* at, uint32_t number) {
    uint8_t digits[kDigits];
    uint32_t count = 0;
    do digits[count++] = uint8_t('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0) *at++ = digits[--count];
    return at;
  }

  std::vector<uint8_t> bytes_;
  size_t length_ = 0;
};

}  // namespace signpost
