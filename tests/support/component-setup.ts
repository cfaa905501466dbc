import { configure } from '@testing-library/react';

// A busy machine takes its time: what shows sooner is seen sooner.
configure({ asyncUtilTimeout: 10_000 });
