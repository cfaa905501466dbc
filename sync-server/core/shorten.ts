const MAX_MESSAGE_CHARACTERS = 300;

/** A schema's message quotes the value it was given, whatever its size; answers, verdicts and logs keep the beginning. */
export function shorten(message: string): string {
  return message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` : message;
}
