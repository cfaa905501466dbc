/** Version shown by the health endpoint, the command line and the installation client. */
export const APP_VERSION = '0.2.75';

/** Printed by the server while a check of its files delays the start; the command line forwards it. */
export const CHECKING_NOTICE = 'Checking the data …';

/** Id the web app sends to the server. */
export const APP_ID = 'nankeen-store';

/** Default for the configured path prefix of the stored collections. */
export const DEFAULT_DATA_ENDPOINT = 'testing/data';
