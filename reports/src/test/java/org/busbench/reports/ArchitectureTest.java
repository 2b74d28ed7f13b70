package org.busbench.reports;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String ROOT = "org.busbench.reports";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void dataFlowsFromRunToAnalysisToPageAndExport() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("run")
                .definedBy(ROOT + ".run")
                .layer("statistics")
                .definedBy(ROOT + ".statistics")
                .layer("analysis")
                .definedBy(ROOT + ".analysis")
                .layer("compare")
                .definedBy(ROOT + ".compare")
                .layer("raw")
                .definedBy(ROOT + ".raw")
                .layer("jtl")
                .definedBy(ROOT + ".jtl")
                .layer("page")
                .definedBy(ROOT + ".page")
                .layer("picture")
                .definedBy(ROOT + ".picture")
                .layer("export")
                .definedBy(ROOT + ".export")
                .layer("check")
                .definedBy(ROOT + ".check")
                .layer("serve")
                .definedBy(ROOT + ".serve")
                .layer("Report")
                .definedBy(ROOT)
                .whereLayer("Report")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("statistics")
                .mayOnlyBeAccessedByLayers("analysis", "compare", "export", "page")
                .whereLayer("serve")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("compare")
                .mayOnlyBeAccessedByLayers("page", "export", "Report")
                .whereLayer("raw")
                .mayOnlyBeAccessedByLayers("jtl", "page", "picture", "export", "serve", "Report")
                .whereLayer("jtl")
                .mayOnlyBeAccessedByLayers("check", "Report")
                .whereLayer("check")
                .mayOnlyBeAccessedByLayers("serve")
                .whereLayer("page")
                .mayOnlyBeAccessedByLayers("picture", "serve", "Report")
                .whereLayer("picture")
                .mayOnlyBeAccessedByLayers("Report")
                .whereLayer("export")
                .mayOnlyBeAccessedByLayers("serve", "Report")
                .whereLayer("analysis")
                .mayOnlyBeAccessedByLayers("compare", "page", "picture", "export", "check", "serve", "Report")
                .check(classes);
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void nothingKnowsTheHarness() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.busbench.harness..")
                .check(classes);
    }

    @Test
    void statisticsKnowNothingButNumbers() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".statistics")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".run", "java.io..", "java.nio..", "com.fasterxml..")
                .check(classes);
    }

    @Test
    void analysisTouchesNoFile() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".analysis")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "com.fasterxml..")
                .check(classes);
    }
}
