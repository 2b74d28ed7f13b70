-- For wrk: the requests of jmeter-plans/virtualization.jmx. Usage: wrk ... -s getQuote.lua URL -- MESSAGE ROWS
-- MESSAGE is xslt/messages/SIZE/getQuote.xml, ROWS is jmeter-plans/data/quotes.csv.
local requests = {}
local turn = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local message = file:read("*a")
  file:close()
  local headers = {["Content-Type"] = "text/xml; charset=UTF-8", ["SOAPAction"] = '"urn:getQuote"'}
  local first = true
  for line in io.lines(args[2]) do
    local symbol, nonce = line:match("^([^,]+),([^,]+),")
    if not first and #requests < 300 then
      local body = message:gsub(">IBM<", ">" .. symbol .. "<", 1):gsub("0123456789abcdef", nonce)
      requests[#requests + 1] = wrk.format("POST", nil, headers, body)
    end
    first = false
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end
