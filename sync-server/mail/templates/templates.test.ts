import { describe, expect, it } from 'vitest';
import { composeMail } from '../compose-mail.ts';
import { renderMail, TEMPLATES, type MailContent, type TemplateName } from './templates.ts';

const SHOP = { publicUrl: 'https://shop.example', contactEmail: 'hello@shop.example' };
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
      orderNumber: 'NK-1234',
      lines: [{ name: NASTY, quantity: 2, unitCents: 1_000 }],
      totalCents: 2_000,
      currency: 'AUD',
    },
  },
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

  it('[ML2] a template that this version does not have is an error', () => {
    expect(() => renderMail('toString', {}, SHOP)).toThrow('There is no mail template named toString.');
    expect(Object.keys(TEMPLATES)).toEqual(expect.arrayContaining(Object.keys(CONTENTS)));
  });

  it.each(
    rendered.filter(({ template }) => !['order-confirmed', 'backup-failed', 'disk-full'].includes(template)),
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
