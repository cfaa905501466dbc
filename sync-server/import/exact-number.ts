/**
 * How JavaScript preserves a JSON number: `same` keeps its digits, `rewritten` keeps its value with other digits
 * (`68.19567810587429`, `-0`), `changed` turns it into another number (`9007199254740993`, `1e400`).
 */
export type NumberFidelity = 'same' | 'rewritten' | 'changed';

/** Significant digits that identify every double. */
const DOUBLE_DIGITS = 17;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** @param token a number in JSON syntax */
export function classifyNumber(token: string): NumberFidelity {
  const value = Number(token);
  const written = String(value);
  if (token === written) return 'same';
  if (!Number.isFinite(value)) return 'changed';
  const decimal = toDecimal(token);
  // JSON.stringify drops the sign of -0.
  if (decimal.digits === '') return token.startsWith('-') ? 'rewritten' : 'same';
  if (isSame(decimal, toDecimal(written))) return 'same';
  // Every digit of an integer counts; a fraction is the printed form of some double.
  if (!/[.eE]/.test(token)) return 'changed';
  const digits = Math.min(decimal.digits.length, DOUBLE_DIGITS);
  const nearest = toDecimal(value.toPrecision(digits));
  return roundings(decimal).some((rounded) => isSame(rounded, nearest)) ? 'rewritten' : 'changed';
}

interface Decimal {
  readonly sign: string;
  /** Without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

function toDecimal(token: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  return normalise(sign, whole + fraction, Number(exponent) - fraction.length);
}

function normalise(sign: string, allDigits: string, exponent: number): Decimal {
  const digits = allDigits.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return { sign, digits: significant, exponent: exponent + digits.length - significant.length };
}

/** Candidates rounded to 17 significant digits; a trailing 5 may have been rounded either way. */
function roundings(decimal: Decimal): readonly Decimal[] {
  const { sign, digits, exponent } = decimal;
  const tail = digits.slice(DOUBLE_DIGITS);
  if (tail === '') return [decimal];
  const first = BigInt(digits.slice(0, DOUBLE_DIGITS));
  const candidates = tail === '5' ? [first, first + 1n] : [tail > '5' ? first + 1n : first];
  return candidates.map((rounded) => normalise(sign, String(rounded), exponent + tail.length));
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a.sign === b.sign && a.digits === b.digits && a.exponent === b.exponent;
}
