-- libxml2 and libxslt by LuaJIT's foreign function interface. All that is the same for each message is made once,
-- before the worker is forked.
local ffi = require "ffi"

ffi.cdef [[
void *xmlReadMemory(const char *buffer, int size, const char *url, const char *encoding, int options);
void xmlFreeDoc(void *document);
void *xmlXPathNewContext(void *document);
void xmlXPathFreeContext(void *context);
int xmlXPathRegisterNs(void *context, const char *prefix, const char *uri);
void *xmlXPathCompile(const char *text);
void *xmlXPathCompiledEval(void *compiled, void *context);
char *xmlXPathCastToString(void *object);
void xmlXPathFreeObject(void *object);
void (*xmlFree)(void *memory);
void *xsltParseStylesheetFile(const char *file);
void *xsltApplyStylesheet(void *stylesheet, void *document, const char **parameters);
typedef struct { int count; int room; void **nodes; } nodes;
typedef struct { int type; nodes *found; } result;
void *xmlSchemaNewParserCtxt(const char *file);
void *xmlSchemaParse(void *parser);
void *xmlSchemaNewValidCtxt(void *schema);
void xmlSchemaFreeValidCtxt(void *validation);
void xmlSchemaSetValidStructuredErrors(void *validation, void (*handler)(void *), void *context);
int xmlSchemaValidateOneElement(void *validation, void *element);
void xmlResetError(void *error);
int xsltSaveResultToString(char **text, int *length, void *document, void *stylesheet);
]]

local libxml = ffi.load "libxml2.so.2"
local libxslt = ffi.load "libxslt.so.1"

-- XML_PARSE_NOERROR, NOWARNING, NONET, NOCDATA, COMPACT: no entity is replaced, nothing is loaded.
local OPTIONS = 0x20 + 0x40 + 0x800 + 0x4000 + 0x10000

local SYMBOL = libxml.xmlXPathCompile
    "string(/soapenv:Envelope/soapenv:Body/m:getQuote[1]/m:request[1]/m:symbol[1])"
local LINES = libxml.xmlXPathCompile "string(count(/soapenv:Envelope/soapenv:Body/o:Order/o:Line))"
local PARENT = libxml.xmlXPathCompile "string(/soapenv:Envelope/soapenv:Body/r:Company[1]/@parent)"
local SEAT = libxml.xmlXPathCompile "string(/soapenv:Envelope/soapenv:Body/r:Company[1]/@seat)"
local REFUSED = libxml.xmlXPathCompile "string(//p:Amount/@currency = 'XBT')"
local REQUEST = libxslt.xsltParseStylesheetFile "request.xsl"
local CONTENT = libxml.xmlXPathCompile "/soapenv:Envelope/soapenv:Body/*"
local SCHEMA = libxml.xmlSchemaParse(libxml.xmlSchemaNewParserCtxt "validation/payment.xsd")
local INVALID = [[<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>]]
  .. [[<faultcode>soapenv:Client</faultcode><faultstring>The message is not valid</faultstring></soapenv:Fault></soapenv:Body>]]
  .. [[</soapenv:Envelope>]]
local MAPPING = libxslt.xsltParseStylesheetFile "mapping.xsl"
local LINE = libxslt.xsltParseStylesheetFile "line.xsl"
local BACKENDS = { IBM = "A", MSFT = "B" }
local ENVELOPE = '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>%s</soapenv:Body></soapenv:Envelope>'
local LOOKUP = '<r:Lookup xmlns:r="urn:busbench:register" id="%s" country="%s" asked="parent"><r:End ref="%s"/></r:Lookup>'

if SYMBOL == nil or REFUSED == nil or LINES == nil or PARENT == nil or SEAT == nil or REQUEST == nil or MAPPING == nil or LINE == nil or SCHEMA == nil then
  error "a path, a stylesheet or the schema cannot be compiled"
end

local text = ffi.new "char *[1]"
local length = ffi.new "int[1]"
-- An error that nothing reads: what is not valid would be told on stderr otherwise.
local unread = ffi.new "char[1024]"

-- The body of the request; from its file when it is larger than the buffer.
local function body()
  ngx.req.read_body()
  local data = ngx.req.get_body_data()
  local name = not data and ngx.req.get_body_file()
  if name then
    local file = assert(io.open(name, "rb"))
    data = file:read "*a"
    file:close()
  end
  return data
end

