/** Why the server can't be reached, as a sentence. */
export function toOutage(hasNetwork: boolean): string {
  return hasNetwork ? "We can't reach the store right now." : "You're offline.";
}
