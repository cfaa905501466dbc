const MAX_MESSAGE_CHARACTERS = 300;

/** A schema's message quotes the value whatever its size, so responses, verdicts and logs keep only its start. */
export function shorten(message: string): string {
  return message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` : message;
}
