import { of } from 'rxjs';
import { useQuery } from './use-query.ts';

/** Whether the local store is open; before that its contents are unknown. */
export function useIsOpen(): boolean {
  return useQuery('open', () => of(true)) ?? false;
}
