import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { SEARCH_ARRIVAL } from './use-route-arrival.ts';

/** `/` and Ctrl or Cmd with K lead to the search from anywhere in the shop. */
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

/** Whether a slash belongs into what has the focus. */
function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}
