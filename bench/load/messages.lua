-- Sends messages in turns, each on behalf of the next client address, as a proxy would forward it.
-- Arguments: the file of messages, the number of addresses, and optionally the mean pause of a connection before each
-- message, in milliseconds. A message is the part before the address, \1, the part after it, \0. Nothing is formatted
-- during the run, because the load generator has to stay ahead of the servers.
-- After the run, `sent` shows whether there were enough messages. After the last one they begin again.
dofile((debug.getinfo(1, 'S').source:sub(2):match('^(.*/)') or '') .. 'report.lua')

function setup(thread)
  loader = thread
end

function init(arguments)
  sent = 0
  heads, tails, addresses = {}, {}, {}
  local file = io.open(arguments[1], 'rb')
  local text = file:read('*a')
  file:close()
  for head, tail in text:gmatch('([^%z\1]*)\1([^%z\1]*)%z') do
    heads[#heads + 1] = head
    tails[#tails + 1] = tail
  end
  for number = 0, tonumber(arguments[2]) - 1 do
    local high, middle = math.floor(number / 65536), math.floor(number / 256) % 256
    addresses[number + 1] = string.format('10.%d.%d.%d', high, middle, number % 256)
  end
  local quiet = tonumber(arguments[3])
  -- Pauses are random, so that the connections do not all send at once. wrk looks for this function after `init`.
  if quiet then delay = function() return math.random(0, 2 * quiet) end end
end

function request()
  local place = sent % #heads + 1
  local message = heads[place] .. addresses[sent % #addresses + 1] .. tails[place]
  sent = sent + 1
  return message
end
