import { combineLatest, map, of } from 'rxjs';
import type { Profile } from '#shared/collections/profiles.ts';
import { useQuery } from '../queries/use-query.ts';
import { isPulled } from '../sync/checkpoint-record.ts';

export interface OwnProfile {
  /** As this device has it. */
  readonly profile: Profile | undefined;
  /** Whether the device would have it if there were one. */
  readonly isPulled: boolean;
}

/** An account's profile; `undefined` until the device has looked. */
export function useProfile(accountId: string | undefined): OwnProfile | undefined {
  return useQuery(`profile ${accountId ?? ''}`, ({ database }) =>
    accountId === undefined
      ? of(undefined)
      : combineLatest([
          database.profiles.findOne(accountId).$,
          database.checkpoints.findOne('profiles').$,
        ]).pipe(
          map(([found, record]) => ({
            profile: found?.toJSON() as Profile | undefined,
            isPulled: isPulled(record),
          })),
        ),
  );
}
