import { useRef, type SyntheticEvent } from 'react';
import { SearchIcon } from '#pwa/ui/icons/action-icons.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Narrows the list with every letter. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);

  /** There is nothing left to do but to give the screen back, which a phone's keyboard covers. */
  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (matchMedia('(hover: none)').matches) input.current?.blur();
  }

  return (
    <form role="search" className={styles.search} onSubmit={handleSubmit}>
      <SearchIcon size="small" />
      <TextInput
        ref={input}
        type="search"
        name="search"
        aria-label="Search products"
        aria-keyshortcuts="/ Control+K Meta+K"
        placeholder="Search"
        autoComplete="off"
        enterKeyHint="search"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}
