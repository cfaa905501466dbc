import type { Person } from './story-person.ts';
import type { Story } from './story.ts';

/** Two devices of one account that both hold the same documents. */
export async function pairWith(story: Story, ...ids: readonly string[]): Promise<[Person, Person]> {
  const [ada, eve] = [await story.person(), await story.person()];
  for (const id of ids) await ada.writes(id, 'one');
  await ada.syncs();
  await eve.fetches();
  return [ada, eve];
}
