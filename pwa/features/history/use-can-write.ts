import { rulesOf } from '#shared/access/decide-access.ts';
import { useHasAccess } from '#pwa/data/session/use-access.ts';
import { useSession } from '#pwa/data/session/use-session.ts';

/** Whether the button that writes is offered. Who reads a history is its owner or staff; the server decides. */
export function useCanWrite(collection: string): boolean {
  const { isStaff } = useSession();
  const hasAccess = useHasAccess();
  const { gate, change } = rulesOf(collection);
  return (gate === undefined || hasAccess) && (isStaff || change !== 'staff');
}
