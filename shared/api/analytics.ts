/** Counting of visits, below the API's prefix. Without the typed client, so that it costs nobody else anything. */
export const WEB_CONFIG_PATH = '/analytics/apps/{appId}/webConfig';
export const VIEWS_PATH = '/analytics/views';

/** How the web app names itself when it asks for its web config: what every browser shows, so the key is no secret. */
export const APP_KEY = 'nankeen-store-web';
export const API_KEY_HEADER = 'X-API-Key';

/** `GET` of the web config: how an app counts what is looked at. */
export interface WebConfig {
  readonly appId: string;
  readonly measurementId: string;
}

/** `POST` of a view: somebody who agreed to be counted has opened a page; nothing says who. */
export interface PageView {
  readonly measurementId: string;
  /** A pattern of `PAGES`. */
  readonly page: string;
}
