package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.record.RunProblem;
import org.busbench.record.Window;
import org.busbench.reports.jtl.JtlReader;
import org.busbench.reports.jtl.Sample;

/** Reads JMeter's compressed sample log. A last row that is cut off, as a killed injector leaves it, is left out. */
final class SampleLogs {

    static final String NAME = "samples.jtl.gz";

    private static final double MICROS_PER_MILLI = 1000;

    private SampleLogs() {}

    static RawFigures trial(Path folder, Window window) throws IOException {
        RawFigures figures = new RawFigures(NAME, MICROS_PER_MILLI, window);
        try (JtlReader samples = JtlReader.open(folder.resolve(NAME))) {
            for (Sample sample = samples.next(); sample != null; sample = samples.next()) {
                if (sample.refused()) {
                    continue;
                }
                if (sample.error() == null) {
                    figures.verified((double) sample.endMillis(), sample.elapsedMillis());
                } else {
                    figures.error((double) sample.endMillis(), sample.error().key(), 1);
                }
            }
        } catch (RunProblem malformed) {
            throw new IOException(malformed.getMessage(), malformed);
        }
        return figures;
    }
}
