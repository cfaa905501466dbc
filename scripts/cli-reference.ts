import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { describeProgram } from '#cli/program.ts';
import { toReference } from '#cli/reference/reference.ts';

export const REFERENCE_FILE = new URL('../docs/cli.md', import.meta.url).pathname;

/** @returns the content of `docs/cli.md`, generated from the command tree */
export async function createReference(): Promise<string> {
  const config = await resolveConfig(REFERENCE_FILE);
  return format(toReference(describeProgram()), { ...config, parser: 'markdown' });
}

if (import.meta.filename === process.argv[1]) writeFileSync(REFERENCE_FILE, await createReference());
