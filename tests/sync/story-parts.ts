import { losingAnswers } from './networks.ts';
import type { Person } from './story-person.ts';
import type { Story } from './story.ts';

/** A device with acknowledged documents. */
export async function personWith(story: Story, ...ids: readonly string[]): Promise<Person> {
  const ada = await story.person();
  for (const id of ids) await ada.writes(id, 'one');
  await ada.syncs();
  return ada;
}

/** Two devices of one account with the same documents. */
export async function pairWith(story: Story, ...ids: readonly string[]): Promise<[Person, Person]> {
  const [ada, eve] = [await personWith(story, ...ids), await story.person()];
  await eve.fetches();
  return [ada, eve];
}

/** Two devices: the first doesn't know that the server has its document, the second sees it. */
export async function pairWithLostAnswer(story: Story, id: string): Promise<[Person, Person]> {
  const [ada, eve] = [await story.person(), await story.person()];
  ada.has(losingAnswers(1));
  await ada.writes(id, 'one');
  await ada.sends();
  await eve.fetches();
  return [ada, eve];
}

/** Deletes a document and pushes the deletion. */
export async function deletesAndSyncs(person: Person, id: string): Promise<void> {
  await person.deletes(id);
  await person.syncs();
}

/** A device with a rejected change: its edit of a document that another device had deleted. */
export async function personWithRejectedChangeOfDeleted(story: Story, id: string): Promise<Person> {
  const [ada, eve] = await pairWith(story, id);
  await deletesAndSyncs(eve, id);
  await ada.writes(id, 'my edit');
  await ada.syncs();
  return ada;
}

/** Each device in turn pulls and pushes. */
export async function meet(...people: readonly Person[]): Promise<void> {
  for (const one of people) {
    await one.fetches();
    await one.syncs();
  }
}

/** Makes acknowledged writes after the backup, which a restore will lose. */
export async function writesAfterBackup(
  story: Story,
  person: Person,
  id: string,
  text: string,
): Promise<void> {
  story.server.backUp();
  await person.writes(id, text);
  await person.syncs();
}

/** Restores the backup, then makes a new write. */
export async function writesAfterRestore(story: Story, person: Person, id: string): Promise<void> {
  await story.server.restore();
  await person.fetches();
  await person.writes(id, 'after the restore');
  await person.syncs();
}
