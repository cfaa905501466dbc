import styles from './flow-text.module.css';

const FIGURE = '\\d[\\d.,]{0,4}';
const UNIT = ' [%°µ\\p{L}]{1,3}(?:/\\w{1,2})?[²³]?(?![\\p{L}\\d])';
/** A range, e.g. `20-30`, or a number with its unit, e.g. `65 km/h`; short enough for any column. */
const QUANTITY = new RegExp(`([+-]?${FIGURE}(?:-${FIGURE}(?:${UNIT})?|${UNIT}))`, 'u');

/** Renders text unchanged, but never breaks a line inside a quantity, at a hyphen or before the unit. */
export function FlowText({ text }: { readonly text: string }) {
  // Parts at odd indexes are the matches.
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
