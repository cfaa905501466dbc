/**
 * Keeps what a person does on a server-rendered page before the app is ready, and repeats it once then. A control has
 * `data-not-live` until it is hydrated. Asks again for the page's first script and styles if they are cut, because nothing
 * else runs that could. Loaded as a classic script before the first paint, so it imports nothing.
 */
(() => {
  /** Pauses before each attempt to load a file that was cut. */
  const PAUSES_MS = [0, 2000, 10_000, 30_000];
  const NOT_LIVE = '[data-not-live]';
  /** What to do once its control is live, in the order of the first touch. A second press changes nothing. */
  const taken = new Map<HTMLElement, () => void>();
  let repeating = Promise.resolve();
  /** How many rounds of repeating wait or run: what is done meanwhile comes after what was done before. */
  let rounds = 0;
  /** Whether an event is a repeated one. */
  let isRepeated = false;
  let observer: MutationObserver | undefined;

  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('button');
      if (!button || isRepeated || (rounds === 0 && !button.matches(NOT_LIVE))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.dataset['taken'] = '';
      button.ariaBusy = 'true';
      take(button, () => {
        delete button.dataset['taken'];
        button.ariaBusy = null;
        button.click();
      });
    },
    true,
  );
  // Typing sends `input`, some autofill `change` only. Where both come, the app may have hydrated the field in between, with
  // its own value.
  for (const type of ['input', 'change']) {
    addEventListener(
      type,
      ({ target }) => {
        const field = target as HTMLInputElement;
        const { checked, value } = field;
        const isTaken = taken.has(field);
        if (isRepeated || (isTaken ? type === 'change' : !field.matches(NOT_LIVE))) return;
        take(field, () => repeatInput(field, checked, value));
      },
      true,
    );
  }

  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) void importAgain(target.src);
      else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') linkAgain(target);
    },
    true,
  );

  /** Without a query: the app's other scripts import the same address. */
  async function importAgain(address: string): Promise<void> {
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const isLoaded = await import(/* @vite-ignore */ address).then(
        () => true,
        () => false,
      );
      if (isLoaded) return;
    }
  }

  /** If it fails too, its own error comes here. */
  function linkAgain(link: HTMLLinkElement): void {
    const attempts = Number(link.dataset['attempts'] ?? 0);
    const pause = PAUSES_MS[attempts];
    if (pause === undefined) return;
    const again = link.cloneNode() as HTMLLinkElement;
    again.dataset['attempts'] = String(attempts + 1);
    setTimeout(() => link.replaceWith(again), pause);
  }

  function take(control: HTMLElement, repeat: () => void): void {
    taken.set(control, repeat);
    if (observer) return;
    observer = new MutationObserver(() => {
      rounds += 1;
      repeating = repeating.then(repeatAll).finally(() => (rounds -= 1));
    });
    observer.observe(document, { subtree: true, attributeFilter: ['data-not-live'] });
    // `start.ts` then loads the app at once.
    dispatchEvent(new Event('earlyinput'));
  }

  async function repeatAll(): Promise<void> {
    for (let next = nextLive(); next; next = nextLive()) {
      const [control] = next;
      await nextTask();
      const repeat = taken.get(control);
      taken.delete(control);
      isRepeated = true;
      repeat?.();
      isRepeated = false;
      await rendered();
    }
  }

  function nextLive() {
    return [...taken].find(([control]) => !control.matches(NOT_LIVE));
  }

  function nextTask(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve));
  }

  /** Resolves when the app has rendered what was repeated: handlers use what their render knew. */
  async function rendered(): Promise<void> {
    await new Promise(requestAnimationFrame);
    await nextTask();
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
    }
  }

  /** Sets a field as the person did. React ignores an event that doesn't change the value it knows. */
  function repeatInput(field: HTMLInputElement, checked: boolean, value: string): void {
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.checked = !checked;
      return field.click();
    }
    const isSelect = field.matches('select');
    if (!isSelect) field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  }
})();
