// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  arrival,
  openUpdate,
  press,
  save,
  storedProducts,
  STORED,
} from '../../../tests/support/product-form.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('lists', () => {
  const rows = (noun: string) => screen.getAllByRole('group', { name: new RegExp(`^${noun} \\d+$`) });
  const valuesOf = (noun: string) =>
    rows(noun).map((row) => (within(row).getByLabelText('Value') as HTMLInputElement).value);
  const SPECS = ['specification 0 value', 'specification 1 value'];

  test('[PB2] a row is moved, and its button keeps the focus', async () => {
    const app = await openUpdate();
    press('Move down specification 1');
    expect(valuesOf('specification')).toEqual(SPECS.toReversed());
    expect(screen.getByText('Moved to 2 of 2.')).toBeTruthy();
    // The last row can't go further down.
    expect(document.activeElement?.closest('[role="group"]')?.getAttribute('aria-label')).toBe(
      'specification 2',
    );
    await save();
    await arrival();
    expect((await storedProducts(app))[0]?.productSpecifications).toEqual(
      STORED.productSpecifications.toReversed(),
    );
  });

  test('[PB2] a row is copied, and removed with undo', async () => {
    await openUpdate();
    press('Duplicate specification 1');
    expect(valuesOf('specification')).toEqual([SPECS[0], ...SPECS]);
    press('Remove specification 1');
    press('Remove specification 1');
    expect(valuesOf('specification')).toEqual([SPECS[1]]);
    press('Undo');
    expect(valuesOf('specification')).toEqual(SPECS);
  });

  test('[PB2] a new row is added at the end and focused', async () => {
    await openUpdate();
    press('Add feature');
    expect(document.activeElement?.closest('[role="group"]')?.getAttribute('aria-label')).toBe('feature 4');
  });
});
