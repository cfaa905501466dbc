import { useEffect, useEffectEvent } from 'react';

/** Repeats an action while the page is visible, and runs it as soon as the page becomes visible again. */
export function useRepeat(action: () => void, everyMs: number, isOn: boolean): void {
  const runIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') action();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(runIfVisible, everyMs);
    const handleVisibility = () => runIfVisible();
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [everyMs, isOn]);
}
