package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The plans in nio/ are the stock plans, save that one sampler does what sampler, data set and assertions do there. */
class NioPlanFilesTest {
    private static final Pattern PROPERTY = Pattern.compile(
            "<(?:string|bool|int)Prop name=\"([^\"]*)\">(.*?)</(?:string|bool|int)Prop>", Pattern.DOTALL);

    @Test
    void allButTheSamplerIsTheSame() throws IOException {
        String stock = Files.readString(Path.of("scenario.jmx"));
        String nio = Files.readString(Path.of("nio", "scenario.jmx"));

        assertThat(samplerTakenOut(nio, "        <org.busbench.sampler.NioSampler"))
                .isEqualTo(samplerTakenOut(stock, "        <CSVDataSet"));
        assertThat(threadGroup(nio))
                .isEqualTo(threadGroup(stock)
                        .replace(">${UserThreads}<", ">${__P(nio.threads,1)}<")
                        .replace(">${rampup}<", ">0<")
                        .replace(">${loops}<", ">-1<"));
    }

    @Test
    void theSamplerHasTheSettingsOfTheStockPlan() throws IOException {
        String stock = Files.readString(Path.of("scenario.jmx"));
        Map<String, String> http = properties(part(stock, "<HTTPSamplerProxy", "</HTTPSamplerProxy>"));
        Map<String, String> users = properties(threadGroup(stock));

        Map<String, String> nio = properties(part(
                Files.readString(Path.of("nio", "scenario.jmx")),
                "<org.busbench.sampler.NioSampler",
                "</org.busbench.sampler.NioSampler>"));

        Map<String, String> expected = new TreeMap<>();
        expected.put("protocol", http.get("HTTPSampler.protocol"));
        expected.put("host", http.get("HTTPSampler.domain"));
        expected.put("port", http.get("HTTPSampler.port"));
        expected.put("connectTimeout", http.get("HTTPSampler.connect_timeout"));
        expected.put("responseTimeout", http.get("HTTPSampler.response_timeout"));
        expected.put("keepAlive", "${__P(keepAlive," + http.get("HTTPSampler.use_keepalive") + ")}");
        expected.put(
                "rows", properties(part(stock, "<CSVDataSet", "</CSVDataSet>")).get("filename"));
        expected.put("users", users.get("ThreadGroup.num_threads"));
        expected.put("rampUp", users.get("ThreadGroup.ramp_time"));
        expected.put("requestsPerUser", users.get("LoopController.loops"));
        expected.put("thinkMillis", "${__P(think,0)}");
        expected.put("ratePerSecond", "${__P(rate,0)}");
        expected.put("backlog", "${__P(backlog,10000)}");
        expected.put("trustAll", "${__P(trustAll,false)}");
        assertThat(nio).isEqualTo(expected);
    }

    private static String samplerTakenOut(String plan, String from) {
        String headers = part(plan, "          <HeaderManager", "</HeaderManager>");
        String before = plan.substring(0, plan.indexOf(from));
        String after = plan.substring(plan.lastIndexOf("        </hashTree>\n      </hashTree>\n    </hashTree>"));
        return (before.replace(part(plan, "<ThreadGroup ", "</ThreadGroup>"), "") + headers + after)
                .replaceFirst("(?s)<stringProp name=\"TestPlan.comments\">.*?</stringProp>", "")
                .replaceFirst(", nio\">", "\">")
                .replace("/../prepare.js", "/prepare.js")
                .replace("in the folder above", "beside this plan");
    }

    private static String threadGroup(String plan) {
        return part(plan, "<ThreadGroup ", "</ThreadGroup>")
                .replaceFirst("(?s) *<stringProp name=\"TestPlan.comments\">.*?</stringProp>\n", "");
    }

    private static String part(String text, String from, String to) {
        int begin = text.indexOf(from);
        int end = text.indexOf(to, begin);
        assertThat(begin).as(from).isNotNegative();
        assertThat(end).as(to).isGreaterThan(begin);
        return text.substring(begin, end);
    }

    private static Map<String, String> properties(String xml) {
        return PROPERTY.matcher(xml)
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2), (a, b) -> b, TreeMap::new));
    }
}
