package org.busbench.mediation;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "org.busbench.mediation";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void eachPackageOfTheFastLaneKnowsOnlyThoseBeforeIt() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("buffer")
                .definedBy(ROOT + ".buffer")
                .layer("wire")
                .definedBy(ROOT + ".wire")
                .layer("nio")
                .definedBy(ROOT + ".wire.nio")
                .layer("tls")
                .definedBy(ROOT + ".wire.tls")
                .layer("http")
                .definedBy(ROOT + ".http")
                .layer("xml")
                .definedBy(ROOT + ".xml")
                .layer("xpath")
                .definedBy(ROOT + ".xpath")
                .layer("stream")
                .definedBy(ROOT + ".xslt.stream")
                .layer("xslt")
                .definedBy(ROOT + ".xslt")
                .layer("log")
                .definedBy(ROOT + ".log")
                .layer("traffic")
                .definedBy(ROOT + ".traffic")
                .layer("admin")
                .definedBy(ROOT + ".admin")
                .layer("soap")
                .definedBy(ROOT + ".soap")
                .layer("config")
                .definedBy(ROOT + ".config")
                .layer("compile")
                .definedBy(ROOT + ".compile")
                .layer("fastlane")
                .definedBy(ROOT + ".fastlane")
                .layer("engine")
                .definedBy(ROOT + ".engine")
                .layer("main")
                .definedBy(ROOT)
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("fastlane")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("compile")
                .mayOnlyBeAccessedByLayers("fastlane", "main")
                .whereLayer("soap")
                .mayOnlyBeAccessedByLayers("fastlane", "engine")
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("compile", "fastlane", "engine", "main")
                .whereLayer("xslt")
                .mayOnlyBeAccessedByLayers("compile", "fastlane", "main")
                .whereLayer("stream")
                .mayOnlyBeAccessedByLayers("xslt")
                .whereLayer("xpath")
                .mayOnlyBeAccessedByLayers("compile", "fastlane")
                .whereLayer("xml")
                .mayOnlyBeAccessedByLayers("xpath", "stream", "xslt", "fastlane")
                .whereLayer("admin")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("traffic")
                .mayOnlyBeAccessedByLayers("fastlane", "admin", "main")
                .whereLayer("log")
                .mayOnlyBeAccessedByLayers("traffic", "fastlane", "main")
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("traffic", "fastlane", "engine", "admin", "main")
                .whereLayer("tls")
                .mayOnlyBeAccessedByLayers("fastlane", "engine", "main")
                .whereLayer("nio")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("wire")
                .mayOnlyBeAccessedByLayers("nio", "tls", "http", "traffic", "fastlane", "engine", "admin", "main")
                .whereLayer("buffer")
                .mayOnlyBeAccessedByLayers("wire", "nio", "tls", "http", "fastlane", "engine")
                .check(classes);
    }

    @Test
    void noPackagesFormACycle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    /** So that another transport can serve the fast lane: only one package knows which one it is. */
    @Test
    void nothingAboveTheWireNamesAChannelOrASelector() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".wire.nio..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.channels..")
                .check(classes);
    }

    @Test
    void theFastLaneKnowsNothingOfSynapse() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".buffer..", ROOT + ".wire..", ROOT + ".http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache..")
                .check(classes);
    }
}
