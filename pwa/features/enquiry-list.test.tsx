// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp } from '../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';
import { EnquiryList } from './enquiry-list.tsx';

afterEach(cleanup);

test('[R-CON-03] the newest enquiries come first, whatever the time zone', async () => {
  const app = createFakeApp();
  const enquiry = (contactMessage: string, createdAt: string) => ({
    ...STORED_DOCUMENTS.contacts,
    FBUID: contactMessage,
    contactMessage,
    createdAt,
  });
  await app.pull('contacts', [
    enquiry('From Sydney', '2026-11-01T10:00:00.000+11:00'),
    enquiry('From Kyiv', '2026-11-01T09:00:00.000+02:00'),
    enquiry('The day before', '2026-10-31T09:00:00.000+11:00'),
  ]);
  renderInApp(app, <EnquiryList title="Newest enquiries" limit={2} />);
  const links = await screen.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['From Kyiv', 'From Sydney']);
});
