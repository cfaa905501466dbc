import { describe, expect, it } from 'vitest';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { composeMail } from '../compose-mail.ts';
import type { MailShop } from './letter.ts';
import { renderMail, TEMPLATES, type MailContent, type TemplateName } from './templates.ts';

const SHOP: MailShop = {
  publicUrl: 'https://shop.example',
  contactEmail: 'hello@shop.example',
  seller: { name: 'Nankeen Pty Ltd', address: '12 Hangar Road, Tamworth NSW 2340', abn: '51 824 753 556' },
  gstRule: 'specified',
  toOrderKey: () => 'the-key-of-the-order',
};
const AT = Date.parse('2026-03-02T09:00:00.000Z');
const TOKEN = 'aaaaaaaaaaaaaaaaaaaa';
const NASTY = 'Evil\r\nBcc: x@evil.example\r\n\r\nhttps://evil.example';

const CONTENTS: Readonly<Record<TemplateName, MailContent>> = {
  verify: { template: 'verify', facts: { token: TOKEN, minutes: 10 } },
  address: { template: 'address', facts: { token: TOKEN, minutes: 60 } },
  reset: { template: 'reset', facts: { token: TOKEN, minutes: 60 } },
  'delete-account': { template: 'delete-account', facts: { token: TOKEN, minutes: 1440 } },
  'account-exists': { template: 'account-exists', facts: {} },
  'password-changed': { template: 'password-changed', facts: { at: AT } },
  'address-changed': { template: 'address-changed', facts: { email: 'new@example.com', at: AT } },
  'sign-in-method-changed': {
    template: 'sign-in-method-changed',
    facts: { method: 'passkey', change: 'added', at: AT },
  },
  'role-granted': { template: 'role-granted', facts: { role: 'manager' } },
  'order-confirmed': {
    template: 'order-confirmed',
    facts: {
      id: 'abcdefghij0123456789',
      orderNumber: 'NK-1234',
      lines: [{ name: NASTY, quantity: 2, unitCents: 1_000 }],
      totalCents: 2_000,
      currency: 'AUD',
    },
  },
  'payment-failed': {
    template: 'payment-failed',
    facts: {
      orderNumber: 'NK-1234',
      lines: [{ name: NASTY, quantity: 2, unitCents: 1_000 }],
      totalCents: 2_000,
      currency: 'AUD',
    },
  },
  'order-sent': {
    template: 'order-sent',
    facts: { orderNumber: 'NK-1234', tracking: NASTY },
  },
  refunded: {
    template: 'refunded',
    facts: { orderNumber: '7K2M-Q4XD', cents: 9_000, currency: 'AUD' },
  },
  'staff-new-order': {
    template: 'staff-new-order',
    facts: {
      id: 'abcdefghij0123456789',
      orderNumber: '7K2M-Q4XD',
      lines: [{ name: 'Recon VTOL', quantity: 2, unitCents: 2_499_000 }],
      totalCents: 4_998_000,
      currency: 'AUD',
    },
  },
  'staff-held': {
    template: 'staff-held',
    facts: {
      id: 'abcdefghij0123456789',
      orderNumber: '7K2M-Q4XD',
      review: 'paid $1.00 (AUD), quoted $24,990.00 (AUD)',
    },
  },
  'staff-refund-failed': {
    template: 'staff-refund-failed',
    facts: { id: 'abcdefghij0123456789', orderNumber: '7K2M-Q4XD', cents: 9_000, currency: 'AUD' },
  },
  'order-accepted': {
    template: 'order-accepted',
    facts: { id: 'abcdefghij0123456789', orderNumber: '7K2M-Q4XD', paidCents: 2_000, currency: 'AUD' },
  },
  'enquiry-received': { template: 'enquiry-received', facts: {} },
  reply: { template: 'reply', facts: { text: 'In two weeks.\n', message: NASTY } },
  'staff-new-enquiry': { template: 'staff-new-enquiry', facts: { count: 3 } },
  'staff-dispute': {
    template: 'staff-dispute',
    facts: { orderNumber: 'NK-1234', totalCents: 2_000, currency: 'AUD' },
  },
  'backup-failed': { template: 'backup-failed', facts: { message: NASTY, lastAt: AT } },
  'disk-full': { template: 'disk-full', facts: { folder: NASTY, percent: 91 } },
};

const rendered = Object.values(CONTENTS).map(({ template, facts }) => ({
  template,
  ...renderMail(template, facts, SHOP),
}));

describe('mail templates', () => {
  it.each(rendered)(
    '[ML2] the mail $template is a pure function of its facts',
    ({ template, subject, text }) => {
      const { facts } = CONTENTS[template];
      // As stored and read again.
      expect(renderMail(template, JSON.parse(JSON.stringify(facts)), SHOP)).toEqual({ subject, text });
      expect({ subject, text }).toMatchSnapshot();
    },
  );

  it('[PY12] the mail that confirms an order names seller, ABN and GST, as the shop has set them', () => {
    const { template, facts } = CONTENTS['order-confirmed'];
    const { text } = renderMail(template, facts, SHOP);
    expect(text).toContain('Sub total: $18.00\nGST: $2.00\nTotal including GST: $20.00');
    expect(text).toContain('Sold by Nankeen Pty Ltd\n12 Hangar Road, Tamworth NSW 2340\nABN 51 824 753 556');
    const lawful = renderMail(template, facts, { ...SHOP, gstRule: 'law', seller: NO_SELLER }).text;
    expect(lawful).toContain('Sub total: $18.18\nGST: $1.82\nTotal including GST: $20.00');
    expect(lawful).not.toMatch(/Sold by|ABN/);
  });

  it('[ML2] a template that this version does not have is an error', () => {
    expect(() => renderMail('toString', {}, SHOP)).toThrow('There is no mail template named toString.');
    expect(Object.keys(TEMPLATES)).toEqual(expect.arrayContaining(Object.keys(CONTENTS)));
  });

  it.each(
    // The others quote what a person has written, which may be a link.
    rendered.filter(
      ({ template }) =>
        !['order-confirmed', 'payment-failed', 'order-sent', 'reply', 'backup-failed', 'disk-full'].includes(
          template,
        ),
    ),
  )(
    '[ML3] every link of the mail $template leads to the store, with a token only in its fragment',
    ({ template, text }) => {
      const links = (text.match(/\bhttps?:\S+/g) ?? []).map((link) => new URL(link));
      for (const link of links) {
        expect(link.origin).toBe(SHOP.publicUrl);
        expect(link.pathname + link.search).not.toContain(TOKEN);
      }
      const tokens = links.filter(({ hash }) => hash === `#${TOKEN}`);
      expect(tokens).toHaveLength('token' in CONTENTS[template].facts ? 1 : 0);
      expect(text.split(TOKEN)).toHaveLength(tokens.length + 1);
    },
  );

  it.each(rendered)(
    '[ML3] [T38] what a person typed adds nothing to the subject of the mail $template',
    (mail) => {
      expect(mail.subject).not.toContain('Evil');
      const composed = composeMail(
        {
          to: 'a@example.com',
          subject: `${mail.subject} ${NASTY}`,
          text: mail.text,
          messageId: '<1@shop.example>',
        },
        SHOP.contactEmail,
      );
      expect(composed.subject).not.toMatch(/[\r\n]/);
    },
  );
});
