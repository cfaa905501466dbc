// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StateChip, toChipState } from './state-chip.tsx';

afterEach(cleanup);

test.each([
  ['pending', false, 'Saved on this device'],
  ['pending', true, 'Sending'],
  ['acknowledged', false, 'Confirmed'],
  ['rejected', false, 'Needs review'],
] as const)('[R-SYN-02] a write that is %s (sending: %s) is shown as "%s"', (state, isSending, text) => {
  render(<StateChip state={toChipState(state, isSending)} />);
  expect(screen.getByText(text)).toBeTruthy();
});

test('[R-SYN-02] an enquiry that the server has is shown as "Received"', () => {
  render(<StateChip state={toChipState('acknowledged', false, 'contacts')} />);
  expect(screen.getByText('Received')).toBeTruthy();
});
