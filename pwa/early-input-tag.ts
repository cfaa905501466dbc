import type { Plugin } from 'vite';

/** Builds `early-input.ts` and loads it in the page's head, as a classic script: before the page is shown. */
export function earlyInputTag(): Plugin {
  return {
    name: 'nankeen-early-input',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: '/early-input.ts', name: 'early-input' });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const file = Object.values(bundle ?? {}).find(({ name }) => name === 'early-input');
        if (!file) throw new Error('early-input.ts was not built.');
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}
