const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Whether a text is an Australian Business Number: eleven digits, spaces between them allowed, whose check digits are right. */
export function isAbn(text: string): boolean {
  const digits = toDigits(text);
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = WEIGHTS.reduce(
    (total, weight, at) => total + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}

/** As the register writes it: 51 824 753 556. */
export function formatAbn(abn: string): string {
  return toDigits(abn).replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4');
}

function toDigits(text: string): string {
  return text.replaceAll(' ', '');
}
