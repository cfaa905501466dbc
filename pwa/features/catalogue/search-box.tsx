import { useEffect, useRef, type SyntheticEvent } from 'react';
import { afterPaint } from '#pwa/after-paint.ts';
import { SearchIcon } from '#pwa/ui/icons/action-icons.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './product-list.module.css';

export interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Called when the box is left, and on Enter. */
  readonly onLeave: () => void;
}

/**
 * Searches on every keystroke. The input is uncontrolled: the list updates only after the keystroke is painted, and a
 * controlled value would overwrite text typed in between.
 */
export function SearchBox({ search, onSearch, onLeave }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const cancelSearch = useRef<() => void>(undefined);

  useEffect(() => () => cancelSearch.current?.(), []);

  useEffect(() => {
    const box = input.current;
    if (box && box !== document.activeElement) box.value = search;
  }, [search]);

  function handleChange(text: string) {
    cancelSearch.current?.();
    cancelSearch.current = afterPaint(() => onSearch(text));
  }

  /** The list is filtered already, so on touch screens this only hides the keyboard that covers it. */
  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    onLeave();
    if (matchMedia('(hover: none)').matches) input.current?.blur();
  }

  return (
    <form role="search" className={styles.searchBoxSearch} onSubmit={handleSubmit}>
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
        onChange={(event) => handleChange(event.target.value)}
        onBlur={onLeave}
      />
      <kbd className={styles.searchBoxKey} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}
