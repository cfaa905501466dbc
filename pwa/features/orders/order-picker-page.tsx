import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createId } from '#shared/kernel/ids.ts';
import { LockedPage } from './locked-page.tsx';
import { OrderPicker } from './order-picker.tsx';

/** Components for a purchase order: a new one, a draft order by `sketch` in the query string, or a change of `order`. */
export function OrderPickerPage() {
  const [query, setQuery] = useSearchParams();
  const [freshId, setFreshId] = useState(createId);
  const named = query.get('order') || query.get('sketch');
  const id = named ?? freshId;

  /** A draft order that has begun has an address, so that a reload comes back to it. */
  function nameDraftOrder(): void {
    if (!named) setQuery({ sketch: id }, { replace: true, preventScrollReset: true });
  }

  function startAnew(): void {
    setFreshId(createId());
    setQuery({});
  }

  return (
    <LockedPage title="Purchase order">
      {() => <OrderPicker key={id} id={id} onChange={nameDraftOrder} onNew={startAnew} />}
    </LockedPage>
  );
}
