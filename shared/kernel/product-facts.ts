/** Version of the product, shown by the health call, the command line and the installation client. */
export const APP_VERSION = '0.2.75';

/** What the server says while a check of its files delays the start; the command line passes it on. */
export const CHECKING_NOTICE = 'Checking the data …';

/** How the web app names itself to the server. */
export const APP_ID = 'nankeen-store';

/** Default of the configured prefix under which the stored collections live. */
export const DEFAULT_DATA_ENDPOINT = 'testing/data';
