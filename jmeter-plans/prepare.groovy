/*
 * Run once at the start of each plan, before any thread: checks the plan's settings and cuts the message at the places
 * where each request differs, so that a request is a few strings joined. What is wrong is thrown, and ends the run.
 *
 * Reads the plan's variables (settings and `message`), data/quotes.csv beside this script, and the folder of messages:
 * the property `messages`, or xslt/messages. Sets the variables
 *   dataFile                                       the rows of symbol, nonce and route
 *   beforeSymbol beforeNonce beforeLast afterLast  the message without symbol and nonces
 *   lastNonce                                      name of the variable to splice in before afterLast: `nonce`, or
 *                                                  `nothing` where the message has one request and so one nonce
 *   lastMark                                       the same for the NIO sampler: its mark for the nonce, or nothing
 *   lastSuffix                                     what follows the last nonce in the answer: "-z", or "" with one request
 */
final SYMBOL = '>IBM<'
final NONCE = '0123456789abcdef'

void need(boolean met, String otherwise) {
    if (!met) {
        throw new IllegalArgumentException(otherwise)
    }
}

void wholeNumber(String name, long atLeast, long atMost = Integer.MAX_VALUE) {
    String value = vars.get(name)
    long number = value ==~ /-?\d{1,10}/ ? value.toLong() : Long.MIN_VALUE
    // No range: "in" counts through a range of long numbers, which took a second of each start.
    need(number >= atLeast && number <= atMost,
        "property $name is '$value': a whole number from $atLeast to $atMost is expected")
}

wholeNumber('UserThreads', 1)
wholeNumber('rampup', 0)
wholeNumber('duration', 1)
wholeNumber('loops', -1)
wholeNumber('port', 1, 65535)
wholeNumber('connectTimeout', 0)
wholeNumber('responseTimeout', 0)
need(vars.get('loops') != '0', "property loops is '0': -1 (no limit) or at least 1 is expected")
need(vars.get('protocol') in ['http', 'https'], "property protocol is '${vars.get('protocol')}': http or https is expected")
need(vars.get('path').startsWith('/'), "property path is '${vars.get('path')}': it must start with /")

final home = new File(getClass().protectionDomain.codeSource.location.toURI()).parentFile
final data = new File(home, 'data/quotes.csv')
need(data.file, "there is no file $data with the plan's data")
vars.put('dataFile', data.path)

final folder = props.messages ? new File(props.messages).absoluteFile : new File(home, '../xslt/messages').canonicalFile
final messages = folder.list()?.collectEntries { [it, new File(folder, "$it/${vars.get('message')}.xml")] }?.findAll { it.value.file }
need(messages as boolean, "there is no message SIZE/${vars.get('message')}.xml in $folder: set the property messages")
need(vars.get('payload') in messages, "property payload is '${vars.get('payload')}': $folder has " +
    messages.sort { it.value.length() }.keySet().join(', '))

final file = messages[vars.get('payload')]
final text = file.getText('UTF-8')
final symbol = text.indexOf(SYMBOL)
final first = text.indexOf(NONCE, symbol)
final last = text.lastIndexOf(NONCE)
final nonces = text.split(NONCE, -1).length - 1
need(symbol >= 0, "$file does not contain $SYMBOL")
need(first == text.indexOf(NONCE) && nonces in [1, 2], "$file must contain $NONCE once or twice, after $SYMBOL: $nonces found")

final several = nonces == 2
vars.put('beforeSymbol', text.substring(0, symbol + 1))
vars.put('beforeNonce', text.substring(symbol + SYMBOL.length() - 1, first))
vars.put('beforeLast', several ? text.substring(first + NONCE.length(), last) : '')
vars.put('lastNonce', several ? 'nonce' : 'nothing')
vars.put('nothing', '')
vars.put('lastMark', several ? '@nonce@' : '')
vars.put('afterLast', text.substring(last + NONCE.length()))
vars.put('lastSuffix', several ? '-z' : '')
return file.path
