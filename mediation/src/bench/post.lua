-- A request of wrk: the message of the file BODY, for the operation ACTION.
local file = assert(io.open(os.getenv("BODY"), "rb"))
wrk.body = file:read("*a")
file:close()
wrk.method = "POST"
wrk.headers["Content-Type"] = "text/xml; charset=UTF-8"
wrk.headers["SOAPAction"] = '"' .. (os.getenv("ACTION") or "urn:getQuote") .. '"'
