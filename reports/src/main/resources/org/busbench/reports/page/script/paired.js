// Two adapters against each other, paired within blocks: the mean of the logarithms of their ratios, and its t interval
// (Student 1908). The interval is of this pair alone: nothing is corrected for how many pairs a reader looks at.

const FEWEST_BLOCKS = 3;

// 97.5 % quantiles of Student's t, by degrees of freedom from 1; the last also stands for more.
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042];

// own, base: values by block, as [block, value]. Null without a common block; no interval with fewer than three.
export function paired(own, base) {
  const other = new Map(base);
  const logs = own.filter(([block, value]) => value > 0 && other.get(block) > 0)
    .map(([block, value]) => Math.log(value / other.get(block)));
  const n = logs.length;
  if (n === 0) {
    return null;
  }
  const mean = logs.reduce((sum, log) => sum + log, 0) / n;
  if (n < FEWEST_BLOCKS) {
    return { ratio: Math.exp(mean), blocks: n };
  }
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (n - 1);
  const half = T[Math.min(n - 2, T.length - 1)] * Math.sqrt(variance / n);
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half), blocks: n };
}
