package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Scaling;
import org.busbench.reports.statistics.ScalabilityLaw;

/**
 * A row of the table of scaling.
 *
 * @param adapter its name
 * @param look class of its colour
 * @param where scenario and payload, for people
 * @param saturation the level at which it is full
 * @param fitted whether the law could be fitted
 * @param lambda goodput of one client
 * @param sigma contention
 * @param kappa coherency
 * @param fit goodness of fit
 * @param peak load with most goodput
 * @param why there is no fit; empty when there is one
 */
record ScalingView(
        String adapter,
        String look,
        String where,
        String saturation,
        boolean fitted,
        String lambda,
        String sigma,
        String kappa,
        String fit,
        String peak,
        String why) {

    static List<ScalingView> of(List<Scaling> scalings, Palette palette) {
        return scalings.stream().map(scaling -> of(scaling, palette)).toList();
    }

    private static ScalingView of(Scaling scaling, Palette palette) {
        ScalabilityLaw law = scaling.law().orElse(null);
        return new ScalingView(
                scaling.adapter(),
                palette.of(scaling.adapter()),
                Format.scenario(scaling.scenario()) + ", " + Format.payload(scaling.payload()),
                Format.clients(scaling.saturation()),
                law != null,
                law == null ? "" : Format.number(law.lambda()),
                law == null ? "" : text("%.4f", law.sigma()),
                law == null ? "" : text("%.2g", law.kappa()),
                law == null ? "" : text("%.3f", law.rSquared()),
                law == null ? "" : law.peak().map(Format::number).orElse("none"),
                law == null ? scaling.levels() + " levels: the law needs " + ScalabilityLaw.FEWEST_POINTS : "");
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
