package org.busbench.harness.adapter;

import java.time.Duration;
import org.busbench.harness.text.Template;

/**
 * When an adapter is up.
 *
 * @param url whose GET must be answered with 200
 * @param within how long that may take
 */
public record Readiness(Template url, Duration within) {}
