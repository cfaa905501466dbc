import { InvalidArgumentError } from 'commander';

/** A number of rows from 1 to 10,000. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,5}$/.test(text) && limit >= 1 && limit <= 10_000) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
}

/** A number of days such as `30d`, at most ten years. */
export function parseDays(text: string): number {
  const days = Number(/^(\d{1,4})d$/.exec(text)?.[1]);
  if (days >= 1 && days <= 3650) return days;
  throw new InvalidArgumentError('It must be a number of days such as 30d, at most 3650d.');
}
