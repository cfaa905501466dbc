import { createStore, type ReadableStore } from '#pwa/create-store.ts';

/** The browser's install prompt, which a page can defer. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const deferred = createStore<BeforeInstallPromptEvent | undefined>(undefined);

/** The deferred install prompt. The page starts listening for one with the first subscriber. */
export const installEvent: ReadableStore<BeforeInstallPromptEvent | undefined> = {
  read: deferred.read,
  subscribe(listener) {
    window.addEventListener('beforeinstallprompt', defer);
    window.addEventListener('appinstalled', forgetInstallEvent);
    return deferred.subscribe(listener);
  },
};

export function forgetInstallEvent(): void {
  deferred.set(undefined);
}

function defer(event: Event): void {
  event.preventDefault();
  deferred.set(event as BeforeInstallPromptEvent);
}
