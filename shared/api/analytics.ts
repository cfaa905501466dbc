/** Page-view counting, below the API's prefix. Imports nothing, so pages without it load no extra code. */
export const WEB_CONFIG_PATH = '/analytics/apps/{appId}/webConfig';
export const VIEWS_PATH = '/analytics/views';

/** Identifies the web app when it requests its web config. Visible in every browser, so the key is no secret. */
export const APP_KEY = 'nankeen-store-web';
export const API_KEY_HEADER = 'X-API-Key';
