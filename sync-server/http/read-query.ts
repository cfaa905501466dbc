import type { Context } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';

/** An integer of the query within bounds. @throws AppError `invalid-argument` outside of them */
export function readInteger(
  c: Context,
  name: string,
  bounds: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = c.req.query(name);
  if (text === undefined) return bounds.fallback;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < bounds.min || value > bounds.max) {
    throw new AppError('invalid-argument', `${name} is a whole number from ${bounds.min} to ${bounds.max}.`, {
      path: name,
    });
  }
  return value;
}

/** A UTC instant with milliseconds, as history entries are keyed. @throws AppError `invalid-argument` for another text */
export function readInstant(c: Context, name: string): string | undefined {
  const text = c.req.query(name);
  if (text === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return text;
  throw new AppError('invalid-argument', `${name} is a time such as 2026-03-02T09:00:00.000Z.`, {
    path: name,
  });
}
