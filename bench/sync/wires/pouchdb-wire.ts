import type { Contestant } from '../wire.ts';
export const pouchdb: Contestant = {
  name: 'pouchdb',
  about: '',
  start: () => Promise.reject(new Error('not yet')),
};
