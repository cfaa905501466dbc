import { expect, test } from 'vitest';
import { addConfirmation, isConfirmed, MOST_CONFIRMATIONS, toConfirmation } from './confirmation.ts';

const stamp = { sequence: 3, updatedAt: '', updatedBy: '', acknowledged: 'older' };
const pending = { FBUID: 'a', writeId: 'mine', sync: stamp };

test('[R-SYN-02] a pending write is confirmed once its acknowledgement arrives', () => {
  expect(isConfirmed(pending, { ...pending, sync: { ...stamp, acknowledged: 'mine' } })).toBe(true);
});

test('[R-SYN-02] a rejected write is not confirmed, whether its document is reverted or removed', () => {
  expect(isConfirmed(pending, { ...pending, writeId: 'older' })).toBe(false);
  const gone = { ...pending, _deleted: true, sync: { ...stamp, acknowledged: 'mine' } };
  expect(isConfirmed(pending, gone)).toBe(false);
});

test('[R-SYN-02] writes of other clients are not confirmed here', () => {
  const settled = { ...pending, writeId: 'older' };
  expect(
    isConfirmed(settled, { ...settled, writeId: 'theirs', sync: { ...stamp, acknowledged: 'theirs' } }),
  ).toBe(false);
  expect(isConfirmed(undefined, settled)).toBe(false);
});

test('[R-SYN-02] the last ten confirmations are kept, newest first', () => {
  const list = Array.from({ length: 12 }, (_, at) =>
    toConfirmation('contacts', { FBUID: `${at}`, contactName: 'Mara' }, at),
  );
  const kept = list.reduce<readonly (typeof list)[number][]>(addConfirmation, []);
  expect(kept).toHaveLength(MOST_CONFIRMATIONS);
  expect(kept[0]).toMatchObject({ label: 'Enquiry', subject: 'Mara', at: 11 });
});
