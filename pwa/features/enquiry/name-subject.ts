/**
 * A message that says at its head what it is about. What stands there already stays, below it.
 * @param about e.g. a product's name
 * @param before what it was about when it was last written: the same isn't named again
 */
export function nameSubject(message: string, about: string | undefined, before: string | undefined): string {
  if (about === undefined || about === before || message.split('\n').includes(`About: ${about}`))
    return message;
  const isUntouched = before !== undefined && message === toHead(before);
  return toHead(about) + (isUntouched ? '' : message);
}

function toHead(about: string): string {
  return `About: ${about}\n\n`;
}
