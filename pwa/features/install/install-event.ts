import { createStore, type ReadableStore } from '#pwa/create-store.ts';

/** The browser's own offer, which it lets a page keep for later. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const kept = createStore<BeforeInstallPromptEvent | undefined>(undefined);

/** The offer that was kept; from the first listener on the page waits for one. */
export const installEvent: ReadableStore<BeforeInstallPromptEvent | undefined> = {
  read: kept.read,
  subscribe(listener) {
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', forgetInstallEvent);
    return kept.subscribe(listener);
  },
};

export function forgetInstallEvent(): void {
  kept.set(undefined);
}

function keep(event: Event): void {
  event.preventDefault();
  kept.set(event as BeforeInstallPromptEvent);
}
