import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMoreThanText, htmlToText, toBlurb } from './html-text.ts';

describe('HTML descriptions as plain text', () => {
  it.each([
    ['<p>One &amp; two</p><p>Three</p>', 'One & two\nThree'],
    ['<ul>\n  <li>A</li>\n  <li>B</li>\n</ul>', '- A\n- B'],
    ['a<br/>b<BR>c', 'a\nb\nc'],
    ['x&nbsp;&#8211;&nbsp;&#x1F600; &unknown; &#0;', 'x – 😀 &unknown; &#0;'],
    ['<script>alert(1)</script>ok<style>p{}</style><!-- no -->', 'ok'],
    ['&lt;b&gt; stays text', '<b> stays text'],
    ['<table><tr><td>A</td><td>B</td></tr></table>', 'A B'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['', ''],
  ])('[R-MIG-05] %s', (html, text) => expect(htmlToText(html)).toBe(text));

  it('[R-MIG-05] text without markup keeps its words', () => {
    const words = fc.array(fc.stringMatching(/^[a-zåäö0-9.,]{1,8}$/), { minLength: 1 });
    fc.assert(fc.property(words, (list) => htmlToText(list.join(' ')) === list.join(' ')));
  });

  it('[R-MIG-05] reads a hundred thousand unclosed tags in linear time', () => {
    expect(htmlToText('<p'.repeat(100_000)).length).toBeGreaterThan(0);
    expect(htmlToText('<script>'.repeat(100_000))).toBe('');
  });

  it('[R-MIG-05] detects pictures and links', () => {
    expect(hasMoreThanText('<p><img src=x></p>')).toBe(true);
    expect(hasMoreThanText('<p><abbr>x</abbr></p>')).toBe(false);
  });

  it('[R-MIG-05] a blurb is the first sentence, cut between words when it is too long', () => {
    expect(toBlurb('Flies 1.5 h. Then lands.\nMore')).toBe('Flies 1.5 h.');
    expect(toBlurb('word '.repeat(60))).toMatch(/^(word )+word…$/);
    expect(toBlurb('x'.repeat(500))).toHaveLength(160);
  });
});
