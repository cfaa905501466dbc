import { createLog, type Log } from '#server/log.ts';

export const silentLog: Log = createLog({ level: 'silent' });
