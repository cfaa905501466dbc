import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Part } from './part.tsx';

export function ConnectionPart() {
  const { isOnline, isSending, lastContactAt, oldestWaitingAt, isLeader } = useConnection();
  return (
    <Part title="Connection">
      <Facts layout="apart" isSmall>
        <Fact name="Server">{isOnline ? (isSending ? 'Online, sending' : 'Online') : 'Offline'}</Fact>
        <Fact name="Last heard from it">
          {lastContactAt === undefined ? 'Not yet' : <Instant at={lastContactAt} />}
        </Fact>
        <Fact name="Oldest waiting write">
          {oldestWaitingAt === undefined ? 'None' : <Instant at={oldestWaitingAt} />}
        </Fact>
        <Fact name="Replicating">
          {isLeader === undefined ? 'Not yet known' : isLeader ? 'In this tab' : 'In another tab'}
        </Fact>
      </Facts>
    </Part>
  );
}
