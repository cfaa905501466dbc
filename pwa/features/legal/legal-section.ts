export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Rendered as a numbered list. */
  readonly steps?: readonly string[];
  /** Rendered as an unordered list. */
  readonly points?: readonly string[];
}
