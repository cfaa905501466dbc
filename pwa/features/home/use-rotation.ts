import { useEffect, useEffectEvent, useState } from 'react';
import { CAROUSEL_INTERVAL_MS } from '#shared/domain/product-entries.ts';
import { useReducedMotion } from '#pwa/ui/use-reduced-motion.ts';

interface RotationOptions {
  /** Paused for the moment, e.g. while the pointer rests on it. */
  readonly isHeld: boolean;
  readonly onTurn: () => void;
}

interface Rotation {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly stop: () => void;
}

/** Calls `onTurn` every 10000 ms while it is on, not held, and the tab is seen. Never starts under reduced motion. */
export function useRotation({ isHeld, onTurn }: RotationOptions): Rotation {
  const isReduced = useReducedMotion();
  const [choice, setChoice] = useState<boolean>();
  const isOn = choice ?? !isReduced;
  const turn = useEffectEvent(onTurn);

  useEffect(() => {
    if (!isOn || isHeld) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') turn();
    }, CAROUSEL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOn, isHeld]);

  return { isOn, toggle: () => setChoice(!isOn), stop: () => setChoice(false) };
}
