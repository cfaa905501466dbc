import type { ComponentProps } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** A button that stays disabled until hydration, because it has no handlers before that. */
export function HydratedButton({ disabled, ...rest }: ComponentProps<'button'>) {
  const isHydrated = useHydrated();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || !isHydrated}
      data-not-live={!isHydrated || undefined}
    />
  );
}
