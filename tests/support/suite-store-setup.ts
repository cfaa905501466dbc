import { setUpSuiteStores } from './suite-store.ts';

setUpSuiteStores();
