import { AskForLink } from './ask-for-link.tsx';

/** For an account without a password. @param props `email` of the account */
export function SetPassword({ email }: { readonly email: string }) {
  return (
    <>
      <p>Your account has no password. We mail you a link that sets one and signs all browsers out.</p>
      <AskForLink purpose="reset" email={email} label="Set a password by email" />
    </>
  );
}
