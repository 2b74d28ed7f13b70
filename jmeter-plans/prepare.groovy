/*
 * Run once at the start of each plan, before JMeter compiles what follows it: checks the plan's settings, reads the scenario
 * (the folder that the variable `scenario` names, and its scenario.json), and fills it into the plan's sampler. A request is
 * then a few strings joined, and no script runs for it. What is wrong is thrown, and ends the run.
 *
 * Of the plan it sets: name, method, path, body, header fields, and, around JMeter's own HTTP sampler, one assertion for each
 * text that an answer must or must not hold; the NIO sampler has settings for these. Of the variables it sets `dataFile`: the
 * rows that the requests take in turn, with a column `nonce`.
 *
 * Placeholders in path, header fields, body and texts: ${column} of the data, ${nonce}, and ${seq}, the number of the request in
 * ten digits. In the path ${size} is the size of the messages.
 */
import groovy.json.JsonException
import groovy.json.JsonSlurper
import org.apache.jmeter.assertions.ResponseAssertion
import org.apache.jmeter.config.Arguments
import org.apache.jmeter.engine.StandardJMeterEngine
import org.apache.jmeter.modifiers.CounterConfig
import org.apache.jmeter.protocol.http.control.Header
import org.apache.jmeter.protocol.http.control.HeaderManager
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerBase
import org.apache.jmeter.samplers.Sampler
import org.apache.jmeter.testelement.property.CollectionProperty
import org.apache.jmeter.threads.ThreadGroup as Users
import org.apache.jmeter.util.JMeterUtils

import java.security.SecureRandom

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

/** The first element of a kind in the plan, and the branch below it. */
def find(tree, Class kind) {
    for (element in tree.list()) {
        def branch = tree.getTree(element)
        def found = kind.isInstance(element) ? [element, branch] : find(branch, kind)
        if (found) {
            return found
        }
    }
    return null
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

// The scenario: the plan's own one lies beside the plans, any other where the property says.
final home = new File(getClass().protectionDomain.codeSource.location.toURI()).parentFile
need(vars.get('scenario') as boolean, 'property scenario is missing: name the folder of a scenario')
final folder = (props.scenario ? new File(props.scenario).absoluteFile : new File(home, vars.get('scenario'))).canonicalFile
final file = new File(folder, 'scenario.json')
need(file.file, "property scenario is '${vars.get('scenario')}': there is no $file")
final scenario
try {
    scenario = new JsonSlurper().parse(file, 'UTF-8')
} catch (JsonException wrong) {
    throw new IllegalArgumentException("$file is not JSON: " + wrong.message.readLines().find { it })
}
need(scenario instanceof Map && scenario.schema == 'busbench/scenario-plan/1', "$file: its schema is not busbench/scenario-plan/1")
need(scenario.name && scenario.path?.startsWith('/') && scenario.answer instanceof Map, "$file: name, path or answer is missing")
final answer = scenario.answer

// The message of the size that is asked for.
final sizes = scenario.sizes ?: ['own']
final size = vars.get('payload') ?: sizes[0]
need(size in sizes, "property payload is '$size': the scenario ${scenario.name} has ${sizes.join(', ')}")
final path = (vars.get('path') ?: scenario.path).replace('${size}', size)
need(path.startsWith('/'), "property path is '$path': it must start with /")
final named = scenario.bodies ? scenario.bodies[size] : null
need(named != null || !scenario.bodies, "$file: bodies: there is none for the size $size")
final message = named && props.messages ? new File(props.messages, "$size/" + new File(named).name) : named ? new File(folder, named) : null
need(message == null || message.file, "there is no message ${message?.canonicalPath}")

// The data: what differs from request to request. Nonces that they lack are made here, for 6000 requests or more. Several JMeters of
// one test have the same data, so each makes nonces of its own in place of theirs: the servers of a distributed test, and those
// that the property says. A nonce of another form is the user's.
def data = scenario.data ? new File(folder, scenario.data).canonicalFile : null
need(data == null || data.file, "there is no file $data with the data of the scenario ${scenario.name}" +
    (data?.name == 'rows.csv' ? ": 'busbench start' makes it" : ''))
def rows = data?.readLines('UTF-8')?.findAll { it }
need(rows == null || rows.size() > 1, "$data must have a line of column names and one row at least")
final random = new SecureRandom()
final column = rows ? rows[0].split(',').toList().indexOf('nonce') : -1
need(props.nonces in [null, 'own'], "property nonces is '${props.nonces}': own is expected, or none")
final ownNonces = (props.nonces || props.containsKey(JMeterUtils.THREAD_GROUP_DISTRIBUTED_PREFIX_PROPERTY_NAME)) &&
    (column < 0 || rows.tail().every { it.split(',', -1)[column] ==~ /[0-9a-f]{16}/ })
if (column < 0 || ownNonces) {
    final given = rows ? rows.tail() : ['']
    final lines = [rows ? rows[0] : '', *(0..<Math.max(given.size(), 6000)).collect { given[it % given.size()] }]
    data = File.createTempFile('busbench-rows-', '.csv')
    data.deleteOnExit()
    data.setText(lines.withIndex().collect { line, i ->
        final nonce = i == 0 ? 'nonce' : String.format('%016x', random.nextLong())
        final fields = line ? line.split(',', -1).toList() : []
        column < 0 ? fields << nonce : fields.set(column, nonce)
        fields.join(',')
    }.join('\n') + '\n', 'UTF-8')
    rows = data.readLines('UTF-8')
}
vars.put('dataFile', data.path)
final columns = rows[0].split(',').toList()

// Templates, in the words of the sampler: ${column} with a backslash before each backslash, or @column@.
// Our injector names the plan, because JMeter's stop of one that broke off may come late and forget the engine of the next.
final tree = props.get('busbench.plan') ?: StandardJMeterEngine.engine.test
def (sampler, branch) = find(tree, Sampler)
final stock = sampler instanceof HTTPSamplerBase
final counters = [] as Set
// JMeter's own CSV element begins the rows again as they are: there an own nonce is six random digits and the request's number.
final ownNonce = stock && ownNonces ? String.format('%06x', random.nextInt(1 << 24)) + '${nonceNumber}' : null
final template = { String text, String what ->
    final unknown = (text =~ /\$\{([^}]*)\}/).collect { it[1] }.find { !(it in columns) && it != 'seq' }
    need(unknown == null, "$what has \${$unknown}: there are the columns ${columns.join(', ')}, and seq")
    if (text.contains('${seq}') && !('seq' in columns)) {
        counters << 'seq'
    }
    if (stock) {
        final escaped = text.contains('${') ? text.replace('\\', '\\\\') : text
        if (ownNonce && escaped.contains('${nonce}')) {
            counters << 'nonceNumber'
            return escaped.replace('${nonce}', ownNonce)
        }
        return escaped
    }
    final mark = (text =~ /@(\w+)@/).collect { it[1] }.find { it in columns || it == 'seq' }
    need(mark == null, "$what has @$mark@, which the NIO sampler takes for a placeholder")
    return text.replaceAll(/\$\{([^}]*)\}/, '@$1@')
}

