import { configure } from '@testing-library/react';

// Generous for busy machines; a wait ends as soon as its condition holds.
configure({ asyncUtilTimeout: 10_000 });
