import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { isNarrowed, type ListQuery } from './list-query.ts';

interface EmptyCategoryProps {
  readonly query: ListQuery;
  readonly onClear: () => void;
}

/** Says why no product shows and what to do about it. */
export function EmptyCategory({ query, onClear }: EmptyCategoryProps) {
  if (!isNarrowed(query)) {
    return (
      <EmptyState
        title="Nothing on this shelf yet"
        actions={<ButtonLink to="/contact">Contact Us</ButtonLink>}
      >
        Products appear here as soon as this device has received them. If you came here offline, connect once
        and they stay.
      </EmptyState>
    );
  }
  const isFiltered = query.bands.length > 0 || query.isBuyable;
  const search = query.search.trim();
  return (
    <EmptyState
      title={search === '' ? 'No product fits these filters' : `No product matches “${search}”`}
      actions={<Button onClick={onClear}>Clear all</Button>}
    >
      {isFiltered
        ? 'The filters leave nothing over on this shelf. Take one away, or look on another shelf.'
        : 'Search looks at names and descriptions. Try fewer letters, or another word for it.'}
    </EmptyState>
  );
}
