-- Requests one path after another from a file. Arguments: the file, how many lines to pass over, how many to use, and
-- if wanted how many milliseconds a connection is quiet before each request, in the mean.
-- `sent` tells afterwards whether the paths sufficed: past the last one they begin again.
dofile((debug.getinfo(1, 'S').source:sub(2):match('^(.*/)') or '') .. 'report.lua')

function setup(thread)
  loader = thread
end

function init(arguments)
  messages = {}
  sent = 0
  local skip, count, quiet = tonumber(arguments[2]), tonumber(arguments[3]), tonumber(arguments[4])
  -- Written out before the run, since the load generator has to stay ahead of the servers.
  local head, tail = wrk.format('GET', '\1'):match('^([^\1]*)\1(.*)$')
  local line = 0
  for path in io.lines(arguments[1]) do
    line = line + 1
    if line > skip + count then break end
    if line > skip then messages[#messages + 1] = head .. path .. tail end
  end
  messageCount = #messages
  -- At random, so that the connections do not all send at once. wrk looks after `init` whether there is such a function.
  if quiet then delay = function() return math.random(0, 2 * quiet) end end
end

function request()
  local message = messages[sent % messageCount + 1]
  sent = sent + 1
  return message
end
