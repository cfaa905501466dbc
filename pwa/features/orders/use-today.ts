import { useEffect, useState } from 'react';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';

const LOOK_AGAIN_MS = 60_000;

/** Today's civil date on this device, `2026-11-21`; a page left open follows into the next day. */
export function useToday(): string {
  const [today, setToday] = useState(readToday);
  useEffect(() => {
    const timer = setInterval(() => setToday(readToday()), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}

function readToday(): string {
  return isoNow(systemClock).slice(0, 10);
}
