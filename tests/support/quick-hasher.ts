import type { PasswordHasher } from '#server/accounts/password-hash.ts';

/** Replaces the slow scrypt where passwords are not the subject. */
export const quickHasher: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async ({ hash, password }) => hash === `hash of ${password}`,
};
