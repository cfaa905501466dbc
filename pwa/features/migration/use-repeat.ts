import { useEffect, useEffectEvent } from 'react';

/** Does something again and again while the page can be seen, and as soon as it can be seen again. */
export function useRepeat(action: () => void, everyMs: number, isOn: boolean): void {
  const act = useEffectEvent(() => {
    if (document.visibilityState === 'visible') action();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(act, everyMs);
    const handleSeen = () => act();
    document.addEventListener('visibilitychange', handleSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleSeen);
    };
  }, [everyMs, isOn]);
}
