/** Style of the hosted test-payment page: the shop's palette, one column on a phone, two on a desk. */
export const TEST_PAYMENT_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(97% .004 240), oklch(15% .012 250));
  --surface: light-dark(oklch(100% 0 0), oklch(19% .012 250));
  --ink: light-dark(oklch(19% .012 250), oklch(97% .004 240));
  --muted: light-dark(oklch(45% .012 250), oklch(72% .01 245));
  --line: light-dark(oklch(90% .005 240), oklch(30% .012 250));
  --field: light-dark(oklch(60% .01 250), oklch(55% .012 250));
  --signal: oklch(66% .19 38);
  --on-signal: oklch(19% .012 250);
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr auto;
  background: var(--paper);
  color: var(--ink);
  font: 400 1rem/1.5 'Archivo Variable', Archivo, system-ui, sans-serif;
}
.top, main, footer { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
.top {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: .5rem 1.5rem;
  padding-block: 1.25rem;
  border-bottom: 1px solid var(--line);
}
.brand { font-size: 1.25rem; font-weight: 700; letter-spacing: -.02em; }
.mode {
  padding: .25rem .875rem;
  border: 1px dashed var(--ink);
  border-radius: 999px;
  font-size: .875rem;
}
main {
  display: grid;
  align-content: start;
  gap: 2rem clamp(2rem, 6vw, 5rem);
  padding-block: clamp(1.5rem, 5vw, 4rem);
}
h1, h2 { font-size: 1rem; font-weight: 600; line-height: 1.3; }
.total {
  margin-top: .5rem;
  font-size: clamp(2.25rem, 1.5rem + 4vw, 3.75rem);
  font-weight: 650;
  letter-spacing: -.035em;
  line-height: 1.1;
  font-variant-numeric: tabular-nums;
}
.note { margin-top: .5rem; color: var(--muted); font-size: .9375rem; max-width: 46ch; }
.lines { list-style: none; margin-top: 2rem; padding: 0; border-top: 1px solid var(--line); }
.lines li {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: .125rem 1.5rem;
  padding-block: 1rem;
  border-bottom: 1px solid var(--line);
}
.name { font-weight: 550; overflow-wrap: anywhere; }
.amount, .detail { font-variant-numeric: tabular-nums; }
.detail { color: var(--muted); font-size: .875rem; grid-column: 1; }
.pay {
  align-self: start;
  padding: clamp(1.25rem, 3vw, 2rem);
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 12px;
}
.pay form { margin-top: 1.5rem; }
.pay form + form { margin-top: .75rem; }
label { display: flex; justify-content: space-between; gap: 1rem; font-size: .875rem; font-weight: 550; }
label span { color: var(--muted); font-weight: 400; }
input {
  width: 100%;
  min-height: 3rem;
  margin-block: .5rem 1.25rem;
  padding: .625rem .875rem;
  background: var(--paper);
  color: inherit;
  border: 1px solid var(--field);
  border-radius: 8px;
  font: inherit;
}
.button {
  display: grid;
  place-items: center;
  width: 100%;
  min-height: 3.25rem;
  padding: .75rem 1.25rem;
  background: var(--signal);
  color: var(--on-signal);
  border: 1px solid transparent;
  border-radius: 8px;
  font: inherit;
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  text-decoration: none;
  cursor: pointer;
}
.quiet { background: transparent; color: var(--ink); border-color: var(--field); font-weight: 550; }
.pay > .button { margin-top: 1.5rem; }
:is(.button, input, a):focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
@media (hover: hover) {
  .button:hover { background: oklch(71% .17 42); }
  .quiet:hover { background: var(--line); }
}
footer { padding-block: 1.25rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .8125rem; }
@media (min-width: 52rem) {
  main { grid-template-columns: minmax(0, 1.15fr) minmax(20rem, 1fr); align-content: center; }
}
`;
