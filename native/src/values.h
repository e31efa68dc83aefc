// What calls of the addon read of JavaScript's values, and how handles reach it.
#pragma once

#include <node_api.h>

#include <memory>
#include <string>

namespace signpost {

#define CHECK(call)                                              \
  do {                                                           \
    if ((call) != napi_ok) {                                     \
      napi_throw_error(env, nullptr, "bad argument: " #call);    \
      return nullptr;                                            \
    }                                                            \
  } while (false)

inline napi_value fail(napi_env env, const char* message) {
  napi_throw_error(env, nullptr, message);
  return nullptr;
}

/** A typed array from JavaScript, in shared or other memory. */
struct Bytes {
  napi_typedarray_type type = napi_uint8_array;
  void* data = nullptr;
  /** Number of elements. */
  size_t length = 0;
};

inline bool readArray(napi_env env, napi_value value, napi_typedarray_type type, Bytes& out) {
  bool isTyped = false;
  if (napi_is_typedarray(env, value, &isTyped) != napi_ok || !isTyped) return false;
  return napi_get_typedarray_info(env, value, &out.type, &out.length, &out.data, nullptr, nullptr) == napi_ok && out.type == type;
}

/** Null for any other value. */
template <typename T>
T* readHandle(napi_env env, napi_value value) {
  void* handle = nullptr;
  if (napi_get_value_external(env, value, &handle) != napi_ok) return nullptr;
  auto* open = static_cast<T*>(handle);
  return open != nullptr && open->magic == T::kMagic ? open : nullptr;
}

template <typename T>
void drop(napi_env, void* data, void*) {
  delete static_cast<T*>(data);
}

/** Gives an object to JavaScript as a handle, which drops it in the end. */
template <typename T>
napi_value handOver(napi_env env, std::unique_ptr<T> open) {
  napi_value handle;
  CHECK(napi_create_external(env, open.get(), drop<T>, nullptr, &handle));
  open.release();
  return handle;
}

inline bool readString(napi_env env, napi_value value, std::string& out) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok) return false;
  out.resize(length + 1);
  if (napi_get_value_string_utf8(env, value, &out[0], length + 1, &length) != napi_ok) return false;
  out.resize(length);
  return true;
}

inline bool readString(napi_env env, napi_value value, std::u16string& out) {
  size_t length = 0;
  if (napi_get_value_string_utf16(env, value, nullptr, 0, &length) != napi_ok) return false;
  out.resize(length + 1);
  if (napi_get_value_string_utf16(env, value, &out[0], length + 1, &length) != napi_ok) return false;
  out.resize(length);
  return true;
}

}  // namespace signpost
