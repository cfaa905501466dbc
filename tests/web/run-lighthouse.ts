import lighthouse, { type Result } from 'lighthouse';

/** A machine that is busy with something else can keep Lighthouse from finishing. */
const ATTEMPTS = 3;

/**
 * Measures a page as on a phone. What Lighthouse finds stands; a run it couldn't finish is begun again.
 * @param port where the browser listens for Lighthouse
 * @param categories Lighthouse's ids
 * @throws Error when no attempt was finished, with Lighthouse's reasons
 */
export async function runLighthouse(url: string, port: number, categories: string[]): Promise<Result> {
  const reasons: string[] = [];
  while (reasons.length < ATTEMPTS) {
    try {
      const flags = { port, logLevel: 'error', onlyCategories: categories } as const;
      const result = await lighthouse(url, flags);
      if (!result) throw new Error('no result');
      refuseUnfinished(result.lhr);
      return result.lhr;
    } catch (error) {
      reasons.push(String(error));
      console.log(`Lighthouse could not measure ${url}, attempt ${reasons.length}: ${error}`);
    }
  }
  throw new Error(`Lighthouse could not measure ${url}: ${reasons.join('; ')}`);
}

/** An audit without what it needed gives its category no score: that says nothing about the page. */
function refuseUnfinished({ runtimeError, audits }: Result): void {
  if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  const unfinished = Object.values(audits)
    .filter(({ scoreDisplayMode }) => scoreDisplayMode === 'error')
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
  if (unfinished.length > 0) throw new Error(unfinished.join(', '));
}
