import { formatInstant, type InstantPrecision } from './format-instant.ts';

interface InstantProps {
  /** Epoch milliseconds or an ISO time. */
  readonly at: number | string;
  readonly precision?: InstantPrecision;
  readonly className?: string | undefined;
}

export function Instant({ at, precision, className }: InstantProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {formatInstant(at, precision)}
    </time>
  );
}
