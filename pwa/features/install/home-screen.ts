interface Device {
  /** Only Safari and its kin on a phone or tablet say whether a page was opened from the home screen. */
  readonly standalone?: boolean;
  readonly maxTouchPoints: number;
}

/** Whether installing is left to the person here, and hasn't been done: an iPhone or iPad in the browser. */
export function isInstalledByHand({ standalone, maxTouchPoints }: Device): boolean {
  return standalone === false && maxTouchPoints > 1;
}
