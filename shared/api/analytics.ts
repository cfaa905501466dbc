/** Counting of visits, below the API's prefix. Without the typed client, so that it costs nobody else anything. */
export const WEB_CONFIG_PATH = '/analytics/apps/{appId}/webConfig';
export const VIEWS_PATH = '/analytics/views';

/** How the web app names itself when it asks for its web config: what every browser shows, so the key is no secret. */
export const APP_KEY = 'nankeen-store-web';
export const API_KEY_HEADER = 'X-API-Key';
