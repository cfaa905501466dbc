import type { Plugin } from 'vite';

const SCRIPT = /<(?:script type="module"|link rel="modulepreload")/g;

/** A page that comes rendered is read before it is used: its style, type and first picture go before its scripts. */
export function lateScripts(): Plugin {
  return {
    name: 'nankeen-late-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(SCRIPT, '$& fetchpriority="low"'),
    },
  };
}
