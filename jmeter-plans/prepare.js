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
 *
 * JavaScript for Rhino, which each JMeter brings: its Groovy reads the classes of no Java after 22. The plan gives `script`, the
 * file of this one; JMeter gives `vars` and `props`.
 */
var File = java.io.File;
var jmeter = Packages.org.apache.jmeter;
var JMeterUtils = jmeter.util.JMeterUtils;

function need(met, otherwise) {
    if (!met) {
        throw new Error(otherwise);
    }
}

/** JavaScript's own text for one of Java's; null for what is not set. */
function text(value) {
    return value == null ? null : String(value);
}

function variable(name) {
    return text(vars.get(name));
}

function property(name) {
    return text(props.get(name));
}

function replaced(whole, part, by) {
    return whole.split(part).join(by);
}

function read(file) {
    return String(new java.lang.String(java.nio.file.Files.readAllBytes(file.toPath()), 'UTF-8'));
}

function wholeNumber(name, atLeast, atMost) {
    var value = variable(name);
    var most = atMost || 2147483647;
    need(/^-?\d{1,10}$/.test(value) && Number(value) >= atLeast && Number(value) <= most,
        'property ' + name + " is '" + value + "': a whole number from " + atLeast + ' to ' + most + ' is expected');
}

/** The first element of a kind in the plan, and the branch below it. */
function find(tree, kind) {
    var elements = tree.list().toArray();
    for (var i = 0; i < elements.length; i++) {
        var branch = tree.getTree(elements[i]);
        var found = elements[i] instanceof kind ? {element: elements[i], branch: branch} : find(branch, kind);
        if (found) {
            return found;
        }
    }
    return null;
}

/** The value of a field that JMeter shows to nobody. */
function hidden(owner, name) {
    var field = java.lang.Class.forName('org.apache.jmeter.engine.StandardJMeterEngine').getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
}

/** A number of 32 random bits or fewer, in hex digits. */
function hex(number, digits) {
    return ('0000000' + (number >>> 0).toString(16)).slice(-digits);
}

/** A file of rows that is gone with this process. */
function temporary(lines) {
    var csv = File.createTempFile('busbench-rows-', '.csv');
    csv.deleteOnExit();
    java.nio.file.Files.write(csv.toPath(), new java.lang.String(lines.join('\n') + '\n').getBytes('UTF-8'));
    return csv;
}

wholeNumber('UserThreads', 1);
wholeNumber('rampup', 0);
wholeNumber('duration', 1);
wholeNumber('loops', -1);
wholeNumber('port', 1, 65535);
wholeNumber('connectTimeout', 0);
wholeNumber('responseTimeout', 0);
need(variable('loops') != '0', "property loops is '0': -1 (no limit) or at least 1 is expected");
need(['http', 'https'].indexOf(variable('protocol')) >= 0,
    "property protocol is '" + variable('protocol') + "': http or https is expected");

// The scenario: the plan's own one lies beside the plans, any other where the property says.
need(variable('scenario'), 'property scenario is missing: name the folder of a scenario');
var folder = (property('scenario') ? new File(property('scenario')).getAbsoluteFile()
    : new File(script.getParentFile(), variable('scenario'))).getCanonicalFile();
var file = new File(folder, 'scenario.json');
need(file.isFile(), "property scenario is '" + variable('scenario') + "': there is no " + file);
var scenario;
try {
    scenario = JSON.parse(read(file));
} catch (wrong) {
    throw new Error(file + ' is not JSON: ' + wrong.message);
}
need(scenario && scenario.schema == 'busbench/scenario-plan/1', file + ': its schema is not busbench/scenario-plan/1');
need(scenario.name && scenario.path && scenario.path.charAt(0) == '/' && scenario.answer instanceof Object,
    file + ': name, path or answer is missing');
var answer = scenario.answer;

// The message of the size that is asked for.
var sizes = scenario.sizes || ['own'];
var size = variable('payload') || sizes[0];
need(sizes.indexOf(size) >= 0,
    "property payload is '" + size + "': the scenario " + scenario.name + ' has ' + sizes.join(', '));
var path = replaced(variable('path') || scenario.path, '${size}', size);
need(path.charAt(0) == '/', "property path is '" + path + "': it must start with /");
var bodies = scenario.bodies || {};
var named = bodies[size];
need(named || !Object.keys(bodies).length, file + ': bodies: there is none for the size ' + size);
var message = !named ? null
    : property('messages') ? new File(property('messages'), size + '/' + new File(named).getName()) : new File(folder, named);
need(!message || message.isFile(), 'there is no message ' + (message ? message.getCanonicalPath() : ''));

