// Figures as people read them. The table's cells are written elsewhere; these are for axes and tooltips.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function number(value) {
  return Math.abs(value) < 99.95 && !Number.isInteger(value) ? tenths.format(value) : whole.format(value);
}

export function millis(micros, resolutionMicros) {
  return micros < resolutionMicros ? `<${number(resolutionMicros / 1000)}` : number(micros / 1000);
}

// An axis has little room.
export function short(value) {
  if (value >= 1e6) {
    return `${value / 1e6}M`;
  }
  return value >= 1e4 ? `${value / 1e3}k` : new Intl.NumberFormat('en-US').format(value);
}

export function clients(count) {
  return count === 1 ? '1 client' : `${whole.format(count)} clients`;
}
