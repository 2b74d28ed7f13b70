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
            "refusal",
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

    protected SamplerSettings() {}

    final Value value(String name) {
        return new Value(name, values.getOrDefault(name, ""));
    }

    private void set(String name, String text) {
        values.put(name, text == null ? "" : text);
    }

    public final String getProtocol() {
        return value("protocol").text();
    }

    public final void setProtocol(String text) {
        set("protocol", text);
    }

    public final String getHost() {
        return value("host").text();
    }

    public final void setHost(String text) {
        set("host", text);
    }

    public final String getPort() {
        return value("port").text();
    }

    public final void setPort(String text) {
        set("port", text);
    }

    public final String getPath() {
        return value("path").text();
    }

    public final void setPath(String text) {
        set("path", text);
    }

    public final String getMethod() {
        return value("method").text();
    }

    public final void setMethod(String text) {
        set("method", text);
    }

    public final String getTrustAll() {
        return value("trustAll").text();
    }

    public final void setTrustAll(String text) {
        set("trustAll", text);
    }

    public final String getRows() {
        return value("rows").text();
    }

    public final void setRows(String text) {
        set("rows", text);
    }

    public final String getBody() {
        return value("body").text();
    }

    public final void setBody(String text) {
        set("body", text);
    }

    public final String getNonce() {
        return value("nonce").text();
    }

    public final void setNonce(String text) {
        set("nonce", text);
    }

    public final String getContent() {
        return value("content").text();
    }

    public final void setContent(String text) {
        set("content", text);
    }

    public final String getLacks() {
        return value("lacks").text();
    }

    public final void setLacks(String text) {
        set("lacks", text);
    }

    public final String getStatus() {
        return value("status").text();
    }

    public final void setStatus(String text) {
        set("status", text);
    }

    public final String getRoute() {
        return value("route").text();
    }

    public final void setRoute(String text) {
        set("route", text);
    }

    public final String getEnd() {
        return value("end").text();
    }

    public final void setEnd(String text) {
        set("end", text);
    }

    public final String getRefusal() {
        return value("refusal").text();
    }

    public final void setRefusal(String text) {
        set("refusal", text);
    }

    public final String getUsers() {
        return value("users").text();
    }

    public final void setUsers(String text) {
        set("users", text);
    }

    public final String getRampUp() {
        return value("rampUp").text();
    }

    public final void setRampUp(String text) {
        set("rampUp", text);
    }

    public final String getRequestsPerUser() {
        return value("requestsPerUser").text();
    }

    public final void setRequestsPerUser(String text) {
        set("requestsPerUser", text);
    }

    public final String getThinkMillis() {
        return value("thinkMillis").text();
    }

    public final void setThinkMillis(String text) {
        set("thinkMillis", text);
    }

    public final String getRatePerSecond() {
        return value("ratePerSecond").text();
    }

    public final void setRatePerSecond(String text) {
        set("ratePerSecond", text);
    }

    public final String getBacklog() {
        return value("backlog").text();
    }

    public final void setBacklog(String text) {
        set("backlog", text);
    }

    public final String getKeepAlive() {
        return value("keepAlive").text();
    }

    public final void setKeepAlive(String text) {
        set("keepAlive", text);
    }

    public final String getConnectTimeout() {
        return value("connectTimeout").text();
    }

    public final void setConnectTimeout(String text) {
        set("connectTimeout", text);
    }

    public final String getResponseTimeout() {
        return value("responseTimeout").text();
    }

    public final void setResponseTimeout(String text) {
        set("responseTimeout", text);
    }
}
