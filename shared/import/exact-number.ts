const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Whether JavaScript keeps a JSON number's value: `9007199254740993` and `1e400` come out as something else. */
export function isExactNumber(token: string): boolean {
  // Up to 15 digits always survive.
  if (token.length <= 15 && !/[eE]/.test(token)) return true;
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return toSignificant(token) === toSignificant(String(value));
}

/** The same text for the same value: digits without outer zeros, and the power of ten of the last one. */
function toSignificant(token: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${token.startsWith('-') ? '-' : ''}${significant}e${power}`;
}
