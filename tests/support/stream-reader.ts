/** One message of an event stream; a heartbeat is a `comment`. */
export interface StreamMessage {
  readonly event: string;
  readonly data: unknown;
}

export interface StreamReader {
  /** The next message; `undefined` at the end of the stream. */
  next(): Promise<StreamMessage | undefined>;
  /** Messages up to and including the first of this event, or to the end. */
  until(event: string): Promise<readonly StreamMessage[]>;
  cancel(): Promise<void>;
}

export function createStreamReader(response: Response): StreamReader {
  if (!response.body) throw new Error('no body');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';

  async function next(): Promise<StreamMessage | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return toMessage(block);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  }

  return {
    next,
    async until(event) {
      const messages: StreamMessage[] = [];
      for (let one = await next(); one; one = await next()) {
        messages.push(one);
        if (one.event === event) break;
      }
      return messages;
    },
    cancel: () => reader.cancel(),
  };
}

function toMessage(block: string): StreamMessage {
  if (block.startsWith(':')) return { event: 'comment', data: block.slice(1).trim() };
  const lines = block.split('\n');
  const valueOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  return { event: valueOf('event'), data: JSON.parse(valueOf('data')) as unknown };
}
