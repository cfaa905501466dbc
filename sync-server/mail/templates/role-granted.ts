import { toLetter, toLink, type MailShop, type MailText } from './letter.ts';

const ROLES = { staff: 'a member of staff', manager: 'a manager' };

export function roleGranted({ role }: { readonly role: keyof typeof ROLES }, shop: MailShop): MailText {
  return {
    subject: 'You can manage the Nankeen store',
    text: toLetter(
      `You are now ${ROLES[role]} of the Nankeen store.`,
      ['Sign in with this address, or create an account with it:', toLink(shop, '/login')],
      ['Then open:', toLink(shop, '/admin')],
    ),
  };
}
