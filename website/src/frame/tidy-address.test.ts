import { describe, expect, it } from 'vitest';
import { tidyAddress } from './tidy-address.ts';

describe('the address of a list', () => {
  it.each([
    ['?before=banana', ''],
    ['?before=4294967296', ''],
    ['?size=7', ''],
    ['?direction=sent', ''],
    ['?page=0', ''],
    ['?page=01', ''],
    ['?before=', ''],
    ['?before=12&size=7', '?before=12'],
    ['?size=7&before=12#row', '?before=12#row'],
    ['?direction=sent&page=3', '?page=3'],
    ['?size=7&source=mail', '?source=mail'],
    ['?size=7&size=50', ''],
  ])('loses what means nothing and keeps the rest: %s', (before, after) => {
    expect(tidyAddress(`http://site/blocks${before}`)).toBe(`http://site/blocks${after}`);
  });

  it.each([
    '',
    '?before=12&size=50',
    '?before=0',
    '?page=1',
    '?direction=all',
    '?direction=in&page=2',
    '?q=%20a+b',
    '?a=%zz',
  ])('stays as it is where all of it means something: %s', (query) => {
    expect(tidyAddress(`http://site/blocks${query}`)).toBe(`http://site/blocks${query}`);
  });
});