local function document(data)
  local parsed = data and libxml.xmlReadMemory(data, #data, nil, nil, OPTIONS)
  if not parsed or parsed == nil then
    return ngx.exit(ngx.HTTP_BAD_REQUEST)
  end
  return parsed
end

-- The text at a place of a document.
local function text_at(path, doc)
  local context = libxml.xmlXPathNewContext(doc)
  libxml.xmlXPathRegisterNs(context, "soapenv", "http://schemas.xmlsoap.org/soap/envelope/")
  libxml.xmlXPathRegisterNs(context, "m", "http://services.samples")
  libxml.xmlXPathRegisterNs(context, "o", "urn:busbench:order")
  libxml.xmlXPathRegisterNs(context, "p", "urn:busbench:payment")
  libxml.xmlXPathRegisterNs(context, "r", "urn:busbench:register")
  local found = libxml.xmlXPathCompiledEval(path, context)
  local chars = libxml.xmlXPathCastToString(found)
  local value = ffi.string(chars)
  libxml.xmlFree(chars)
  libxml.xmlXPathFreeObject(found)
  libxml.xmlXPathFreeContext(context)
  return value
end

-- What a stylesheet makes of a document.
local function transformed(stylesheet, doc, parameters)
  local result = libxslt.xsltApplyStylesheet(stylesheet, doc, parameters)
  if result == nil or libxslt.xsltSaveResultToString(text, length, result, stylesheet) ~= 0 then
    return ngx.exit(ngx.HTTP_BAD_REQUEST)
  end
  libxml.xmlFreeDoc(result)
  local message = ffi.string(text[0], length[0])
  libxml.xmlFree(text[0])
  return message
end

local function transform_request(stylesheet)
  local doc = document(body())
  ngx.req.set_body_data(transformed(stylesheet, doc, nil))
  libxml.xmlFreeDoc(doc)
end

-- Answers with a text, as the type and the status of a backend's answer.
local function answer(from, message)
  ngx.status = from.status
  ngx.header.content_type = from.header["Content-Type"]
  ngx.print(message)
end

local xml = {}

-- Name of the upstream for the symbol in the request.
function xml.backend()
  local doc = document(body())
  local backend = BACKENDS[text_at(SYMBOL, doc)] or "C"
  libxml.xmlFreeDoc(doc)
  return backend
end

-- Answers a request with an amount in a currency that is refused.
function xml.screen_request()
  local doc = document(body())
  local refused = text_at(REFUSED, doc) == "true"
  libxml.xmlFreeDoc(doc)
  if refused then
    return ngx.exit(ngx.HTTP_FORBIDDEN)
  end
end

-- Answers a request whose content the schema does not allow.
function xml.validate_request()
  local doc = document(body())
  local context = libxml.xmlXPathNewContext(doc)
  libxml.xmlXPathRegisterNs(context, "soapenv", "http://schemas.xmlsoap.org/soap/envelope/")
  local object = libxml.xmlXPathCompiledEval(CONTENT, context)
  local content = ffi.cast("result *", object).found
  local valid = false
  if content ~= nil and content.count == 1 then
    local validation = libxml.xmlSchemaNewValidCtxt(SCHEMA)
    libxml.xmlSchemaSetValidStructuredErrors(validation, libxml.xmlResetError, unread)
    valid = libxml.xmlSchemaValidateOneElement(validation, content.nodes[0]) == 0
    libxml.xmlSchemaFreeValidCtxt(validation)
  end
  libxml.xmlXPathFreeObject(object)
  libxml.xmlXPathFreeContext(context)
  libxml.xmlFreeDoc(doc)
  if not valid then
    ngx.status = 500
    ngx.header.content_type = "text/xml; charset=UTF-8"
    ngx.print(INVALID)
    return ngx.exit(ngx.HTTP_OK)
  end
end

-- Both put the transformed request in the place of the one that came.
function xml.transform_request()
  transform_request(REQUEST)
end

function xml.map_request()
  transform_request(MAPPING)
end

-- What C reads stays where Lua reaches it: a string that is collected in the meantime is no number to libxslt.
local numbers = {}

-- Sends each line of an order to the backend, all at the same time, and puts the bodies of the answers together.
function xml.split()
  local doc = document(body())
  local requests = {}
  for number = 1, tonumber(text_at(LINES, doc)) do
    numbers[number] = numbers[number] or tostring(number)
    local parameters = ffi.new("const char *[3]", { "number", numbers[number], nil })
    local line = transformed(LINE, doc, parameters)
    requests[number] = { "/backend/reservations", { method = ngx.HTTP_POST, body = line } }
  end
  libxml.xmlFreeDoc(doc)
  local contents = {}
  local answers = { ngx.location.capture_multi(requests) }
  for number, one in ipairs(answers) do
    if one.status ~= 200 then
      return answer(one, one.body)
    end
    contents[number] = one.body:match "<soapenv:Body>(.*)</soapenv:Body>"
  end
  answer(answers[1], ENVELOPE:format(table.concat(contents)))
end

-- Asks for a company, and then for the parent that the answer names.
function xml.chain()
  local first = ngx.location.capture("/backend/companies", { method = ngx.HTTP_POST, body = body() })
  if first.status ~= 200 then
    return answer(first, first.body)
  end
  local doc = document(first.body)
  local parent = text_at(PARENT, doc)
  local lookup = ENVELOPE:format(LOOKUP:format(parent, text_at(SEAT, doc), parent))
  libxml.xmlFreeDoc(doc)
  local second = ngx.location.capture("/backend/companies", { method = ngx.HTTP_POST, body = lookup })
  answer(second, second.body)
end

return xml
