package org.busbench.reports.page;

import org.busbench.reports.analysis.MediatorUse;

/** A {@link MediatorUse}, as the page embeds it: with six significant digits. */
record UseData(
        double userShare, double systemShare, Double gcShare, double rssBytes, double threads, Double gcPauseShare) {

    static UseData of(MediatorUse use) {
        return new UseData(
                Format.rounded(use.userShare()),
                Format.rounded(use.systemShare()),
                Format.rounded(use.gcShare()),
                use.rssBytes(),
                use.threads(),
                Format.rounded(use.gcPauseShare()));
    }
}
