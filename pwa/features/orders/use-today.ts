import { useEffect, useState } from 'react';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';

const CHECK_INTERVAL_MS = 60_000;

/** Today's civil date on this device, e.g. `2026-11-21`; updates after midnight while the page is open. */
export function useToday(): string {
  const [today, setToday] = useState(readToday);
  useEffect(() => {
    const timer = setInterval(() => setToday(readToday()), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}

function readToday(): string {
  return isoNow(systemClock).slice(0, 10);
}
