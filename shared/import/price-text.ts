import { centsToDecimal, parseCents } from '#shared/kernel/money.ts';

const DECORATED = /^(?:A\$|\$|AUD)?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/;

/** A price as tables write it (`24990`, `24,990.00`, `$24,990`) as a decimal string, `24990.00`; `undefined` when unreadable. */
export function toDecimalPrice(text: string): string | undefined {
  const [, whole = '', fraction = ''] = DECORATED.exec(text.trim()) ?? [];
  const cents = parseCents(whole.replaceAll(',', '') + fraction);
  return cents === undefined ? undefined : centsToDecimal(cents);
}
