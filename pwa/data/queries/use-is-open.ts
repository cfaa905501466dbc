import { of } from 'rxjs';
import { useQuery } from './use-query.ts';

/** Whether the local store is open: before that nothing can be said of what is in it. */
export function useIsOpen(): boolean {
  return useQuery('open', () => of(true)) ?? false;
}
