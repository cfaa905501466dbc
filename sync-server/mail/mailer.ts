/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; our messages need no HTML. */
  readonly text: string;
}

/**
 * Sends messages.
 * @throws AppError `unavailable` when the message could not be sent, `invalid-argument` for a bad address
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
