/** The part of the package that the tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    readonly path: string;
    body: unknown;
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { accountId: string };
    };
  }

  export class Provider {
    constructor(issuer: string, settings: object);
    readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }

  export const interactionPolicy: {
    base(): { add(prompt: object, place: number): void } & readonly object[];
    Prompt: new (options: { readonly name: string; readonly requestable: boolean }) => object;
  };
}
