import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createId } from '#shared/kernel/ids.ts';
import { LockedPage } from './locked-page.tsx';
import { OrderPicker } from './order-picker.tsx';

/** Picks components for a new order, for the draft order `draft` or for the order `order` of the query string. */
export function OrderPickerPage() {
  const [query, setQuery] = useSearchParams();
  const [freshId, setFreshId] = useState(createId);
  const named = query.get('order') || query.get('draft');
  const id = named ?? freshId;

  /** Puts a draft order into the address once it has content, so that a reload returns to it. */
  function putIntoAddress(): void {
    if (!named) setQuery({ draft: id }, { replace: true, preventScrollReset: true });
  }

  function startNew(): void {
    setFreshId(createId());
    setQuery({});
  }

  return (
    <LockedPage title="Purchase order">
      {() => <OrderPicker key={id} id={id} onChange={putIntoAddress} onNew={startNew} />}
    </LockedPage>
  );
}
