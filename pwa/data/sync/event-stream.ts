/** One event of a server-sent stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Splits the text of an event stream into events; what a cut connection leaves unfinished is dropped. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
      );
      const data = fields.get('data');
      if (data !== undefined) onEvent({ event: fields.get('event') ?? 'message', data });
    }
  };
}
