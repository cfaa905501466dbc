import * as v from 'valibot';

/** A string with a whole number within bounds. */
export function wholeNumber(name: string, { min, max }: { readonly min: number; readonly max: number }) {
  const message = `${name} is a whole number from ${min} to ${max}.`;
  return v.pipe(
    v.string(),
    v.regex(/^-?\d+$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

/** A sequence of the store. */
export function sequence(name: string) {
  return wholeNumber(name, { min: 0, max: Number.MAX_SAFE_INTEGER });
}

/** A UTC instant with milliseconds: the key of a history entry. */
export function instant(name: string) {
  const message = `${name} is a time such as 2026-03-02T09:00:00.000Z.`;
  return v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, message));
}

/** True for `1`, false for anything else. */
export const flag = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text === '1'),
);
