-- The load of the money benchmarks, for wrk: requests are written before they are needed, so that what sends them takes as
-- little as it can of the machine that it measures. `load.ts` writes the file that it is given and reads what it prints.
--
-- The file: whole HTTP requests, a zero byte between them, each with one id of 36 characters in place of which a new one is sent.

local before, after, count = {}, {}, 0
local sent, base = 0, ''

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for request in file:read('*a'):gmatch('[^%z]+') do
    local from, to = request:find('00000000-0000-0000-0000-000000000000', 1, true)
    assert(from, 'a request has no place for its id')
    count = count + 1
    before[count], after[count] = request:sub(1, from - 1), request:sub(to + 1)
  end
  file:close()
  math.randomseed(os.time())
  -- As UUIDv7: the time first, so that what is stored by it is stored at the end.
  local time = string.format('%012x', os.time() * 1000)
  base = time:sub(1, 8) .. '-' .. time:sub(9) .. '-7000-8000-%012x'
end

function request()
  sent = sent + 1
  local which = math.random(count)
  return before[which] .. string.format(base, sent) .. after[which]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"refused":%d,"broken":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3
  ))
end
