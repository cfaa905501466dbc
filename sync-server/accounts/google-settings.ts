/** The client that is registered with Google, or with another OpenID provider. */
export interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's issuer identifier, an address without a trailing slash. */
  readonly issuer: string;
  /** Longest wait for one answer of the provider. */
  readonly timeoutMs: number;
}

/** Id of the provider in the account tables and in the callback's address. */
export const PROVIDER_ID = 'google';

export const GOOGLE_ISSUER = 'https://accounts.google.com';
