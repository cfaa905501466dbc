import type { Contestant } from '../wire.ts';
export const rxdbServer: Contestant = {
  name: 'rxdbServer',
  about: '',
  start: () => Promise.reject(new Error('not yet')),
};
