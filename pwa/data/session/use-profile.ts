import { map, of } from 'rxjs';
import type { Profile } from '#shared/collections/profiles.ts';
import { useQuery } from '../queries/use-query.ts';

/** An account's profile as this device has it; `undefined` while there is none. */
export function useProfile(accountId: string | undefined): Profile | undefined {
  return useQuery(`profile ${accountId ?? ''}`, ({ database }) =>
    accountId === undefined
      ? of(undefined)
      : database.profiles.findOne(accountId).$.pipe(map((one) => one?.toJSON() as Profile | undefined)),
  );
}
