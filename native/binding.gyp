{
  "targets": [
    {
      "target_name": "signpost",
      "sources": [
        "src/addon.cc",
        "src/text.cc",
        "src/index.cc",
        "src/dense.cc",
        "src/dictionary.cc",
        "src/request.cc",
        "src/plan.cc",
        "src/score.cc",
        "src/skip.cc",
        "src/levels.cc",
        "src/positions.cc",
        "src/rerank.cc",
        "src/extracts.cc",
        "src/page-matches.cc",
        "src/choose-sections.cc",
        "src/snippet.cc",
        "src/extras.cc",
        "src/engine.cc",
        "src/system.cc"
      ],
      "defines": ["NAPI_VERSION=8", "NODE_GYP_MODULE_NAME=signpost"],
      # No contraction of a · b + c: the JavaScript engine rounds twice, and the two must give the same bits.
      "cflags": ["-O3", "-ffp-contract=off", "-Wall", "-Wextra", "-fvisibility=hidden"],
      "cflags!": ["-O2"],
      "cflags_cc": ["-std=c++17"],
      "cflags_cc!": ["-std=gnu++17", "-std=gnu++20"],
      "xcode_settings": {
        "OTHER_CFLAGS": ["-O3", "-ffp-contract=off"],
        "CLANG_CXX_LANGUAGE_STANDARD": "c++17"
      }
    }
  ]
}
