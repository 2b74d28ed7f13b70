package org.busbench.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
    private static final long LONGEST_MODULE = 15_000;
    private static final String RECORD = "org.busbench.record";
    private static final String HARNESS = "org.busbench.harness";
    private static final Flow FIGURES = Flow.of(
                    "figures", "org.busbench.reports", "raw", "jtl", "statistics", "analysis", "compare|results")
            .keeps("statistics", "analysis", "compare", "results", "export", "page")
            .mayImport(RECORD, "raw", "jtl", "analysis", "compare", "results");
    private static final Flow PLAN = Flow.of("plan", HARNESS, "text", "scenario", "adapter", "suite", "plan")
            .mayImport(RECORD, "adapter", "suite", "plan");
    private static final Flow PROGRAMS =
            Flow.of("programs", HARNESS, "artifact", "process").above(PLAN);
    private static final Flow LABORATORY = Flow.of(
                    "laboratory", HARNESS, "verify", "load", "probe", "measure", "reconcile", "parity", "record")
            .above(PROGRAMS)
            .mayImport(RECORD, "verify", "load", "probe", "measure", "reconcile", "parity", "record")
            .mayImport("org.busbench.reports.jtl", "load");
    private static final Flow TORTURE =
            Flow.of("torture", HARNESS, "torture").above(LABORATORY).mayImport(RECORD, "torture");
    private static final Flow RUNNER =
            Flow.of("runner", HARNESS, "run", "remote").above(TORTURE).mayImport(RECORD, "run", "remote");
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
                Flow.of("common", "org.busbench.common", "tls", "http", ".", "client"),
                Flow.of("backend-stockquote", "org.busbench.backend", "quote", "instance", "files", "axis2|wire", "."),
                Flow.of("xslt", "org.busbench.xslt"),
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
                                "fastlane",
                                "org.busbench.mediation",
                                "buffer|xml|log",
                                "soap|wire|http.head|xpath",
                                "axiom|embedded|json|wire.tls",
                                "http|xslt",
                                "traffic",
                                "fastlane")
                        .keeps("soap", "embedded", "json", "fastlane")
                        .keeps("axiom", "fastlane")
                        .keeps("embedded", "fastlane")
                        .keeps("xslt", "fastlane")
                        .keeps("xpath", "axiom", "fastlane")
                        .mayImport("org.busbench.mediation.xpath.syntax", "embedded"),
                Flow.of(
                                "mediation",
                                "org.busbench.mediation",
                                "org.wso2.uri.template|buffer|xml|log|config",
                                "soap|wire|http.head|xpath",
                                "axiom|embedded|json|wire.nio|wire.tls",
                                "http|xslt",
                                "traffic",
                                "fastlane",
                                "engine|admin",
                                "compile",
                                ".")
                        .keeps("soap", "engine")
                        .keeps("json", "engine")
                        .keeps("axiom", "compile", ".")
                        .keeps("embedded", "compile")
                        .keeps("xslt", "compile", "engine", ".")
                        .keeps("xpath", "compile")
                        .keeps("wire.nio", "."),
                Flow.of("injectors/nio-sampler", "org.busbench.sampler", "record", "message|protocol", "wire", "."),
                Flow.of("jmeter-plans", "org.busbench", "injector")
                        .mayImport("org.busbench.sampler", "injector")
                        .mayImport("org.busbench.sampler.protocol", "injector")
                        .mayImport("org.busbench.sampler.record", "injector"),
                Flow.of("injectors/gatling-injector", "org.busbench", "gatling")
                        .mayImport("org.busbench.sampler.message", "gatling")
                        .mayImport("org.busbench.sampler.protocol", "gatling")
                        .mayImport("org.busbench.sampler.record", "gatling"),
                Flow.of(
                        "injectors/thrift-load",
                        "org.busbench.thrift",
                        "echo",
                        "ramp",
                        "server|drive",
                        "jmeter|gatling"),
                Flow.of("record", "org.busbench", "record"),
                FIGURES,
                PLAN,
                PROGRAMS,
                LABORATORY,
                TORTURE,
                RUNNER,
                Flow.of("reports", "org.busbench.reports", "page|export|check", ".")
                        .above(FIGURES)
                        .mayImport(RECORD, "page", "export", "check", "."),
                Flow.of("harness", HARNESS, "cli")
                        .above(RUNNER)
                        .mayImport(RECORD, "cli")
                        .mayImport("org.busbench.reports", "cli")
                        .mayImport("org.busbench.reports.analysis", "cli")
                        .mayImport("org.busbench.reports.check", "cli")
                        .mayImport("org.busbench.reports.compare", "cli")
                        .mayImport("org.busbench.reports.export", "cli")
                        .mayImport("org.busbench.reports.jtl", "cli")
                        .mayImport("org.busbench.reports.page", "cli")
                        .mayImport("org.busbench.reports.results", "cli")
                        .mayImport("org.busbench.reports.statistics", "cli"));
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
                        "fastlane",
                        "mediation",
                        "backend-stockquote",
                        "mutants")
                .map(module -> PROJECT.resolve(module).resolve("target/classes"))
                .toList();
        ArchRuleDefinition.noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.busbench.common..")
                .check(new ClassFileImporter().importPaths(tested));
    }

    @Test
    void everyModuleIsHeldToAFlow() throws IOException {
        assertThat(flows().map(Flow::module)).containsExactlyElementsOf(modules());
    }

    @Test
    void theArchitecturePageNamesTheModulesInTheirOrder() throws IOException {
        String page = Files.readString(PROJECT.resolve("docs/architecture.md"));
        assertThat(Pattern.compile("(?m)^\\| `([^`]+)` \\| [^|]+\\|$")
                        .matcher(page.substring(page.indexOf("\n## Packages\n"), page.indexOf("\n## Glossary\n")))
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyElementsOf(modules());
    }

    @Test
    void aModuleImportsModulesThatStandBeforeIt() throws IOException {
        List<String> modules = modules();
        assertThat(arrowsUpwards(modules)).isEmpty();
        Collections.reverse(modules);
        assertThat(arrowsUpwards(modules))
                .as("an order the wrong way round would be noticed")
                .contains(
                        "org.busbench.harness.run.Project of runner imports org.busbench.harness.scenario.Scenarios of plan");
    }

    @Test
    void everyPackageLivesInOneModule() {
        Map<String, Set<String>> homes = new TreeMap<>();
        ALL.forEach(type -> homes.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>())
                .add(homeOf(type)));
        homes.values().removeIf(modules -> modules.size() == 1);
        assertThat(homes).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void aModuleIsNoLongerThanItsReadersCanHold(Flow flow) throws IOException {
        if (!hasSources(flow)) {
            return;
        }
        long lines = 0;
        try (Stream<Path> files = Files.walk(PROJECT.resolve(flow.module()).resolve("src/main/java"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }
        assertThat(lines).as("lines of main Java of %s", flow.module()).isBetween(1L, LONGEST_MODULE);
    }

    /** {@code -Dprograms.only}, with which the launcher builds, makes no jar of tests. */
    @Test
    void aProgramIsBuiltWithoutAnyJarOfTests() throws Exception {
        for (Flow flow : flows().toList()) {
            String pom = Files.readString(PROJECT.resolve(flow.module()).resolve("pom.xml"));
            assertThat(pom.split("<id>checked</id>", -1)[0])
                    .as("dependencies of " + flow.module() + " outside of its profile 'checked'")
                    .doesNotContain("<type>test-jar</type>");
        }
    }

    @Test
    void aFlowTheWrongWayRoundWouldBeNoticed() {
        List<String> reversed = new ArrayList<>(PLAN.steps());
        Collections.reverse(reversed);
        Flow wrong = PLAN.withSteps(reversed);
        assertThat(wrong.violations(classesOf(wrong)))
                .contains("org.busbench.harness.suite.SuiteFile imports org.busbench.harness.text.YamlFile");
    }

    @Test
    void aPackageWithoutAPlaceAndAnImportOfAnotherModuleWouldBeNoticed() {
        Flow narrow = Flow.of(PLAN.module(), PLAN.root(), "text", "adapter");
        assertThat(narrow.violations(classesOf(narrow)))
                .anyMatch(line -> line.startsWith("package org.busbench.harness.scenario of plan has no place"))
                .contains("org.busbench.harness.suite.SuiteFile imports org.busbench.harness.suite.Suite");
    }

    /** Imports of a class whose module stands before another in this order and imports it. */
    private static List<String> arrowsUpwards(List<String> order) {
        Map<String, String> homes = new HashMap<>();
        ALL.forEach(type -> homes.put(type.getName(), homeOf(type)));
        List<String> arrows = new ArrayList<>();
        for (JavaClass type : ALL) {
            String home = homeOf(type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String imported =
                        dependency.getTargetClass().getBaseComponentType().getName();
                if (order.indexOf(homes.getOrDefault(imported, home)) > order.indexOf(home)) {
                    arrows.add(type.getName() + " of " + home + " imports " + imported + " of " + homes.get(imported));
                }
            }
        }
        return arrows;
    }

    /** The module of a class. */
    private static String homeOf(JavaClass type) {
        String file = type.getSource().orElseThrow().getUri().getPath();
        return file.substring(PROJECT.toString().length() + 1, file.indexOf("/target/classes/"));
    }

    /** As the root pom.xml lists them, in the order in which data meets them. */
    private static List<String> modules() throws IOException {
        return Files.readString(PROJECT.resolve("pom.xml"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("<module>"))
                .map(line -> line.replaceAll("</?module>", ""))
                // It packs what the others leave, and has no classes.
                .filter(module -> !module.equals("release"))
                .collect(Collectors.toCollection(ArrayList::new));
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
