package org.busbench.backend;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.busbench.backend");

    @Test
    void eachPackageKnowsOnlyThoseBeforeIt() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("quote")
                .definedBy("org.busbench.backend.quote")
                .layer("instance")
                .definedBy("org.busbench.backend.instance")
                .layer("axis2")
                .definedBy("org.busbench.backend.axis2")
                .layer("wire")
                .definedBy("org.busbench.backend.wire")
                .layer("main")
                .definedBy("org.busbench.backend")
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("axis2")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("wire")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("instance")
                .mayOnlyBeAccessedByLayers("axis2", "wire", "main")
                .check(classes);
    }

    @Test
    void theServiceKnowsNeitherSocketsNorHttp() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("org.busbench.backend.quote")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.channels..", "org.apache..")
                .check(classes);
    }
}
