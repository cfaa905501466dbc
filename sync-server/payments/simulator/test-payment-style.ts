import { FONT_PATH } from './test-payment-page.ts';

/** Styles of the hosted test-payment page, in the shop's look: one column on phones, two on wider screens. */
export const TEST_PAYMENT_STYLE = `
@font-face {
  font-family: 'Archivo Variable';
  font-weight: 100 900;
  font-display: swap;
  src: url('${FONT_PATH}') format('woff2');
}
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(97% .004 240), oklch(15% .012 250));
  --surface-raised: light-dark(oklch(99% .002 240), oklch(19% .012 250));
  --ink: light-dark(oklch(19% .012 250), oklch(97% .004 240));
  --muted: light-dark(oklch(45% .012 250), oklch(74% .01 245));
  --line: light-dark(oklch(90% .005 240), oklch(28% .012 250));
  --line-firm: light-dark(oklch(58% .01 250), oklch(56% .012 250));
  --accent: oklch(66% .19 38);
  --accent-hover: oklch(71% .17 42);
  --ink-fixed: oklch(19% .012 250);
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr auto;
  background: var(--surface);
  color: var(--ink);
  font: 400 1rem/1.5 'Archivo Variable', Arial, system-ui, sans-serif;
}
header, main, footer { padding-inline: max(clamp(1rem, 4vw, 3.25rem), (100% - 72rem) / 2); }
header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: .75rem 1.5rem;
  padding-block: 1.25rem;
  border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: .625rem; font-size: 1.0625rem; font-weight: 620; line-height: 1; letter-spacing: .22em; }
.brand svg { width: 1.75rem; fill: currentColor; }
.mode { padding: .3125rem .75rem; border: 1px dashed var(--ink); font-size: .875rem; line-height: 1.3; }
.mode strong { font-weight: 620; }
main {
  display: grid;
  align-content: start;
  gap: 2.5rem clamp(2.5rem, 7vw, 6rem);
  padding-block: clamp(2rem, 6vw, 5rem);
}
h1, h2 { font-weight: 500; line-height: 1.25; letter-spacing: -.015em; }
h1 { font-size: 1.125rem; }
h2 { font-size: 1.375rem; }
.total {
  margin-top: .25rem;
  font-size: clamp(2.5rem, 1.5rem + 4.5vw, 4.25rem);
  font-weight: 540;
  letter-spacing: -.045em;
  line-height: 1.1;
  font-variant-numeric: tabular-nums;
}
.note { margin-top: .5rem; color: var(--muted); max-width: 44ch; }
.fault { margin-top: .5rem; font-size: .9375rem; font-weight: 560; }
.lines { list-style: none; margin-top: 2.5rem; padding: 0; border-top: 1px solid var(--line); }
.lines li {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: .125rem 1.5rem;
  padding-block: 1.125rem;
  border-bottom: 1px solid var(--line);
}
.name { font-size: 1.125rem; font-weight: 500; letter-spacing: -.01em; overflow-wrap: anywhere; }
.amount { font-weight: 560; }
.amount, .detail { font-variant-numeric: tabular-nums; }
.detail { grid-column: 1; color: var(--muted); font-size: .9375rem; }
.pay {
  align-self: start;
  padding: clamp(1.25rem, 3vw, 2.25rem);
  background: var(--surface-raised);
  border: 1px solid var(--line);
  border-top: 2px solid var(--ink);
}
.pay form { margin-top: 1.75rem; }
.pay form + form { margin-top: .75rem; }
.pay form .button + .button { margin-top: .75rem; }
details { margin-bottom: 1.5rem; }
details[open] { margin-bottom: 0; }
summary { cursor: pointer; font-size: .9375rem; color: var(--muted); line-height: 2.75rem; }
summary + label { margin-top: .5rem; }
label { display: flex; justify-content: space-between; gap: 1rem; font-size: .9375rem; font-weight: 560; }
label span { color: var(--muted); font-weight: 400; }
fieldset { border: 0; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 560; }
input, select {
  width: 100%;
  min-height: 3rem;
  margin-block: .5rem 1.5rem;
  padding: .5rem .875rem;
  background: var(--surface);
  color: inherit;
  border: 1px solid var(--line-firm);
  border-radius: 2px;
  font: inherit;
}
select { appearance: auto; }
.button {
  display: grid;
  place-items: center;
  width: 100%;
  min-height: 3rem;
  padding: .5rem 1.5rem;
  background: var(--accent);
  color: var(--ink-fixed);
  border: 1px solid transparent;
  border-radius: 2px;
  font: inherit;
  font-weight: 560;
  font-variant-numeric: tabular-nums;
  text-decoration: none;
  cursor: pointer;
}
.quiet { background: transparent; color: var(--ink); border-color: var(--line-firm); }
.pay > .button { margin-top: 1.75rem; }
:is(.button, input, select, summary, a):focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; }
@media (hover: hover) {
  .button:hover { background: var(--accent-hover); }
  .quiet:hover { background: transparent; border-color: var(--ink); }
}
footer { padding-block: 1.25rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .875rem; }
@media (min-width: 52rem) {
  main { grid-template-columns: minmax(0, 1.2fr) minmax(20rem, 1fr); }
}
`;
