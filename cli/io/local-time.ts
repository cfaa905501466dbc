import { toOffsetIso, type Clock } from '#shared/kernel/clock.ts';

/** `2026-11-21 12:15:00` in the local time zone; `–` for null or an invalid time. */
export function toLocalTime(iso: string | null, clock: Clock): string {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(at)) return '–';
  return toOffsetIso(at, clock.offsetMinutes(at)).slice(0, 19).replace('T', ' ');
}
