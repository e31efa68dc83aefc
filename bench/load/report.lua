-- Prints what a run found as one line of JSON, with times in microseconds as wrk counts them.
function done(summary, latency, requests)
  local errors = summary.errors
  local sent = loader and loader:get('sent') or summary.requests
  io.write(string.format(
    '\nreport {"requests":%d,"sent":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"failures":%d}\n',
    summary.requests, sent, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
