import { describe, expect, it } from 'vitest';
import { toPrintable, toPrintableJson, toPrintableLines } from './terminal.ts';

describe('untrusted text on a terminal', () => {
  it('[R-SHP-04] terminal escapes in data are made visible, and text stays on one line', () => {
    const text = '\u001b[31mred\u001b]0;title\u0007\nnext\u009b2J \u202etxt.exe';
    expect(toPrintable(text)).toBe(String.raw`\u001b[31mred\u001b]0;title\u0007 next\u009b2J \u202etxt.exe`);
  });

  it('[R-SHP-04] [T54] lines keep their ends and tabs, and nothing else that a terminal obeys', () => {
    const text = 'a\tb\r\nover\rwritten\b\u001b[2J\u007f\u009b\u202e\n';
    expect(toPrintableLines(text)).toBe(
      `a\tb\n${String.raw`over\u000dwritten\u0008\u001b[2J\u007f\u009b\u202e`}\n`,
    );
  });

  it('[R-SHP-04] terminal escapes in JSON are escaped, and the value stays the same', () => {
    const value = { name: '\u001b[2J\u009b\u007f\u202e', 'a\u202eb': ['ü', '🛩'] };
    const text = toPrintableJson(value);
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text).toContain('🛩');
    expect(JSON.parse(text)).toEqual(value);
  });
});
