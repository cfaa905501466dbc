import type { StaffGrant, StaffGrants } from '#server/accounts/staff-grants.ts';

/** Grants in memory, for tests. */
export function createMemoryStaffGrants(): StaffGrants {
  const grants = new Map<string, StaffGrant>();
  return {
    has: (email) => grants.has(email),
    list: () => [...grants.values()].sort((a, b) => (a.email < b.email ? -1 : 1)),
    grant: (grant) => void (grants.has(grant.email) || grants.set(grant.email, grant)),
    revoke: (email) => grants.delete(email),
  };
}
