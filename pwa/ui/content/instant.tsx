import { formatInstant } from './format-instant.ts';

interface InstantProps {
  /** Epoch milliseconds or an ISO time. */
  readonly at: number | string;
  readonly className?: string | undefined;
}

export function Instant({ at, className }: InstantProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {formatInstant(at)}
    </time>
  );
}
