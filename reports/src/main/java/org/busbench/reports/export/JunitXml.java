package org.busbench.reports.export;

import java.io.StringWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Threshold.Judgement;

/** Cells or thresholds as JUnit XML, which CI servers show. Characters that XML 1.0 cannot hold are written as U+FFFD. */
public final class JunitXml {

    private static final Set<Flag.Kind> FAILURES = EnumSet.of(
            Flag.Kind.UNSTABLE, Flag.Kind.LEAKS, Flag.Kind.PARITY, Flag.Kind.NOT_RECONCILED, Flag.Kind.DIFFERENT);

    private JunitXml() {}

    /** The result of a test case. */
    private enum Result {
        PASSED,
        FAILED,
        SKIPPED
    }

    /**
     * A test case.
     *
     * @param message why it did not pass
     * @param remark what is to be known of it also when it passed; empty for nothing
     */
    private record Case(String classname, String name, Result result, String message, String remark) {}

    /**
     * A test case for each cell. It fails when the adapter gave wrong answers or broke off, be it in one trial of many, and
     * when its figures are spoilt (unstable, leaks, parity break, not reconciled, wrong content). It is skipped when the
     * adapter declares that it does not do the job, and when the run did not come to it. Speed fails no test: that is what
     * thresholds between runs are for. Where no backend of ours counted, its {@code system-out} says so.
     */
    public static String cells(Analysis analysis) {
        return of(
                "busbench run " + analysis.run().info().id(),
                Stream.concat(
                                analysis.cells().stream().map(cell -> testCase(analysis, cell)),
                                analysis.duets().stream()
                                        .filter(duet -> duet.measure() != Measure.LATENCY)
                                        .map(JunitXml::testCase))
                        .toList());
    }

    /** The test case of a duet: is the second worse? A copy must not differ at all. An undecided duet is skipped. */
    private static Case testCase(DuetContrast duet) {
        boolean worse = duet.verdict() == Verdict.SLOWER || (duet.ofCopies() && duet.verdict() == Verdict.FASTER);
        Result result = worse ? Result.FAILED : duet.verdict() == Verdict.OPEN ? Result.SKIPPED : Result.PASSED;
        String found = String.format(
                Locale.ROOT,
                "%s: %s, visible from %s; %s",
                duet.measure().word(duet.verdict()),
                ChangeText.percent(duet.ratio(), duet.interval()),
                duet.tooFew() ? "nothing yet, there are too few forks" : ChangeText.visibleFrom(duet.detectable()),
                duet.basis().words());
        return new Case(
                "busbench." + duet.pair().second(),
                duet.measure().label() + " beside " + duet.pair().first() + ": "
                        + duet.comparison().words(),
                result,
                found,
                result == Result.PASSED ? found : "");
    }

    private static Case testCase(Analysis analysis, Cell cell) {
        Stream<String> spoilt = cell.findings().flags().stream()
                .filter(flag -> FAILURES.contains(flag.kind()))
                .map(flag -> flag.kind().word() + ": " + flag.explanation());
        String message = Stream.concat(Stream.of(cell.reason()), spoilt)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        Result result = switch (cell.outcome()) {
            case MEASURED -> message.isEmpty() ? Result.PASSED : Result.FAILED;
            case FAILED -> Result.FAILED;
            case NOT_REACHED -> Result.SKIPPED;
            case NOT_SERVED -> declared(analysis, cell) ? Result.SKIPPED : Result.FAILED;
        };
        String remark = cell.findings().flags().stream()
                .filter(flag -> flag.kind() == Flag.Kind.GOODPUT_ALONE)
                .map(flag -> flag.kind().word() + ": " + flag.explanation())
                .collect(Collectors.joining("; "));
        return new Case("busbench." + cell.adapter().name(), cell.comparison().words(), result, message, remark);
    }

    /** Whether the adapter itself declares that it does not serve the cell: only a finding of the run leaves evidence. */
    private static boolean declared(Analysis analysis, Cell cell) {
        return cell.trials().isEmpty()
                && analysis.run().verifications().stream()
                        .filter(found -> found.adapter().equals(cell.adapter().name())
                                && found.scenario().equals(cell.comparison().scenario())
                                && found.payload().equals(cell.comparison().payload()))
                        .anyMatch(found ->
                                found.outcome() == Verification.Outcome.NOT_SERVED && found.evidence() == null);
    }

    /** A test case for each threshold and cell, in this order. What the runs cannot tell is {@code skipped}, not passed. */
    public static String thresholds(List<Judgement> judgements) {
        boolean several = judgements.stream().map(Judgement::run).distinct().count() > 1;
        return of(
                "busbench compare",
                judgements.stream()
                        .map(judgement -> testCase(judgement, several))
                        .toList());
    }

    /** A run is named only where there are several, so that a test case keeps its name from build to build. */
    private static Case testCase(Judgement judgement, boolean several) {
        Result result = switch (judgement.state()) {
            case HELD -> Result.PASSED;
            case BREACHED -> Result.FAILED;
            case UNDECIDED -> Result.SKIPPED;
        };
        return new Case(
                "busbench." + judgement.adapter(),
                judgement.threshold().text() + ": " + judgement.comparison().words()
                        + (several ? " in " + judgement.run() : ""),
                result,
                judgement.sentence(),
                "");
    }

    private static String of(String suite, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", clean(suite));
            xml.writeAttribute("tests", Integer.toString(cases.size()));
            xml.writeAttribute("failures", count(cases, Result.FAILED));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", count(cases, Result.SKIPPED));
            for (Case one : cases) {
                write(xml, one);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("test cases cannot be written as XML", e);
        }
        return text.append('\n').toString();
    }

    private static void write(XMLStreamWriter xml, Case one) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(one.classname()));
        xml.writeAttribute("name", clean(one.name()));
        if (one.result() != Result.PASSED) {
            xml.writeEmptyElement(one.result() == Result.FAILED ? "failure" : "skipped");
            xml.writeAttribute("message", clean(one.message()));
        }
        if (!one.remark().isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(one.remark()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String count(List<Case> cases, Result result) {
        return Long.toString(
                cases.stream().filter(one -> one.result() == result).count());
    }

    private static String clean(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
    }
}
