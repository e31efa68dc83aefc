-- Prints the results of a run as one line of JSON, with times in microseconds, the unit of wrk. The percentiles are
-- those of PERCENTILES in bench/timing.ts.
local PERCENTILES = { 50, 75, 90, 95, 99, 99.5, 99.9 }

function done(summary, latency, requests)
  local errors = summary.errors
  local sent = loader and loader:get('sent') or summary.requests
  local times = {}
  for place, part in ipairs(PERCENTILES) do times[place] = string.format('%d', latency:percentile(part)) end
  io.write(string.format(
    '\nreport {"requests":%d,"sent":%d,"durationUs":%d,"percentilesUs":[%s],"maxUs":%d,"failures":%d}\n',
    summary.requests, sent, summary.duration, table.concat(times, ','), latency.max,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
