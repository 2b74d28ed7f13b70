// Figures as people read them: three digits or so, and the unit beside.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const three = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

export function number(value) {
  return Math.abs(value) < 99.95 && !Number.isInteger(value) ? tenths.format(value) : whole.format(value);
}

// Milliseconds from microseconds; what is below the step of the clock is only known to be below it.
export function millis(micros, resolutionMicros) {
  if (micros < resolutionMicros && micros >= 0) {
    return `<${three.format(resolutionMicros / 1000)}`;
  }
  const value = micros / 1000;
  return Math.abs(value) >= 1000 ? whole.format(value) : three.format(value);
}

// An axis has little room.
export function short(value) {
  if (Math.abs(value) >= 1e6) {
    return `${three.format(value / 1e6)}M`;
  }
  return Math.abs(value) >= 1e4 ? `${three.format(value / 1e3)}k` : three.format(value);
}

export function clients(count) {
  return count === 1 ? '1 client' : `${whole.format(count)} clients`;
}

export function percent(share) {
  const value = share * 100;
  return `${value !== 0 && Math.abs(value) < 9.95 ? value.toFixed(1) : value.toFixed(0)} %`;
}

export function ratio(value) {
  return value < 9.95 ? value.toFixed(2) : value.toFixed(0);
}

export function bytes(value) {
  return value >= 2 ** 30 ? `${(value / 2 ** 30).toFixed(2)} GiB` : `${whole.format(value / 2 ** 20)} MiB`;
}

// A rate so small that percent would hide it.
export function rarely(rate) {
  return rate >= 0.01 ? percent(rate) : `1 in ${whole.format(Math.floor(1 / rate))}`;
}

// As many digits as the interval allows: the last one stands where half of its width has its first. Without an interval, three.
export function digits(value, interval) {
  const doubt = interval ? (interval.high - interval.low) / 2 : Math.abs(value) / 100;
  const place = 10 ** Math.floor(Math.log10(doubt));
  return place > 1 ? whole.format(Math.round(value / place) * place) : number(value);
}

export function range(interval) {
  return interval ? `${digits(interval.low, interval)}–${digits(interval.high, interval)}` : '';
}

// A quantile as people write it: 0.999 is p99.9.
export function quantile(value) {
  return value === 0 ? 'shortest' : `p${Number((value * 100).toPrecision(8))}`;
}
