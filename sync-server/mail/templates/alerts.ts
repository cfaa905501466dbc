import { toLetter, toTimeText, type MailText } from './letter.ts';

/** @param facts.lastAt of the newest backup, in epoch milliseconds */
export function backupFailed(facts: { readonly message: string; readonly lastAt: number | null }): MailText {
  return {
    subject: 'The backup of the shop failed',
    text: toLetter(
      ['The scheduled backup failed:', facts.message],
      [
        facts.lastAt === null
          ? 'No earlier backup was found.'
          : `Earlier backups are kept. The newest is of ${toTimeText(facts.lastAt)}.`,
        'The server tries again every hour. This email is sent once; it comes again only if a backup fails after one has worked.',
      ],
      'What to check: the disk of the data folder, and the log of the server.',
    ),
  };
}

export function diskFull({
  folder,
  percent,
}: {
  readonly folder: string;
  readonly percent: number;
}): MailText {
  return {
    subject: 'The disk of the shop is nearly full',
    text: toLetter(
      `The disk with the folder ${folder} is ${percent} % full.`,
      [
        'When it is full, the shop can be read but stores nothing: orders and enquiries wait on the devices.',
        'Free space, use a larger disk, or keep fewer backups (BACKUP_KEEP).',
      ],
      'This email is sent once; it comes again only if the disk fills up after it had room.',
    ),
  };
}
