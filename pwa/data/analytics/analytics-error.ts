/** Every way in which counting visits can fail. */
export type AnalyticsCode = keyof typeof SENTENCES;

const SENTENCES = {
  'no-app-id': 'The app was built without its id, so nothing is counted.',
  'no-api-key': 'The app was built without its key, so nothing is counted.',
  'config-fetch-failed': 'The server did not say how visits are counted.',
  'fetch-throttle': 'The server has too much to do to say how visits are counted. It is asked again later.',
} as const;

/** A failure of counting visits; it keeps nobody from anything. */
export class AnalyticsError extends Error {
  override readonly name = 'AnalyticsError';
  readonly code: AnalyticsCode;

  constructor(code: AnalyticsCode, cause?: unknown) {
    super(SENTENCES[code], cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
