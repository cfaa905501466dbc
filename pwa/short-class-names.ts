import type { Plugin } from 'vite';

/**
 * Names the classes of built CSS modules by number. Names with a hash don't compress: they are a fifth of the style sheet.
 * The app and its render build must agree, so a class is numbered by its file and its place in it.
 * @param sources paths of the app's files
 */
export function shortClassNames(sources: readonly string[]): Plugin {
  const files = sources.filter((path) => path.endsWith('.module.css')).toSorted();
  const classes = files.map((): string[] => []);
  const generateScopedName = (name: string, path: string) => {
    const file = files.findIndex((one) => path.endsWith(`/${one}`));
    const names = classes[file];
    if (!names) throw new Error(`${path} is not a file of the app.`);
    if (!names.includes(name)) names.push(name);
    return `${toLetters(file)}${names.indexOf(name)}`;
  };
  return {
    name: 'nankeen-short-class-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName } } }),
  };
}

/** 0 is `a`, 26 is `ba`. */
function toLetters(number: number): string {
  return [...number.toString(26)].map((digit) => (Number.parseInt(digit, 26) + 10).toString(36)).join('');
}
