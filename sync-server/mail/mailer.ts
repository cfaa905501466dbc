/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; everything we send is readable without HTML. */
  readonly text: string;
}

/** Hands a message on. @throws AppError `unavailable` when it could not be handed on, `invalid-argument` for a bad address */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
