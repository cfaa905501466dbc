import type { ComponentProps } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** A button that can be pressed before hydration: `early-input.ts` repeats the press once it has handlers. */
export function HydratedButton(props: ComponentProps<'button'>) {
  const isHydrated = useHydrated();
  return <button type="button" {...props} data-not-live={!isHydrated || undefined} />;
}
