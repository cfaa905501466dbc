import { losingAnswers } from './networks.ts';
import type { Person } from './story-person.ts';
import type { Story } from './story.ts';

/** A device that holds documents which the server has confirmed. */
export async function personWith(story: Story, ...ids: readonly string[]): Promise<Person> {
  const ada = await story.person();
  for (const id of ids) await ada.writes(id, 'one');
  await ada.syncs();
  return ada;
}

/** Two devices of one account that both hold the same documents. */
export async function pairWith(story: Story, ...ids: readonly string[]): Promise<[Person, Person]> {
  const [ada, eve] = [await personWith(story, ...ids), await story.person()];
  await eve.fetches();
  return [ada, eve];
}

/** Two devices, of which the first doesn't know that the server has its document, while the second sees it. */
export async function pairWithLostAnswer(story: Story, id: string): Promise<[Person, Person]> {
  const [ada, eve] = [await story.person(), await story.person()];
  ada.has(losingAnswers(1));
  await ada.writes(id, 'one');
  await ada.sends();
  await eve.fetches();
  return [ada, eve];
}

/** Somebody deletes a document, and sends that. */
export async function deletesAndSyncs(person: Person, id: string): Promise<void> {
  await person.deletes(id);
  await person.syncs();
}

/** A device that keeps as a rejected change what it wrote to a document after another had deleted it. */
export async function personWithRejectedChangeOfDeleted(story: Story, id: string): Promise<Person> {
  const [ada, eve] = await pairWith(story, id);
  await deletesAndSyncs(eve, id);
  await ada.writes(id, 'my edit');
  await ada.syncs();
  return ada;
}

/** One after the other fetches what the others wrote and sends what waits. */
export async function meet(...people: readonly Person[]): Promise<void> {
  for (const one of people) {
    await one.fetches();
    await one.syncs();
  }
}

/** What a restore will lose: written and confirmed after the backup. */
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

/** The backup is put back, and somebody goes on from there. */
export async function writesAfterRestore(story: Story, person: Person, id: string): Promise<void> {
  await story.server.restore();
  await person.fetches();
  await person.writes(id, 'after the restore');
  await person.syncs();
}
