package org.busbench.sampler;

import java.time.Duration;
import org.busbench.sampler.message.SettingException;

/** A setting as text, which says its own name when it is not what is expected. */
record Value(String name, String text) {
    long number(long atLeast, long atMost) throws SettingException {
        if (text.matches("-?\\d{1,18}")) {
            long value = Long.parseLong(text);
            if (value >= atLeast && value <= atMost) {
                return value;
            }
        }
        throw wrong("a whole number from " + atLeast + " to " + atMost + " is expected");
    }

    double rate() throws SettingException {
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            return Double.parseDouble(text);
        }
        throw wrong("a number from 0 is expected");
    }

    Duration millis() throws SettingException {
        return Duration.ofMillis(number(0, Integer.MAX_VALUE));
    }

    boolean flag() throws SettingException {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw wrong("true or false is expected");
    }

    String notEmpty() throws SettingException {
        if (text.isBlank()) {
            throw wrong("a text is expected");
        }
        return text;
    }

    SettingException wrong(String expected) {
        return new SettingException("setting " + name + " is '" + text + "': " + expected);
    }
}
