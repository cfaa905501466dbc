import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';

type Stream = Writable & { readonly fd: number };

/**
 * A stream of this process as it is, except for a file: the platform takes it for a success when only a part of the
 * bytes fits on the disk.
 */
export function createStandardOutput(stream: Stream): Writable {
  return isFile(stream.fd) ? new FileStream(stream.fd) : stream;
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    // Closed by whoever has started this command.
    return false;
  }
}

class FileStream extends Writable {
  private readonly fd: number;

  constructor(fd: number) {
    super();
    this.fd = fd;
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error) => void): void {
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(this.fd, bytes, written);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
