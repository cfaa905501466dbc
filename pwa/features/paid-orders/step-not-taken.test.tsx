// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NO_USER } from '#shared/collections/collection.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { createFakeApp, renderInApp, SIGNED_IN } from '../../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { StepNotTaken } from './step-not-taken.tsx';

afterEach(cleanup);

test.each([
  ['sue@example.com', 'The order was moved on elsewhere at the same time by sue@example.com: it is'],
  [NO_USER, 'The order was moved on elsewhere at the same time: it is'],
])('[PY7] a step that was not taken names who moved the order on, if known (%s)', (updatedBy, why) => {
  const stored = STORED_DOCUMENTS.orders as unknown as PaidOrder;
  const order = { ...stored, sync: { ...stored.sync, updatedBy } };
  const rejectedChange = {
    id: 'w',
    collection: 'orders',
    documentId: order.FBUID,
    kind: 'conflict' as const,
    code: 'aborted' as const,
    message: '',
    path: 'orderMoves',
    at: '2026-03-03T09:00:00.000Z',
    content: { orderMoves: { mine: [], theirs: [] } },
  };
  renderInApp(
    createFakeApp({ session: SIGNED_IN }),
    <StepNotTaken order={order} rejectedChange={rejectedChange} />,
  );
  expect(screen.getByText((text) => text.includes(why))).toBeTruthy();
});
