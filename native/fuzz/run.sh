#!/bin/sh
# Fuzzes the loader of indexes and the reader of requests, each for the given minutes, and keeps the smallest set of
# inputs with the same coverage. It needs clang with libFuzzer, and prints the folder of its findings.
#
#     native/fuzz/run.sh [minutes]
set -eu
MINUTES=${1:-10}
HERE=$(cd "$(dirname "$0")" && pwd)
WORK=$(mktemp -d)
echo "working in $WORK"

(cd "$HERE/../.." && node --import ./scripts/register-typescript.mjs scripts/native-dump.ts "$WORK/dump")
export SIGNPOST_DUMP="$WORK/dump"
export ASAN_OPTIONS=allocator_may_return_null=1
FLAGS='-std=c++17 -O1 -g -fno-omit-frame-pointer -ffp-contract=off -fno-sanitize-recover=all'
SANITIZERS='address,undefined,float-cast-overflow'
ENGINE=$(ls "$HERE"/../src/*.cc | grep -v addon.cc)

mkdir -p "$WORK/seeds/index" "$WORK/seeds/query"
for index in tiny-en tiny-zh tiny-ko parts empty; do cp "$WORK/dump/$index.index" "$WORK/seeds/index/"; done
cp "$WORK/dump/requests/"* "$WORK/seeds/query/"

for target in index query; do
  # shellcheck disable=SC2086
  clang++ $FLAGS -fsanitize=fuzzer,$SANITIZERS "$HERE/fuzz-$target.cc" $ENGINE -o "$WORK/fuzz-$target"
  mkdir -p "$WORK/found/$target" "$WORK/$target" "$HERE/corpus/$target"
  status=0
  nice "$WORK/fuzz-$target" -max_total_time=$((MINUTES * 60)) -rss_limit_mb=2048 -timeout=10 -max_len=65536 \
    -artifact_prefix="$WORK/found/$target/" -print_final_stats=1 \
    "$WORK/$target" "$WORK/seeds/$target" "$HERE/corpus/$target" 2>"$WORK/$target.log" || status=$?
  tail -n 12 "$WORK/$target.log"
  # One small input for each edge that is reached. Inputs of an older index format reach nothing and are dropped.
  rm -rf "$WORK/kept" && mkdir "$WORK/kept"
  "$WORK/fuzz-$target" -set_cover_merge=1 -use_counters=0 -max_len=11500 "$WORK/kept" "$WORK/$target" "$HERE/corpus/$target" 2>"$WORK/merge.log"
  rm -rf "$HERE/corpus/$target" && mv "$WORK/kept" "$HERE/corpus/$target"
  echo "$target: $(ls "$HERE/corpus/$target" | wc -l) inputs kept, $(ls "$WORK/found/$target" | wc -l) faults in $WORK/found/$target"
  [ "$status" = 0 ] || exit "$status"
done
