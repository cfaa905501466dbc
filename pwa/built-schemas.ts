import type { Plugin } from 'vite';
import { COLLECTIONS } from '#shared/collections/catalogue.ts';
import { toRxSchema } from './data/store/rx-schema.ts';

/** Computes the local store's schemas at build time, so that pages don't load the code that derives them. */
export function builtSchemas(): Plugin {
  const schemas = Object.fromEntries(
    Object.values(COLLECTIONS).map((definition) => [definition.name, toRxSchema(definition)]),
  );
  return {
    name: 'nankeen-built-schemas',
    apply: 'build',
    load: {
      filter: { id: /\/pwa\/data\/store\/rx-schema\.ts$/ },
      handler: () => `
        const schemas = ${JSON.stringify(schemas)};
        export const toRxSchema = ({ name }) => schemas[name];
      `,
    },
  };
}
