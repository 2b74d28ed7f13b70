package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.compare.Threshold;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.compare.Threshold.State;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ThresholdsJunitTest {

    private static final Threshold THRESHOLD = Threshold.parse("cbr tps -5%");
    private static final Comparison CBR = new Comparison("cbr", "10K", 20, null);

    @Test
    void aBreachIsAFailureAndWhatCannotBeToldIsSkippedAndNotPassed() throws Exception {
        Element suite = parsed(List.of(
                new Judgement(THRESHOLD, "later", "one", CBR, State.BREACHED, "-9.0 % <&\"\u0001"),
                new Judgement(THRESHOLD, "later", "two", CBR, State.UNDECIDED, "too noisy"),
                new Judgement(THRESHOLD, "later", "three", CBR, State.HELD, "fine")));

        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("-9.0 % <&\"\uFFFD");
        assertThat(((Element) failure.getParentNode()).getAttribute("classname"))
                .isEqualTo("busbench.one");
        assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("cbr tps -5%: cbr 10K c=20");
        assertThat(suite.getElementsByTagName("testcase").item(2).hasChildNodes())
                .isFalse();
    }

    @Test
    void aRunIsNamedWhereSeveralAreHeldAgainstTheBase() throws Exception {
        Element suite = parsed(List.of(
                new Judgement(THRESHOLD, "second", "one", CBR, State.HELD, "fine"),
                new Judgement(THRESHOLD, "third", "one", CBR, State.HELD, "fine")));

        assertThat(((Element) suite.getElementsByTagName("testcase").item(1)).getAttribute("name"))
                .isEqualTo("cbr tps -5%: cbr 10K c=20 in third");
    }

    private static Element parsed(List<Judgement> judgements) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(JunitXml.thresholds(judgements))))
                .getDocumentElement();
    }
}
