import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { SEARCH_ARRIVAL } from './use-route-arrival.ts';

/** `/`, Ctrl+K and Cmd+K focus the search box of the page, or open the product search. */
export function useSearchShortcut(): void {
  const navigate = useNavigate();

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!isSearchKey(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (box) box.select();
      else void navigate('/products', { state: SEARCH_ARRIVAL });
      box?.focus();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [navigate]);
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (event.key.toLowerCase() === 'k') return hasCommand && !event.shiftKey;
  return event.key === '/' && !hasCommand && !isTypedInto(event.target);
}

/** Whether the target takes typed text, so that a slash belongs to it. */
function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}
