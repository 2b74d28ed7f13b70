package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.FDistribution;

/**
 * One value for each row and column: the two-way layout, in which rows are drawn by chance and share something of their own, and
 * columns are those that are asked about (Snedecor and Cochran 1967, chapter 10; Box, Hunter and Hunter 1978, chapter 7). A value is
 * the mean, what its row has, what its column has, and a rest.
 *
 * @param ofRows mean square of the rows
 * @param ofColumns mean square of the columns
 * @param ofRest mean square of what neither explains
 */
public record TwoWay(int rows, int columns, double mean, double ofRows, double ofColumns, double ofRest) {

    /**
     * Takes the squares apart.
     *
     * @param values at least two rows, each of the same columns, at least two
     */
    public static TwoWay of(List<double[]> values) {
        int rows = values.size();
        int columns = values.get(0).length;
        if (rows < 2 || columns < 2 || values.stream().anyMatch(row -> row.length != columns)) {
            throw new IllegalArgumentException(rows + " rows of " + columns + " columns are no two-way layout");
        }
        double[] ofRow = values.stream()
                .mapToDouble(row -> Arrays.stream(row).average().orElseThrow())
                .toArray();
        double[] ofColumn = new double[columns];
        values.forEach(row -> Arrays.setAll(ofColumn, column -> ofColumn[column] + row[column] / rows));
        double mean = Arrays.stream(ofRow).average().orElseThrow();
        double rest = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                rest += Math.pow(values.get(row)[column] - ofRow[row] - ofColumn[column] + mean, 2);
            }
        }
        return new TwoWay(
                rows,
                columns,
                mean,
                columns * PairedSample.of(ofRow).variance(),
                rows * PairedSample.of(ofColumn).variance(),
                rest / ((rows - 1) * (columns - 1)));
    }

    /**
     * The mean over these columns, whatever they differ by, for any rows: rows are the units. Their scatter is never taken for
     * smaller than the rest makes it by itself, as few rows do by chance.
     */
    public Estimate overColumns() {
        return new Estimate(mean, Math.sqrt(Math.max(ofRows, ofRest) / (rows * columns)), rows - 1);
    }

    /** The standard deviation of what columns have of their own, by the mean squares; 0 where the rest explains it all. */
    public double columnDeviation() {
        return Math.sqrt(Math.max(0, ofColumns - ofRest) / rows);
    }

    /** How improbable it is that columns differ so much by the rest alone (F test). */
    public double columnPValue() {
        int degrees = columns - 1;
        return ofRest == 0
                ? ofColumns == 0 ? 1 : 0
                : 1 - new FDistribution(degrees, degrees * (rows - 1.0)).cumulativeProbability(ofColumns / ofRest);
    }
}
