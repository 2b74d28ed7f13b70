package org.busbench.sampler;

import java.io.Serial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.samplers.AbstractSampler;

/**
 * The settings of the sampler as a bean, which JMeter fills in before each call: all of them text, so that each may be an
 * expression. {@code NioSamplerResources.properties} and {@code docs/injectors.md} say what they mean.
 */
public abstract class SamplerSettings extends AbstractSampler {
    /** The names of the settings. */
    static final List<String> NAMES = List.of(
            "protocol",
            "host",
            "port",
            "path",
            "method",
            "trustAll",
            "rows",
            "body",
            "nonce",
            "content",
            "lacks",
            "status",
            "route",
            "end",
            "users",
            "rampUp",
            "requestsPerUser",
            "thinkMillis",
            "ratePerSecond",
            "backlog",
            "keepAlive",
            "connectTimeout",
            "responseTimeout");

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("protocol", "http"),
            Map.entry("host", "127.0.0.1"),
            Map.entry("port", "8280"),
            Map.entry("path", "/"),
            Map.entry("method", "POST"),
            Map.entry("status", "200"),
            Map.entry("trustAll", "false"),
            Map.entry("users", "20"),
            Map.entry("rampUp", "1"),
            Map.entry("requestsPerUser", "-1"),
            Map.entry("thinkMillis", "0"),
            Map.entry("ratePerSecond", "0"),
            Map.entry("backlog", "10000"),
            Map.entry("keepAlive", "true"),
            Map.entry("connectTimeout", "5000"),
            Map.entry("responseTimeout", "30000"));

    @Serial
    private static final long serialVersionUID = 1L;

    private final HashMap<String, String> values = new HashMap<>(DEFAULTS);

    /** A sampler's settings, with their defaults. */
    protected SamplerSettings() {}

    /** A setting that knows its name. */
    final Value value(String name) {
        return new Value(name, values.getOrDefault(name, ""));
    }

    private void set(String name, String text) {
        values.put(name, text == null ? "" : text);
    }

    /** The protocol. */
    public final String getProtocol() {
        return value("protocol").text();
    }

    /** Sets the protocol. */
    public final void setProtocol(String text) {
        set("protocol", text);
    }

    /** The host. */
    public final String getHost() {
        return value("host").text();
    }

    /** Sets the host. */
    public final void setHost(String text) {
        set("host", text);
    }

    /** The port. */
    public final String getPort() {
        return value("port").text();
    }

    /** Sets the port. */
    public final void setPort(String text) {
        set("port", text);
    }

    /** The path. */
    public final String getPath() {
        return value("path").text();
    }

    /** Sets the path. */
    public final void setPath(String text) {
        set("path", text);
    }

    /** The method. */
    public final String getMethod() {
        return value("method").text();
    }

    /** Sets the method. */
    public final void setMethod(String text) {
        set("method", text);
    }

    /** The trust any certificate. */
    public final String getTrustAll() {
        return value("trustAll").text();
    }

    /** Sets the trust any certificate. */
    public final void setTrustAll(String text) {
        set("trustAll", text);
    }

    /** The rows (CSV file). */
    public final String getRows() {
        return value("rows").text();
    }

    /** Sets the rows (CSV file). */
    public final void setRows(String text) {
        set("rows", text);
    }

    /** The body. */
    public final String getBody() {
        return value("body").text();
    }

    /** Sets the body. */
    public final void setBody(String text) {
        set("body", text);
    }

    /** The nonce. */
    public final String getNonce() {
        return value("nonce").text();
    }

    /** Sets the nonce. */
    public final void setNonce(String text) {
        set("nonce", text);
    }

    /** The content. */
    public final String getContent() {
        return value("content").text();
    }

    /** Sets the content. */
    public final void setContent(String text) {
        set("content", text);
    }

    /** The lacks. */
    public final String getLacks() {
        return value("lacks").text();
    }

    /** Sets the lacks. */
    public final void setLacks(String text) {
        set("lacks", text);
    }

    /** The status. */
    public final String getStatus() {
        return value("status").text();
    }

    /** Sets the status. */
    public final void setStatus(String text) {
        set("status", text);
    }

    /** The route. */
    public final String getRoute() {
        return value("route").text();
    }

    /** Sets the route. */
    public final void setRoute(String text) {
        set("route", text);
    }

    /** The end. */
    public final String getEnd() {
        return value("end").text();
    }

    /** Sets the end. */
    public final void setEnd(String text) {
        set("end", text);
    }

    /** The users. */
    public final String getUsers() {
        return value("users").text();
    }

    /** Sets the users. */
    public final void setUsers(String text) {
        set("users", text);
    }

    /** The ramp-up (s). */
    public final String getRampUp() {
        return value("rampUp").text();
    }

    /** Sets the ramp-up (s). */
    public final void setRampUp(String text) {
        set("rampUp", text);
    }

    /** The requests per user. */
    public final String getRequestsPerUser() {
        return value("requestsPerUser").text();
    }

    /** Sets the requests per user. */
    public final void setRequestsPerUser(String text) {
        set("requestsPerUser", text);
    }

    /** The think time (ms). */
    public final String getThinkMillis() {
        return value("thinkMillis").text();
    }

    /** Sets the think time (ms). */
    public final void setThinkMillis(String text) {
        set("thinkMillis", text);
    }

    /** The rate (requests/s). */
    public final String getRatePerSecond() {
        return value("ratePerSecond").text();
    }

    /** Sets the rate (requests/s). */
    public final void setRatePerSecond(String text) {
        set("ratePerSecond", text);
    }

    /** The backlog (requests). */
    public final String getBacklog() {
        return value("backlog").text();
    }

    /** Sets the backlog (requests). */
    public final void setBacklog(String text) {
        set("backlog", text);
    }

    /** The keep connections. */
    public final String getKeepAlive() {
        return value("keepAlive").text();
    }

    /** Sets the keep connections. */
    public final void setKeepAlive(String text) {
        set("keepAlive", text);
    }

    /** The connect timeout (ms). */
    public final String getConnectTimeout() {
        return value("connectTimeout").text();
    }

    /** Sets the connect timeout (ms). */
    public final void setConnectTimeout(String text) {
        set("connectTimeout", text);
    }

    /** The response timeout (ms). */
    public final String getResponseTimeout() {
        return value("responseTimeout").text();
    }

    /** Sets the response timeout (ms). */
    public final void setResponseTimeout(String text) {
        set("responseTimeout", text);
    }
}
