import { expect, test } from 'vitest';
import { findFileType, isPictureSequence } from './file-type.ts';

/** One byte a character. */
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
/** The box that AVIF and HEIC files begin with. */
const toBox = (brands: string) => `\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`;

test.each([
  ['PDF', '%PDF-1.7\n', 'application/pdf'],
  ['JPEG', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['WebP', 'RIFF\n\0\0\0WEBPVP8 ', 'image/webp'],
  ['AVIF', toBox('avif\0\0\0\0mif1miaf'), 'image/avif'],
  ['AVIF under the general brand', toBox('mif1\0\0\0\0mif1avif'), 'image/avif'],
  ['HEIC', toBox('heic\0\0\0\0mif1'), 'image/heic'],
  ['HEIC under the general brand', toBox('mif1\0\0\0\0mif1heic'), 'image/heic'],
])('[FI3] [FI6] a %s is known by its first bytes', (_kind, text, type) => {
  expect(findFileType(toBytes(text))).toBe(type);
});

test.each([
  ['page', '<!doctype html>'],
  ['GIF', 'GIF89a\x01\0\x01\0'],
  ['film', toBox('isom\0\0\0\0mp42')],
  ['film whose data name a picture', `${toBox('isom\0\0\0\0mp42')}avif`],
  ['film whose version reads like a brand', toBox('isomavifmp42')],
  ['sound', 'RIFF\0\0\0\0WAVEfmt '],
  ['word', 'PDF'],
  ['box without a brand', '\0\0\0\x08ftyp'],
  ['file without bytes', ''],
])('[FI3] [FI6] a %s is of no type that is stored', (_kind, text) => {
  expect(findFileType(toBytes(text))).toBeUndefined();
});

test('[FI3] [FI6] a sequence of pictures is known by its brand', () => {
  expect(isPictureSequence(toBytes(toBox('avis\0\0\0\0avif')))).toBe(true);
  expect(isPictureSequence(toBytes(toBox('avif\0\0\0\0avis')))).toBe(false);
  expect(isPictureSequence(toBytes('\xff\xd8\xff'))).toBe(false);
});
