import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';

type Stream = Writable & { readonly fd: number };

/** Wraps standard output when it is a file, because Node reports success for a partial write on a full disk. */
export function createStandardOutput(stream: Stream): Writable {
  return isFile(stream.fd) ? new FileStream(stream.fd) : stream;
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    // Closed by the parent process.
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
