import { storage } from '#pwa/data/platform.ts';
import { isSnoozed } from './install-snooze.ts';

/** The browser's own offer, which it lets a page keep for later. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: BeforeInstallPromptEvent | undefined;
const listeners = new Set<() => void>();

export function subscribeToInstallEvent(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', forgetInstallEvent);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeinstallprompt', keep);
    window.removeEventListener('appinstalled', forgetInstallEvent);
  };
}

export function readInstallEvent(): BeforeInstallPromptEvent | undefined {
  return kept;
}

export function forgetInstallEvent(): void {
  kept = undefined;
  for (const listener of listeners) listener();
}

function keep(event: Event): void {
  event.preventDefault();
  if (isSnoozed(storage, Date.now())) return;
  kept = event as BeforeInstallPromptEvent;
  for (const listener of listeners) listener();
}
