-- Prints what a run found as one line of JSON, with times in microseconds as wrk counts them. The percentiles are those
-- of PERCENTILES in bench/timing.ts.
local PERCENTILES = { 50, 75, 90, 95, 99, 99.5, 99.9 }

-- Threads whose scripts count what they have sent. As they share a list in turns, the one that sent most tells how far
-- into it they came.
loaders = {}

function done(summary, latency, requests)
  local errors = summary.errors
  local sent = 0
  for _, thread in ipairs(loaders) do sent = math.max(sent, thread:get('sent') * #loaders) end
  if #loaders == 0 then sent = summary.requests end
  local times = {}
  for place, part in ipairs(PERCENTILES) do times[place] = string.format('%d', latency:percentile(part)) end
  io.write(string.format(
    '\nreport {"requests":%d,"sent":%d,"durationUs":%d,"percentilesUs":[%s],"maxUs":%d,"failures":%d}\n',
    summary.requests, sent, summary.duration, table.concat(times, ','), latency.max,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
