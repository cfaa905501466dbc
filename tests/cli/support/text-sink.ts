import { Writable } from 'node:stream';

/** A stream that collects its text. */
export class TextSink extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
