import type { ComponentProps } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** The platform's button; what the server rendered of it can be pressed once there is something behind it. */
export function HydratedButton({ disabled, ...rest }: ComponentProps<'button'>) {
  const isLive = useHydrated();
  return (
    <button type="button" {...rest} disabled={disabled || !isLive} data-not-live={!isLive || undefined} />
  );
}
