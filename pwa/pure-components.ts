import type { Plugin } from 'vite';

/**
 * Lets the bundler drop router components that nothing renders. It keeps them otherwise, because it takes `forwardRef()`
 * and the assignment of a `displayName` for side effects.
 */
export function pureComponents(): Plugin {
  return {
    name: 'nankeen-pure-components',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      // No line moves, so the earlier source map still fits.
      handler: (code) => ({
        code: code
          .replaceAll(/(?<== )(?=React\d*\.(?:forwardRef|memo|createContext)\()/g, '/* @__PURE__ */ ')
          .replaceAll(/^\w+\.displayName = ".*";$/gm, ''),
        map: null,
      }),
    },
  };
}
