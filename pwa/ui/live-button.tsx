import type { ComponentProps } from 'react';
import { useIsLive } from './use-is-live.ts';

/** The platform's button; what the server rendered of it can be pressed once there is something behind it. */
export function LiveButton({ disabled, ...rest }: ComponentProps<'button'>) {
  const isLive = useIsLive();
  return (
    <button type="button" {...rest} disabled={disabled || !isLive} data-not-live={!isLive || undefined} />
  );
}
