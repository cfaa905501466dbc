/** Stands in for the package `unload`, which RxDB uses: runs a function when the page goes, by `pagehide`. */
export function add(listener: () => void): { remove: () => void; run: () => void } {
  addEventListener('pagehide', listener);
  return { remove: () => removeEventListener('pagehide', listener), run: listener };
}