String body = ''
if (message != null) {
    body = message.getText('UTF-8')
    (scenario.values ?: [:]).each { name, value ->
        final at = body.indexOf(value)
        need(at >= 0, "$message does not contain $value, which stands for \${$name}")
        body = name == 'nonce' ? body.replace(value, '${nonce}')
            : body.substring(0, at) + "\${$name}" + body.substring(at + value.length())
    }
    body = template(body, "$message")
}
final demanded = answer.contains.findAll { !it.sizes || size in it.sizes }.collect { it.text }
final routeText = answer.route?.text
final routeName = props.route ?: answer.route?.only ?: '${route}'
need(!routeText || routeName != '${route}' || 'route' in columns, "$file: answer: route: the data have no column route")

// The sampler.
final headers = find(branch, HeaderManager)[0]
headers.setProperty(new CollectionProperty(HeaderManager.HEADERS, []))
(scenario.headers ?: [:]).each { name, value -> headers.add(new Header(name, template(value, "the header field $name"))) }
sampler.name = scenario.name
final method = scenario.method ?: 'POST'
final status = answer.status ?: 200
if (stock) {
    sampler.setProperty('HTTPSampler.method', method)
    sampler.setProperty('HTTPSampler.path', template(path, 'the path'))
    if (message == null) {
        sampler.arguments = new Arguments()
        sampler.postBodyRaw = false
    } else {
        sampler.arguments.getArgument(0).value = body
    }
    final check = { String name, String text, int type, String otherwise, boolean code = false ->
        final assertion = new ResponseAssertion()
        assertion.name = name
        code ? assertion.setTestFieldResponseCode() : assertion.setTestFieldResponseData()
        assertion.setProperty('Assertion.test_type', type)
        assertion.addTestString(template(text, "$file: answer"))
        assertion.customFailureMessage = template(otherwise, "$file: answer")
        assertion.assumeSuccess = code && status >= 400
        branch.add(assertion)
    }
    final equals = 8
    final within = 16
    final not = 4
    check('status', "$status", equals, "status: $status expected", true)
    demanded.each { check(it, it, within, "content: $it of this request is not in the answer") }
    answer.lacks.each { check("no $it", it, within | not, "content: $it is in the answer") }
    if (answer.ends) {
        check('whole', answer.ends, within, "content: the end $answer.ends is not in the answer")
    }
    if (routeText) {
        check('route', routeText.replace('${route}', routeName), within, "route: the answer is not from $routeName")
    }
    counters.each { name ->
        final counter = new CounterConfig()
        counter.name = name
        counter.start = '1'
        counter.increment = '1'
        counter.varName = name
        counter.format = '0000000000'
        find(tree, Users)[1].add(counter)
    }
} else {
    final own = demanded.find { it.contains('${nonce}') }
    final others = demanded.findAll { !it.is(own) }
    [*others, *answer.lacks].each { need(!(it =~ /[\r\n]/), "$file: answer: the NIO sampler takes no text with a line end: $it") }
    sampler.setProperty('method', method)
    sampler.setProperty('path', template(path, 'the path'))
    sampler.setProperty('body', body)
    sampler.setProperty('status', "$status")
    sampler.setProperty('nonce', own ? template(own, "$file: answer") : '')
    sampler.setProperty('content', others.collect { template(it, "$file: answer") }.join('\n'))
    sampler.setProperty('lacks', answer.lacks.collect { template(it, "$file: answer") }.join('\n'))
    sampler.setProperty('end', answer.ends ?: '')
    sampler.setProperty('route', routeText ? template(routeText.replace('${route}', routeName), "$file: answer") : '')
}
return message?.path ?: scenario.name
