/** The reasons why registering this installation can fail. */
export type InstallationCode = keyof typeof SENTENCES;

const SENTENCES = {
  'missing-app-config-values': 'The app was built without the facts it registers with.',
  'not-registered': 'This installation is not registered yet. It registers as soon as the server answers.',
  'installation-not-found':
    'The server no longer knows this installation. It registers again; nothing is lost.',
  'request-failed': 'The server did not register this installation. It is tried again; nothing is lost.',
  'app-offline': 'There is no network. What you do is kept here and sent later.',
  'delete-pending-registration':
    'This installation is being registered just now. It can be forgotten a moment later.',
} as const;

/** A failure of the installation's calls. `message` is written for a person. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError';
  readonly code: InstallationCode;

  constructor(code: InstallationCode, details: { readonly about?: string; readonly cause?: unknown } = {}) {
    const { about, cause } = details;
    super(about === undefined ? SENTENCES[code] : `${SENTENCES[code]} (${about})`, { cause });
    this.code = code;
  }
}
