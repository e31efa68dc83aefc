-- Requests one path after another from a file. Arguments: the file, how many lines to pass over, how many to use.
-- `sent` tells afterwards whether the paths sufficed: past the last one they begin again.
dofile((debug.getinfo(1, 'S').source:sub(2):match('^(.*/)') or '') .. 'report.lua')

function setup(thread)
  loader = thread
end

function init(arguments)
  paths = {}
  sent = 0
  local skip, count = tonumber(arguments[2]), tonumber(arguments[3])
  local line = 0
  for path in io.lines(arguments[1]) do
    line = line + 1
    if line > skip + count then break end
    if line > skip then paths[#paths + 1] = path end
  end
end

function request()
  local path = paths[sent % #paths + 1]
  sent = sent + 1
  return wrk.format('GET', path)
end
