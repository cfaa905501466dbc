// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { FlowText } from './flow-text.tsx';

afterEach(cleanup);

function show(text: string) {
  const { container } = render(<FlowText text={text} />);
  return { text: container.textContent, whole: [...container.children].map((part) => part.textContent) };
}

test.each([
  ['sends video home from 20-30 km. One person', ['20-30 km']],
  ['20-30 km', ['20-30 km']],
  ['as long as 90 min at 65 km/h', ['90 min', '65 km/h']],
  ['-10 to 50 °C', ['-10 to', '50 °C']],
  ['12S 16000 mAh, 44.4 V', ['16000 mAh', '44.4 V']],
  ['3 m/s², 20-30; 7 kg.', ['3 m/s²', '20-30', '7 kg']],
  ['4 motors, 45-minute, description 0 value', []],
  ['Wind-aware return', []],
])('[R-DET-03] in %j no line breaks within %j', (text, whole) => {
  expect(show(text)).toEqual({ text, whole });
});

test('[R-DET-03] any text keeps every character, and its unbreakable parts are short', () => {
  const piece = fc.constantFrom('4', '20-30', '1,234', ' ', 'km/h', '-', 'x', '\n', '.');
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      (text) => {
        const shown = show(text);
        expect(shown.text).toBe(text);
        for (const part of shown.whole) expect(part?.length).toBeLessThanOrEqual(20);
        cleanup();
      },
    ),
    { seed: SEED },
  );
});
