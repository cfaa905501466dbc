import styles from './flow-text.module.css';

const FIGURE = '\\d[\\d.,]{0,4}';
const UNIT = ' [%°µ\\p{L}]{1,3}(?:/\\w{1,2})?[²³]?(?![\\p{L}\\d])';
/** From one figure to another, e.g. `20-30`, or a figure with its unit, e.g. `65 km/h`; short enough for any column. */
const QUANTITY = new RegExp(`([+-]?${FIGURE}(?:-${FIGURE}(?:${UNIT})?|${UNIT}))`, 'u');

/** A text whose lines don't break within a quantity, be it at a hyphen or before its unit. Every character stays as it is. */
export function FlowText({ text }: { readonly text: string }) {
  // Every other part is what the expression takes.
  return text.split(QUANTITY).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles.whole}>
        {part}
      </span>
    ),
  );
}
