import lighthouse, { type Result } from 'lighthouse';

/** Lighthouse can fail to finish on a busy machine. */
const ATTEMPTS = 3;

/**
 * Measures a page as on a phone. Retries runs that Lighthouse could not finish, never its findings.
 * @param port the browser's remote debugging port
 * @param categories Lighthouse's ids
 * @throws Error with the reasons when no attempt finished
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

/** Throws on a failed audit: its category has no score, which says nothing about the page. */
function refuseUnfinished({ runtimeError, audits }: Result): void {
  if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  const unfinished = Object.values(audits)
    .filter(({ scoreDisplayMode }) => scoreDisplayMode === 'error')
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
  if (unfinished.length > 0) throw new Error(unfinished.join(', '));
}
