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

  void putNumber(uint32_t number) {
    reserve(10);
    uint8_t digits[10];
    uint32_t count = 0;
    do digits[count++] = uint8_t('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0) bytes_[length_++] = digits[--count];
  }

 private:
  void reserve(size_t count) {
    if (bytes_.size() - length_ < count) bytes_.resize((bytes_.size() + count) * 2);
  }

  std::vector<uint8_t> bytes_;
  size_t length_ = 0;
};

}  // namespace signpost
