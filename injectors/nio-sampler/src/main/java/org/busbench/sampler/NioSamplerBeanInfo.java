package org.busbench.sampler;

import java.beans.IntrospectionException;
import java.beans.PropertyDescriptor;
import java.util.List;
import org.apache.jmeter.testbeans.BeanInfoSupport;
import org.apache.jmeter.testbeans.gui.TextAreaEditor;

/** How JMeter's GUI shows the sampler's settings. The texts are in {@code NioSamplerResources.properties}. */
public final class NioSamplerBeanInfo extends BeanInfoSupport {
    private static final List<String> FLAGS = List.of("trustAll", "keepAlive");
    private static final List<String> TEXTS = List.of("body", "content", "lacks", "refusal");

    private static final PropertyDescriptor[] SETTINGS = NioSampler.DEFAULTS.keySet().stream()
            .map(NioSamplerBeanInfo::setting)
            .toArray(PropertyDescriptor[]::new);

    /** Groups the settings and gives them their defaults. */
    public NioSamplerBeanInfo() {
        super(NioSampler.class);
        createPropertyGroup("server", new String[] {"protocol", "host", "port", "method", "path", "trustAll"});
        createPropertyGroup("message", new String[] {"rows", "body"});
        createPropertyGroup("answer", new String[] {"status", "nonce", "content", "lacks", "route", "end", "refusal"});
        createPropertyGroup(
                "load", new String[] {"users", "rampUp", "requestsPerUser", "thinkMillis", "ratePerSecond", "backlog"});
        createPropertyGroup("connections", new String[] {"keepAlive", "connectTimeout", "responseTimeout"});
        for (PropertyDescriptor setting : SETTINGS) {
            String name = setting.getName();
            setting.setValue(NOT_UNDEFINED, true);
            setting.setValue(DEFAULT, NioSampler.DEFAULTS.get(name));
            if (name.equals("protocol")) {
                setting.setValue(TAGS, new String[] {"http", "https"});
            }
            if (FLAGS.contains(name)) {
                setting.setValue(TAGS, new String[] {"true", "false"});
            }
            if (TEXTS.contains(name)) {
                setting.setPropertyEditorClass(TextAreaEditor.class);
            }
        }
    }

    @Override
    public PropertyDescriptor[] getPropertyDescriptors() {
        return SETTINGS.clone();
    }

    private static PropertyDescriptor setting(String name) {
        try {
            return new PropertyDescriptor(name, NioSampler.class, "getSetting", "setSetting");
        } catch (IntrospectionException impossible) {
            throw new IllegalStateException("the sampler has no accessors", impossible);
        }
    }
}
