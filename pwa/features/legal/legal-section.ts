export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Numbered, one after the other. */
  readonly steps?: readonly string[];
  /** In no order. */
  readonly points?: readonly string[];
}
