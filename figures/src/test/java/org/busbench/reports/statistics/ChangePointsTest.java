package org.busbench.reports.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangePointsTest {

    /** Annual flow of the Nile at Aswan, 1871 to 1970, 10^8 m3 (Cobb 1978, Biometrika 65, 243): it fell after 1898, the dam. */
    private static final double[] NILE = {
        1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
        1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
        831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759,
        781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
        744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
    };

    @Test
    void theNileFellAfter1898AndNeverAgain() {
        assertThat(ChangePoints.of(NILE))
                .singleElement()
                .satisfies(change -> assertThat(1871 + change.at()).isEqualTo(1899));
    }

    @Test
    void severalChangesAreFoundInTheirOrder() {
        Random noise = new Random(1);
        double[] steps = IntStream.range(0, 45)
                .mapToDouble(i -> (i < 15 ? 1.0 : i < 30 ? 1.1 : 0.95) + 0.01 * noise.nextGaussian())
                .toArray();

        assertThat(ChangePoints.of(steps)).extracting(ChangePoints.Change::at).containsExactly(15, 30);
    }

    @Test
    void noiseAloneIsCalledAChangeInFewerThanThreeOfAHundredSeries() {
        Random noise = new Random(2);
        long called = IntStream.range(0, 200)
                .filter(series -> !ChangePoints.of(IntStream.range(0, 20)
                                .mapToDouble(i -> noise.nextGaussian())
                                .toArray())
                        .isEmpty())
                .count();

        assertThat(called).isLessThanOrEqualTo(6);
    }

    @Test
    void aShortOrEvenSeriesHasNoChange() {
        assertThat(ChangePoints.of()).isEmpty();
        assertThat(ChangePoints.of(1, 2, 3, 4, 5)).isEmpty();
        assertThat(ChangePoints.of(new double[30])).isEmpty();
    }

    @Test
    void twoLevelsWithoutNoiseAreAChange() {
        double[] levels =
                IntStream.range(0, 20).mapToDouble(i -> i < 10 ? 1 : 2).toArray();

        assertThat(ChangePoints.of(levels)).extracting(ChangePoints.Change::at).containsExactly(10);
    }
}
