package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testbeans.gui.TestBeanGUI;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.property.PropertyIterator;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.busbench.sampler.NioSampler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sampler as JMeter's GUI has it: shown, edited, saved and loaded. */
class NioSamplerInJMeterIT {
    @TempDir
    private Path folder;

    @BeforeAll
    static void makeThisProcessAJMeter() {
        System.setProperty("java.awt.headless", "true");
        JMeterUtils.setJMeterHome(JMeterHome.HOME.toString());
        JMeterUtils.loadJMeterProperties(
                JMeterHome.HOME.resolve("bin/jmeter.properties").toString());
        JMeterUtils.initLocale();
    }

    @Test
    void aPlanIsTheSameAfterLoadingAndSaving() throws Exception {
        HashTree plan = SaveService.loadTree(JMeterHome.plan("nio/cbr").toFile());
        Path saved = folder.resolve("saved.jmx");
        try (OutputStream out = Files.newOutputStream(saved)) {
            SaveService.saveTree(plan, out);
        }

        Map<String, String> before = properties(sampler(plan));
        assertThat(before).containsEntry("users", "${UserThreads}").containsEntry("rows", "${dataFile}");
        assertThat(properties(sampler(SaveService.loadTree(saved.toFile())))).isEqualTo(before);
    }

    @Test
    void theGuiShowsAndKeepsEachSetting() throws Exception {
        NioSampler loaded =
                sampler(SaveService.loadTree(JMeterHome.plan("nio/xslt").toFile()));
        TestBeanGUI gui = new TestBeanGUI(NioSampler.class);

        gui.configure(loaded);
        TestElement edited = gui.createTestElement();
        gui.modifyTestElement(edited);

        assertThat(gui.getStaticLabel()).isEqualTo("NIO HTTP Sampler");
        Map<String, String> kept = properties(edited);
        properties(loaded).forEach((name, value) -> {
            if (!name.startsWith("TestElement.")) {
                assertThat(kept).containsEntry(name, value);
            }
        });
    }

    private static NioSampler sampler(HashTree plan) {
        SearchByClass<NioSampler> search = new SearchByClass<>(NioSampler.class);
        plan.traverse(search);
        assertThat(search.getSearchResults()).hasSize(1);
        return search.getSearchResults().iterator().next();
    }

    private static Map<String, String> properties(TestElement element) {
        Map<String, String> properties = new TreeMap<>();
        PropertyIterator iterator = element.propertyIterator();
        while (iterator.hasNext()) {
            var property = iterator.next();
            properties.put(property.getName(), property.getStringValue());
        }
        return properties;
    }
}
