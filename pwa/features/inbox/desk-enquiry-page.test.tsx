// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp, STAFF } from '../../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { DeskEnquiryPage } from './desk-enquiry-page.tsx';

afterEach(cleanup);

test.each([
  ['kim@example.com', true],
  ['kim@example,com', false],
  ['not an address', false],
])(
  '[IN2] whether a reply to %j can be mailed is told before it is written',
  async (contactEmail, canReply) => {
    const app = createFakeApp({ session: STAFF });
    const { writeId: _writeId, sync: _sync, ...enquiry } = STORED_DOCUMENTS.contacts;
    await app.pull('contacts', [{ ...enquiry, contactEmail }]);
    renderInApp(app, <DeskEnquiryPage />, { path: `/admin/enquiries/${enquiry.FBUID}` });
    await screen.findByRole('heading', { name: 'Replies' });
    if (canReply) expect(await screen.findByRole('button', { name: 'Send reply' })).toBeTruthy();
    else expect(await screen.findByText(/is not an email address, so no reply can be mailed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send reply' }) !== null).toBe(canReply);
  },
);
