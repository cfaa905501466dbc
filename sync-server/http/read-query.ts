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