// The data: what differs from request to request. Nonces that they lack are made here, for 6000 requests or more. Several JMeters of
// one test have the same data, so each makes nonces of its own in place of theirs: the servers of a distributed test, and those
// that the property says. A nonce of another form is the user's.
var data = scenario.data ? new File(folder, scenario.data).getCanonicalFile() : null;
need(!data || data.isFile(), 'there is no file ' + data + ' with the data of the scenario ' + scenario.name +
    (data && data.getName() == 'rows.csv' ? ": 'busbench up' makes it" : ''));
var rows = data ? read(data).split(/[\r\n]+/).filter(function (line) { return line; }) : null;
need(!rows || rows.length > 1, data + ' must have a line of column names and one row at least');
var random = new java.security.SecureRandom();
var column = rows ? rows[0].split(',').indexOf('nonce') : -1;
need([null, 'own'].indexOf(property('nonces')) >= 0, "property nonces is '" + property('nonces') + "': own is expected, or none");
var ownNonces = (property('nonces') || props.containsKey(JMeterUtils.THREAD_GROUP_DISTRIBUTED_PREFIX_PROPERTY_NAME)) &&
    (column < 0 || rows.every(function (line, i) { return i == 0 || /^[0-9a-f]{16}$/.test(line.split(',')[column]); }));
if (column < 0 || ownNonces) {
    var given = rows ? rows.slice(1) : [''];
    var lines = [(rows && column < 0 ? rows[0] + ',' : '') + (rows && column >= 0 ? rows[0] : 'nonce')];
    for (var i = 0; i < Math.max(given.length, 6000); i++) {
        var fields = rows ? given[i % given.length].split(',') : [];
        fields[column < 0 ? fields.length : column] = hex(random.nextInt(), 8) + hex(random.nextInt(), 8);
        lines.push(fields.join(','));
    }
    rows = lines;
    data = temporary(rows);
}
var columns = rows[0].split(',');

// Templates, in the words of the sampler: ${column} with a backslash before each backslash, or @column@.
// Our injector names the plan, because JMeter's stop of one that broke off may come late and forget the engine of the next.
var tree = props.get('busbench.plan') || hidden(hidden(null, 'engine'), 'test');
var place = find(tree, jmeter.samplers.Sampler);
var sampler = place.element;
var stock = sampler instanceof jmeter.protocol.http.sampler.HTTPSamplerBase;
var counters = [];
// Who must answer all messages refuses none.
var refusal = property('route') ? null : scenario.refusal;
if (stock && refusal) {
    // JMeter's controllers choose by a column that says true or false.
    var to = columns.indexOf('route');
    data = temporary(rows.map(function (line, i) {
        var wrong = line.split(',')[to] == 'refused';
        return line + ',' + (i == 0 ? 'isServed,isRefused' : !wrong + ',' + wrong);
    }));
}
vars.put('dataFile', data.getPath());
// JMeter's own CSV element begins the rows again as they are: there an own nonce is six random digits and the request's number.
var ownNonce = stock && ownNonces ? hex(random.nextInt(1 << 24), 6) + '${nonceNumber}' : null;

function count(name) {
    if (counters.indexOf(name) < 0) {
        counters.push(name);
    }
}

/** The first placeholder of a text that is, or is not, one of the data. */
function placeholder(form, whole, known) {
    var found = null;
    whole.replace(form, function (all, name) {
        if (found == null && (columns.indexOf(name) >= 0 || name == 'seq') == known) {
            found = name;
        }
    });
    return found;
}

function template(whole, what) {
    var unknown = placeholder(/\$\{([^}]*)\}/g, whole, false);
    need(unknown == null, what + ' has ${' + unknown + '}: there are the columns ' + columns.join(', ') + ', and seq');
    if (whole.indexOf('${seq}') >= 0 && columns.indexOf('seq') < 0) {
        count('seq');
    }
    if (stock) {
        var escaped = whole.indexOf('${') >= 0 ? replaced(whole, '\\', '\\\\') : whole;
        if (ownNonce && escaped.indexOf('${nonce}') >= 0) {
            count('nonceNumber');
            return replaced(escaped, '${nonce}', ownNonce);
        }
        return escaped;
    }
    var mark = placeholder(/@(\w+)@/g, whole, true);
    need(mark == null, what + ' has @' + mark + '@, which the NIO sampler takes for a placeholder');
    return whole.replace(/\$\{([^}]*)\}/g, '@$1@');
}

var body = '';
if (message) {
    body = read(message);
    for (var name in scenario.values || {}) {
        var value = scenario.values[name];
        var at = body.indexOf(value);
        need(at >= 0, message + ' does not contain ' + value + ', which stands for ${' + name + '}');
        body = name == 'nonce' ? replaced(body, value, '${nonce}')
            : body.slice(0, at) + '${' + name + '}' + body.slice(at + value.length);
    }
    body = template(body, String(message));
}
var demanded = answer.contains
    .filter(function (one) { return !one.sizes || one.sizes.indexOf(size) >= 0; })
    .map(function (one) { return one.text; });
