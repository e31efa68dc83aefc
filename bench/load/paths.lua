-- Requests the paths of a file in turns. Arguments: the file, the number of lines to skip, the number of lines to use,
-- and optionally the mean pause of a connection before each request, in milliseconds.
-- After the run, `sent` shows whether there were enough paths. After the last one they begin again.
dofile((debug.getinfo(1, 'S').source:sub(2):match('^(.*/)') or '') .. 'report.lua')

function setup(thread)
  loader = thread
end

function init(arguments)
  messages = {}
  sent = 0
  local skip, count, quiet = tonumber(arguments[2]), tonumber(arguments[3]), tonumber(arguments[4])
  -- Messages are composed before the run, because the load generator has to stay ahead of the servers.
  local head, tail = wrk.format('GET', '\1'):match('^([^\1]*)\1(.*)$')
  local line = 0
  for path in io.lines(arguments[1]) do
    line = line + 1
    if line > skip + count then break end
    if line > skip then messages[#messages + 1] = head .. path .. tail end
  end
  messageCount = #messages
  -- Pauses are random, so that the connections do not all send at once. wrk looks for this function after `init`.
  if quiet then delay = function() return math.random(0, 2 * quiet) end end
end

function request()
  local message = messages[sent % messageCount + 1]
  sent = sent + 1
  return message
end
