package org.busbench.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Data flows one way, in every module, and no package is one tangle of classes. */
class ArchitectureTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> SOCKETS_AND_APACHE = List.of("java.net..", "java.nio.channels..", "org.apache..");
    private static final List<String> SOCKETS_AND_ENGINES = List.of(
            "java.net..", "java.nio.channels..", "org.apache.http..", "org.apache.axis2..", "org.apache.synapse..");
    private static final List<String> FILES = List.of("java.io..", "java.nio..", "com.fasterxml..");
    private static final int HANDFUL = 5;
    private static final JavaClasses ALL = new ClassFileImporter()
            .importPaths(flows().filter(ArchitectureTest::hasSources)
                    .map(ArchitectureTest::folderOf)
                    .toList());

    /** Packages in which more classes than a handful may refer to one another, how many, and why. */
    private static Map<String, Integer> exceptions() {
        return Map.of();
    }

    static Stream<Flow> flows() {
        return Stream.of(
                Flow.of("supply-chain", "org.busbench", "supply"),
                Flow.of("common", "org.busbench.common", "tls", "http", "."),
                Flow.of("backend-stockquote", "org.busbench.backend", "quote", "instance", "files", "axis2|wire", "."),
                Flow.of("xslt", "org.busbench.xslt", "sample")
                        .mayImport("org.busbench.xslt.sample > org.busbench.backend.quote"),
                Flow.of("mutants", "org.busbench.mutants", "wire", "job", "fault", "."),
                Flow.of("xml", "org.busbench.mediation", "xml|xpath.syntax", "xpath"),
                Flow.of(
                                "xslt/streamed",
                                "org.busbench.mediation",
                                "xml|xpath.syntax",
                                "xslt.stream",
                                "xslt.stream.compile",
                                "xslt")
                        .keeps("xslt.stream.compile", "xslt"),
                Flow.of(
                                "http",
                                "org.busbench.mediation",
                                "buffer",
                                "wire|http.head",
                                "http.body|wire.nio|wire.tls",
                                "http")
                        .keeps("http.body", "http"),
                Flow.of("io-uring", "org.busbench.mediation", "buffer", "wire", "wire.uring"),
                Flow.of(
                                "mediation",
                                "org.busbench.mediation",
                                "buffer|xml|log|config",
                                "soap|wire|http.head|xpath",
                                "axiom|wire.nio|wire.tls",
                                "http|xslt",
                                "traffic",
                                "fastlane|engine|admin",
                                "compile",
                                ".")
                        .keeps("soap", "fastlane", "engine")
                        .keeps("axiom", "compile", "fastlane")
                        .keeps("xslt", "compile", "engine", "fastlane", ".")
                        .keeps("xpath", "axiom", "compile", "fastlane")
                        .keeps("wire.nio", "."),
                Flow.of("jmeter-plans/nio-sampler", "org.busbench.sampler", "record", "message|protocol", "wire", "."),
                Flow.of("jmeter-plans", "org.busbench", "injector|plans")
                        .mayImport(
                                "org.busbench.injector > org.busbench.sampler",
                                "org.busbench.injector > org.busbench.sampler.protocol",
                                "org.busbench.injector > org.busbench.sampler.record"),
                Flow.of("gatling-injector", "org.busbench", "gatling")
                        .mayImport(
                                "org.busbench.gatling > org.busbench.sampler.message",
                                "org.busbench.gatling > org.busbench.sampler.protocol",
                                "org.busbench.gatling > org.busbench.sampler.record"),
                Flow.of("thrift-load", "org.busbench.thrift", "echo", "ramp", "server|drive", "jmeter|gatling"),
                Flow.of("record", "org.busbench", "record"),
                Flow.of(
                                "reports",
                                "org.busbench.reports",
                                "raw",
                                "jtl",
                                "statistics",
                                "analysis",
                                "compare|results",
                                "page|export|check",
                                ".")
                        .keeps("statistics", "analysis", "compare", "results", "export", "page")
                        .mayImport(
                                "org.busbench.reports > org.busbench.record",
                                "org.busbench.reports.analysis > org.busbench.record",
                                "org.busbench.reports.check > org.busbench.record",
                                "org.busbench.reports.compare > org.busbench.record",
                                "org.busbench.reports.export > org.busbench.record",
                                "org.busbench.reports.results > org.busbench.record",
                                "org.busbench.reports.jtl > org.busbench.record",
                                "org.busbench.reports.page > org.busbench.record",
                                "org.busbench.reports.raw > org.busbench.record"),
                Flow.of(
                                "harness",
                                "org.busbench.harness",
                                "text",
                                "scenario",
                                "adapter",
                                "suite",
                                "artifact",
                                "process",
                                "plan",
                                "verify",
                                "load",
                                "probe",
                                "measure",
                                "reconcile",
                                "parity",
                                "record",
                                "torture",
                                "forecast",
                                "run",
                                "remote",
                                "cli")
                        .mayImport(
                                "org.busbench.harness.adapter > org.busbench.record",
                                "org.busbench.harness.cli > org.busbench.record",
                                "org.busbench.harness.forecast > org.busbench.record",
                                "org.busbench.harness.load > org.busbench.record",
                                "org.busbench.harness.measure > org.busbench.record",
                                "org.busbench.harness.parity > org.busbench.record",
                                "org.busbench.harness.plan > org.busbench.record",
                                "org.busbench.harness.probe > org.busbench.record",
                                "org.busbench.harness.reconcile > org.busbench.record",
                                "org.busbench.harness.record > org.busbench.record",
                                "org.busbench.harness.remote > org.busbench.record",
                                "org.busbench.harness.run > org.busbench.record",
                                "org.busbench.harness.suite > org.busbench.record",
                                "org.busbench.harness.torture > org.busbench.record",
                                "org.busbench.harness.verify > org.busbench.record",
                                "org.busbench.harness.cli > org.busbench.reports",
                                "org.busbench.harness.cli > org.busbench.reports.analysis",
                                "org.busbench.harness.cli > org.busbench.reports.check",
                                "org.busbench.harness.cli > org.busbench.reports.compare",
                                "org.busbench.harness.cli > org.busbench.reports.export",
                                "org.busbench.harness.cli > org.busbench.reports.jtl",
                                "org.busbench.harness.cli > org.busbench.reports.page",
                                "org.busbench.harness.cli > org.busbench.reports.results",
                                "org.busbench.harness.cli > org.busbench.reports.statistics",
                                "org.busbench.harness.load > org.busbench.reports.jtl"));
    }

    @ParameterizedTest
    @MethodSource("flows")
    void aPackageImportsWhatStandsToItsLeft(Flow flow) {
        assertThat(flow.violations(classesOf(flow))).isEmpty();
    }

    @Test
    void noPackagesImportEachOther() {
        slices().matching("org.busbench.(**)").should().beFreeOfCycles().check(ALL);
    }

    static Stream<Arguments> limits() {
        return Stream.of(
                arguments("org.busbench.mediation", List.of(".xml..", ".xpath.."), SOCKETS_AND_APACHE),
                arguments("org.busbench.mediation", List.of(".xslt.."), SOCKETS_AND_ENGINES),
                arguments(
                        "org.busbench.mediation", List.of(".buffer..", ".wire..", ".http.."), List.of("org.apache..")),
                arguments("org.busbench.backend", List.of(".quote"), SOCKETS_AND_APACHE),
                arguments("org.busbench.reports", List.of(".."), List.of("org.busbench.harness..")),
                arguments("org.busbench.reports", List.of(".statistics"), FILES),
                arguments("org.busbench.reports", List.of(".analysis"), FILES));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void aPackageKnowsNothingOfWhatIsNotItsTask(String root, List<String> packages, List<String> foreign) {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage(packages.stream().map(name -> root + name).toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(foreign.toArray(String[]::new))
                .check(ALL);
    }

    /** So that another transport can serve the mediator: only one package knows which one it is. */
    @Test
    void nothingAboveTheWireNamesAChannelOrASelector() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("org.busbench.mediation..")
                .and()
                .resideOutsideOfPackage("org.busbench.mediation.wire.nio..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.channels..")
                .check(ALL);
    }

    @Test
    void noMoreThanAHandfulOfClassesOfAPackageAllReferToOneAnother() {
        assertThat(Knots.of(ALL).stream()
                        .filter(knot -> knot.size() > exceptions().getOrDefault(knot.place(), HANDFUL)))
                .as("merge what is one idea, or let the arrows point one way")
                .isEmpty();
    }

    @Test
    void aKnotWouldBeNoticed() {
        assertThat(Knots.of(new ClassFileImporter().importClasses(Hen.class, Egg.class, Hen.Feather.class)))
                .singleElement()
                .satisfies(knot -> assertThat(knot.classes()).containsExactly("Egg", "Hen"));
    }

    @Test
    void whatIsTestedSharesNoCodeWithWhatTestsIt() {
        List<Path> tested = Stream.of(
                        "xml",
                        "xslt/streamed",
                        "http",
                        "io-uring",
                        "mediation",
                        "backend-stockquote",
                        "mutants",
                        "xslt")
                .map(module -> PROJECT.resolve(module).resolve("target/classes"))
                .toList();
        ArchRuleDefinition.noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.busbench.common..")
                .check(new ClassFileImporter().importPaths(tested));
    }

    @Test
    void everyModuleIsHeldToAFlow() throws Exception {
        List<String> modules = Files.readString(PROJECT.resolve("pom.xml"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("<module>"))
                .map(line -> line.replaceAll("</?module>", ""))
                // It packs what the others leave, and has no classes.
                .filter(module -> !module.equals("release"))
                .toList();
        assertThat(flows().map(Flow::module)).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void aFlowTheWrongWayRoundWouldBeNoticed() {
        Flow harness = flows().reduce((first, last) -> last).orElseThrow();
        List<String> reversed = new ArrayList<>(harness.steps());
        Collections.reverse(reversed);
        Flow wrong = harness.withSteps(reversed);
        assertThat(wrong.violations(classesOf(wrong)))
                .contains("org.busbench.harness.suite.SuiteFile imports org.busbench.harness.text.YamlFile");
    }

    @Test
    void aPackageWithoutAPlaceAndAnImportOfAnotherModuleWouldBeNoticed() {
        Flow harness = flows().reduce((first, last) -> last).orElseThrow();
        Flow narrow = Flow.of(harness.module(), harness.root(), "text", "adapter");
        assertThat(narrow.violations(classesOf(narrow)))
                .anyMatch(line -> line.startsWith("package org.busbench.harness.process of harness has no place"))
                .contains("org.busbench.harness.suite.SuiteFile imports org.busbench.harness.suite.Suite");
    }

    private static JavaClasses classesOf(Flow flow) {
        Path folder = folderOf(flow);
        if (!hasSources(flow)) {
            return new ClassFileImporter().importClasses();
        }
        assertThat(folder)
                .as("%s has sources and no classes: build the whole project with 'mvn verify'", flow.module())
                .isDirectory();
        JavaClasses classes = ALL.that(DescribedPredicate.describe(
                "in " + folder,
                type -> type.getSource().orElseThrow().getUri().getPath().startsWith(folder.toString())));
        assertThat(classes).as("classes in %s", folder).isNotEmpty();
        return classes;
    }

    private static Path folderOf(Flow flow) {
        return PROJECT.resolve(flow.module()).resolve("target/classes");
    }

    private static boolean hasSources(Flow flow) {
        return Files.isDirectory(PROJECT.resolve(flow.module()).resolve("src/main/java"));
    }
}
