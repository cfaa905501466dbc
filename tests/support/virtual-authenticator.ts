import type { Page } from 'playwright-core';

/** A passkey in Chromium's virtual authenticator. */
export interface StoredPasskey {
  readonly credentialId: string;
  readonly privateKey: string;
  readonly signCount: number;
  readonly isResidentCredential: boolean;
}

/** Chromium's own authenticator for tests: a device with a fingerprint reader, without any window of the browser. */
export interface VirtualAuthenticator {
  /** Whether the person's fingerprint is recognised; true by default. */
  recognise(isRecognised: boolean): Promise<void>;
  passkeys(): Promise<readonly StoredPasskey[]>;
  /** As a password manager does with its other devices. */
  copy(passkey: StoredPasskey): Promise<void>;
}

export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognise(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async passkeys() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    },
    async copy(credential) {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}
