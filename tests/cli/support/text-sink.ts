import { Writable } from 'node:stream';

/** A stream that keeps what is written to it. */
export class TextSink extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
