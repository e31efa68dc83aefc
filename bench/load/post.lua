-- Repeats one POST request. Arguments: the file of its body, then names and values of header fields.
dofile((debug.getinfo(1, 'S').source:sub(2):match('^(.*/)') or '') .. 'report.lua')

function init(arguments)
  local file = io.open(arguments[1], 'rb')
  local body = file:read('*a')
  file:close()
  local fields = {}
  for position = 2, #arguments, 2 do fields[arguments[position]] = arguments[position + 1] end
  message = wrk.format('POST', nil, fields, body)
end

function request()
  return message
end
