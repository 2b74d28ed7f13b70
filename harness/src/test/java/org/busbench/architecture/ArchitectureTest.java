package org.busbench.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Data flows one way, in every module. */
class ArchitectureTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    static Stream<Flow> flows() {
        return Stream.of(
                Flow.of("common", "org.busbench.common", "."),
                Flow.of("backend-stockquote", "org.busbench.backend", "quote", "instance", "axis2|wire", "."),
                Flow.of("xslt", "org.busbench.xslt", "sample")
                        .mayImport("org.busbench.xslt.sample > org.busbench.backend.quote"),
                Flow.of("mutants", "org.busbench.mutants", "wire", "job", "fault", "."),
                Flow.of(
                        "mediation",
                        "org.busbench.mediation",
                        "buffer|xml|log|config|soap",
                        "wire|xpath|xslt.stream",
                        "http|wire.nio|wire.tls|xslt",
                        "traffic|compile",
                        "fastlane|engine|admin",
                        "."),
                Flow.of("jmeter-plans/nio-sampler", "org.busbench.sampler", "http|record", "message", "wire", "."),
                Flow.of("jmeter-plans", "org.busbench", "injector|plans")
                        .mayImport(
                                "org.busbench.injector > org.busbench.sampler",
                                "org.busbench.injector > org.busbench.sampler.record"),
                Flow.of(
                        "reports",
                        "org.busbench.reports",
                        "run",
                        "raw",
                        "jtl",
                        "statistics",
                        "analysis",
                        "compare",
                        "page|export|check",
                        "picture|serve",
                        "."),
                Flow.of(
                                "harness",
                                "org.busbench.harness",
                                "text",
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
                                "forecast",
                                "run",
                                "cli")
                        .mayImport(
                                "org.busbench.harness.cli > org.busbench.reports",
                                "org.busbench.harness.cli > org.busbench.reports.analysis",
                                "org.busbench.harness.cli > org.busbench.reports.check",
                                "org.busbench.harness.cli > org.busbench.reports.compare",
                                "org.busbench.harness.cli > org.busbench.reports.export",
                                "org.busbench.harness.cli > org.busbench.reports.jtl",
                                "org.busbench.harness.cli > org.busbench.reports.page",
                                "org.busbench.harness.cli > org.busbench.reports.run",
                                "org.busbench.harness.cli > org.busbench.reports.serve",
                                "org.busbench.harness.cli > org.busbench.reports.statistics",
                                "org.busbench.harness.load > org.busbench.reports.jtl",
                                "org.busbench.harness.load > org.busbench.reports.run",
                                "org.busbench.harness.probe > org.busbench.reports.run",
                                "org.busbench.harness.reconcile > org.busbench.reports.run",
                                "org.busbench.harness.run > org.busbench.reports.run"));
    }

    @ParameterizedTest
    @MethodSource("flows")
    void aPackageImportsWhatStandsToItsLeft(Flow flow) {
        assertThat(flow.violations(classesOf(flow))).isEmpty();
    }

    @Test
    void noPackagesImportEachOther() {
        List<Path> folders = flows().filter(flow -> hasSources(flow))
                .map(ArchitectureTest::folderOf)
                .toList();
        JavaClasses all = new ClassFileImporter().importPaths(folders);
        slices().matching("org.busbench.(**)").should().beFreeOfCycles().check(all);
    }

    @Test
    void whatReadsMessagesKnowsNeitherSocketsNorTheSynapseEngine() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage(
                        "org.busbench.mediation.xml..",
                        "org.busbench.mediation.xpath..",
                        "org.busbench.mediation.xslt..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.net..",
                        "java.nio.channels..",
                        "org.apache.http..",
                        "org.apache.axis2..",
                        "org.apache.synapse..")
                .check(new ClassFileImporter().importPath(PROJECT.resolve("mediation/target/classes")));
    }

    @Test
    void whatIsTestedSharesNoCodeWithWhatTestsIt() {
        List<Path> tested = Stream.of("mediation", "backend-stockquote", "mutants", "xslt")
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
                .toList();
        assertThat(flows().map(Flow::module)).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void aFlowTheWrongWayRoundWouldBeNoticed() {
        Flow harness = flows().reduce((first, last) -> last).orElseThrow();
        List<String> reversed = new ArrayList<>(harness.steps());
        Collections.reverse(reversed);
        Flow wrong = new Flow(harness.module(), harness.root(), reversed, harness.imports());
        assertThat(wrong.violations(classesOf(wrong)))
                .contains("org.busbench.harness.suite.SuiteFile imports org.busbench.harness.text.YamlFile");
    }

    @Test
    void aPackageWithoutAPlaceAndAnImportOfAnotherModuleWouldBeNoticed() {
        Flow harness = flows().reduce((first, last) -> last).orElseThrow();
        Flow narrow = new Flow(harness.module(), harness.root(), List.of("text", "adapter"), Set.of());
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
        JavaClasses classes = new ClassFileImporter().importPath(folder);
        assertThat(classes.stream().filter(type -> type.getPackageName().startsWith("org.busbench")))
                .as("classes in %s", folder)
                .isNotEmpty();
        return classes;
    }

    private static Path folderOf(Flow flow) {
        return PROJECT.resolve(flow.module()).resolve("target/classes");
    }

    private static boolean hasSources(Flow flow) {
        return Files.isDirectory(PROJECT.resolve(flow.module()).resolve("src/main/java"));
    }
}
