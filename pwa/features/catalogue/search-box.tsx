import { useEffect, useRef, type SyntheticEvent } from 'react';
import { SearchIcon } from '#pwa/ui/icons/action-icons.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Narrows the list with every letter. The field holds its own text: the address follows a moment later, and would take
 * back what was typed meanwhile.
 */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const box = input.current;
    if (box && box !== document.activeElement) box.value = search;
  }, [search]);

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
        defaultValue={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}
