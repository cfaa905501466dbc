/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; our messages need no HTML. */
  readonly text: string;
  /** The same for every attempt, so that a mailbox can recognise a message that arrives twice. */
  readonly messageId: string;
}

/** Sends messages. */
export interface Mailer {
  /**
   * @param signal ends the attempt
   * @throws AppError `unavailable`, in the mail server's words, when the message could not be sent; `invalid-argument` for
   *   a bad address
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
