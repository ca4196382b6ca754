import { expect, it } from 'vitest';
import { addressesPlace, blockPlace, blocksPlace, lastSegment, searchPlace } from './places.ts';

const at = (path: string) => new URL(path, 'http://explorer.example');

it('reads the reference of a page, decoded where it can be', () => {
  expect(lastSegment(at('/de/blocks/12/'))).toBe('12');
  expect(lastSegment(at('/addresses/%3Cscript%3E'))).toBe('<script>');
  expect(lastSegment(at('/blocks/%E0%A4'))).toBe('%E0%A4');
});

it('knows no NUL, which no page can hold', () => {
  expect(lastSegment(at('/blocks/%00'))).toBe('\ufffd');
  expect(searchPlace(at('/search?q=a%00b')).text).toBe('a\ufffdb');
});

it.each(['0', '-1', '1e9', 'x', '99999999999999', ''])('takes page %j for the first', (page) => {
  expect(addressesPlace(at(`/addresses?page=${page}`)).page).toBe(1);
  expect(blockPlace(at(`/blocks/7?page=${page}`))).toEqual({ reference: '7', page: 1 });
});

it.each(['x', '-5', '1.5', '99999999999'])('takes a list before %j for the newest', (before) => {
  expect(blocksPlace(at(`/blocks?before=${before}&size=99999`)).place).toEqual({
    before: undefined,
    size: 25,
  });
});
