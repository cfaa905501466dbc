// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  arrival,
  findButton,
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

  const choose = (label: string, ...files: readonly File[]) => {
    const input = document.querySelector(`input[type="file"][aria-label="${label}"]`) as HTMLInputElement;
    fireEvent.change(input, { target: { files } });
  };
  const picture = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' });

  test('[FI3] [PB1] several pictures become rows in their order, and say that they are kept', async () => {
    const app = await openUpdate({ productImages: [] });
    choose('Choose pictures', picture('a.jpg'), picture('b.jpg'));
    await screen.findByRole('group', { name: 'picture 2' });
    expect(screen.getAllByText(/^Saved on this device; it is sent/)).toHaveLength(2);
    expect(screen.getByText(/^Thumbnail/)).toBeTruthy();
    expect(screen.getAllByText(/^Say what it shows/)).toHaveLength(2);
    expect(app.files.files.read()).toMatchObject([
      { name: 'a.jpg', usedBy: ['products/recon-vtol'] },
      { name: 'b.jpg', usedBy: ['products/recon-vtol'] },
    ]);
    press('Remove picture 1');
    await save();
    await arrival();
    const [kept, ...others] = app.files.files.read() ?? [];
    expect([kept?.usedBy, others]).toEqual([['products|recon-vtol'], []]);
    expect((await storedProducts(app))[0]?.productImages).toMatchObject([
      { value: `/pictures/u/${kept?.id}.webp` },
    ]);
  });

  test('[FI3] [PB1] a photo is taken with the camera at the back, and a PDF is only chosen', async () => {
    await openUpdate({ productImages: [] });
    const cameras = document.querySelectorAll<HTMLInputElement>('input[type="file"][capture]');
    expect(
      [...cameras].map((input) => [
        input.getAttribute('aria-label'),
        input.accept,
        input.getAttribute('capture'),
      ]),
    ).toEqual([['Take a photo', 'image/*', 'environment']]);
    choose('Take a photo', picture('photo.jpg'));
    await screen.findByRole('group', { name: 'picture 1' });
  });

  test('[FI3] [PB5] a product is saved with the picture that was still being prepared', async () => {
    const app = await openUpdate({ productImages: [] });
    const add = app.files.add.bind(app.files);
    let prepare = () => {};
    const isPrepared = new Promise<void>((resolve) => (prepare = resolve));
    vi.spyOn(app.files, 'add').mockImplementation((file, use) => isPrepared.then(() => add(file, use)));
    choose('Choose pictures', picture('a.jpg'));
    await save();
    expect(findButton('Save')?.disabled).toBe(true);
    expect((await storedProducts(app))[0]?.productImages).toEqual([]);
    prepare();
    await arrival();
    const [kept] = app.files.files.read() ?? [];
    expect((await storedProducts(app))[0]?.productImages).toMatchObject([
      { value: `/pictures/u/${kept?.id}.webp` },
    ]);
  });

  test('[R-DET-02] the seventh picture says that it is in the box', async () => {
    await openUpdate();
    const marker = screen.getByText(/^In the Box/);
    expect(marker.closest('[role="group"]')?.getAttribute('aria-label')).toBe('picture 7');
  });

  test('[FI3] a refused file says why, and the others are added', async () => {
    const app = await openUpdate({ productDownloads: [] });
    const add = app.files.add.bind(app.files);
    vi.spyOn(app.files, 'add').mockImplementation((file, use) =>
      file.name === 'big.pdf' ? Promise.reject(new Error('It is too large.')) : add(file, use),
    );
    choose('Choose PDFs', picture('big.pdf'), picture('Manual.pdf'));
    expect(await screen.findByDisplayValue('Manual')).toBeTruthy();
    expect((await screen.findByText(/It is too large\./)).textContent).toBe('big.pdf It is too large.');
    press('Dismiss');
    expect(screen.queryByText(/It is too large/)).toBeNull();
  });
});