var routeText = answer.route ? answer.route.text : null;
var routeName = property('route') || (answer.route ? answer.route.only : null) || '${route}';
need(!routeText || routeName != '${route}' || columns.indexOf('route') >= 0,
    file + ': answer: route: the data have no column route');
var route = routeText ? replaced(routeText, '${route}', routeName) : null;
var where = file + ': answer';

// The sampler.
var HeaderManager = jmeter.protocol.http.control.HeaderManager;
var headers = find(place.branch, HeaderManager).element;
headers.setProperty(new jmeter.testelement.property.CollectionProperty(HeaderManager.HEADERS, new java.util.ArrayList()));
for (var field in scenario.headers || {}) {
    headers.add(new jmeter.protocol.http.control.Header(field,
        template(scenario.headers[field], 'the header field ' + field)));
}
sampler.setName(scenario.name);
var method = scenario.method || 'POST';
var status = answer.status || 200;

/** An assertion on the answer's content, or on its status. */
function check(branch, name, demand, otherwise, forbidden, code) {
    var assertion = new jmeter.assertions.ResponseAssertion();
    assertion.setName(name);
    if (code) {
        assertion.setTestFieldResponseCode();
        assertion.setToMatchType();
    } else {
        assertion.setTestFieldResponseData();
        assertion.setToSubstringType();
    }
    if (forbidden) {
        assertion.setToNotType();
    }
    assertion.addTestString(template(demand, where));
    assertion.setCustomFailureMessage(template(otherwise, where));
    assertion.setAssumeSuccess(Boolean(code && demand.split('|').some(function (one) { return Number(one) >= 400; })));
    branch.add(assertion);
}

/** Has only those iterations do what is in a new branch of the thread group whose row has the word `true` in a column. */
function only(column) {
    var controller = new jmeter.control.IfController('${' + column + '}');
    controller.setUseExpression(true);
    return find(tree, jmeter.threads.ThreadGroup).branch.add(controller);
}

if (stock) {
    sampler.setProperty('HTTPSampler.method', method);
    sampler.setProperty('HTTPSampler.path', template(path, 'the path'));
    if (message) {
        sampler.getArguments().getArgument(0).setValue(body);
    } else {
        sampler.setArguments(new jmeter.config.Arguments());
        sampler.setPostBodyRaw(false);
    }
    check(place.branch, 'status', String(status), 'status: ' + status + ' expected', false, true);
    demanded.forEach(function (one) { check(place.branch, one, one, 'content: ' + one + ' of this request is not in the answer'); });
    answer.lacks.forEach(function (one) { check(place.branch, 'no ' + one, one, 'content: ' + one + ' is in the answer', true); });
    if (answer.ends) {
        check(place.branch, 'whole', answer.ends, 'content: the end ' + answer.ends + ' is not in the answer');
    }
    if (route) {
        check(place.branch, 'route', route, 'route: the answer is not from ' + routeName);
    }
    if (refusal) {
        var wrong = sampler.clone();
        wrong.setName(scenario.name + ' (refused)');
        var statuses = refusal.statuses.join('|');
        find(tree, jmeter.threads.ThreadGroup).branch.remove(sampler);
        only('isServed').add(sampler, place.branch);
        var refused = only('isRefused').add(wrong);
        refused.add(headers.clone());
        check(refused, 'status', statuses, 'status: a refusal with ' + statuses + ' expected', false, true);
        refusal.contains.forEach(function (one) {
            check(refused, one, one, 'content: ' + one + ' is not in the refusal');
        });
    }
    counters.forEach(function (name) {
        var counter = new jmeter.modifiers.CounterConfig();
        counter.setName(name);
        counter.setStart('1');
        counter.setIncrement('1');
        counter.setVarName(name);
        counter.setFormat('0000000000');
        find(tree, jmeter.threads.ThreadGroup).branch.add(counter);
    });
} else {
    var own = demanded.map(function (one) { return one.indexOf('${nonce}') >= 0; }).indexOf(true);
    var others = demanded.filter(function (one, i) { return i != own; });
    others.concat(answer.lacks).forEach(function (one) {
        need(!/[\r\n]/.test(one), where + ': the NIO sampler takes no text with a line end: ' + one);
    });
    var filled = function (one) { return template(one, where); };
    sampler.setProperty('method', method);
    sampler.setProperty('path', template(path, 'the path'));
    sampler.setProperty('body', body);
    sampler.setProperty('status', String(status));
    sampler.setProperty('nonce', own >= 0 ? filled(demanded[own]) : '');
    sampler.setProperty('content', others.map(filled).join('\n'));
    sampler.setProperty('lacks', answer.lacks.map(filled).join('\n'));
    sampler.setProperty('end', answer.ends || '');
    sampler.setProperty('route', route ? filled(route) : '');
    sampler.setProperty('refusal', refusal ? [refusal.statuses.join(' ')].concat(refusal.contains).join('\n') : '');
}
String(message ? message.getPath() : scenario.name);
