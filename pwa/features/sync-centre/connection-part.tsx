import { useConnection } from '#pwa/data/use-connection.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Facts } from './facts.tsx';
import { Part } from './part.tsx';

export function ConnectionPart() {
  const { isOnline, isSending, lastContactAt, oldestWaitingAt, isLeader } = useConnection();
  return (
    <Part title="Connection">
      <Facts
        facts={[
          { name: 'Server', value: isOnline ? (isSending ? 'Online, sending' : 'Online') : 'Offline' },
          {
            name: 'Last heard from it',
            value: lastContactAt === undefined ? 'Not yet' : <Instant at={lastContactAt} />,
          },
          {
            name: 'Oldest waiting write',
            value: oldestWaitingAt === undefined ? 'None' : <Instant at={oldestWaitingAt} />,
          },
          {
            name: 'Replicating',
            value: isLeader === undefined ? 'Not yet known' : isLeader ? 'In this tab' : 'In another tab',
          },
        ]}
      />
    </Part>
  );
}
