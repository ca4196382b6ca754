import { encodeAddress, getNetwork, NETWORK_NAMES } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRecipient, findTypo } from './recipient.ts';

const [alice] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address) as [string, string];
const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });

describe('recipient entry', () => {
  test('every address of the network is accepted, in groups or with white space around it too', () => {
    fc.assert(
      fc.property(hash, (bytes) => {
        const address = encodeAddress(bytes, getNetwork('devnet'));
        const grouped = ` ${address.match(/.{1,4}/g)!.join(' ')}\n`;
        expect(checkRecipient(address, 'devnet')).toEqual({ ok: true, address });
        expect(checkRecipient(grouped, 'devnet')).toEqual({ ok: true, address });
      }),
    );
  });

  test('an address that begins like one of another coin is accepted', () => {
    const address = 'TB115BhpCAFbjPUgniZ36TZYxNB67fPKzr';
    expect(checkRecipient(address, 'testnet')).toEqual({ ok: true, address });
  });

  test('every address of another network is recognized', () => {
    fc.assert(
      fc.property(hash, fc.constantFrom(...NETWORK_NAMES), (bytes, network) => {
        const entry = checkRecipient(encodeAddress(bytes, getNetwork(network)), 'testnet');
        expect(entry).toMatchObject(
          network === 'testnet' ? { ok: true } : { ok: false, problem: 'wrong_network', network },
        );
      }),
    );
  });

  test('no single changed character goes unnoticed', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('');
    fc.assert(
      fc.property(fc.nat(33), fc.constantFrom(...alphabet), (position, character) => {
        const changed = alice.slice(0, position) + character + alice.slice(position + 1);
        expect(checkRecipient(changed, 'devnet').ok).toBe(changed === alice);
        if (changed !== alice && position > 0) {
          expect(checkRecipient(changed, 'devnet')).toMatchObject({ problem: 'checksum' });
        }
      }),
    );
  });

  test.each([
    ['', { problem: 'empty', length: 0 }],
    ['dVg5', { problem: 'too_short', length: 4 }],
    [`${alice}1`, { problem: 'too_long', length: 35 }],
    [alice.replace(/.$/, '0'), { problem: 'alphabet', character: '0' }],
    [`${alice.slice(0, 20)}…`, { problem: 'alphabet', character: '…' }],
    ['0'.repeat(34), { problem: 'coinbase_sender' }],
    ['Tm', { problem: 'prefix', length: 2 }],
    ['C', { problem: 'prefix' }],
    ['Bob', { problem: 'prefix' }],
    [`T${alice.slice(1)}`, { problem: 'prefix' }],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', { problem: 'foreign' }],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { problem: 'foreign' }],
    ['0x52908400098527886E0F7030069857D2E4169EE7', { problem: 'foreign' }],
  ])('%j is refused: %j', (text, problem) => {
    expect(checkRecipient(text, 'devnet')).toMatchObject({ ok: false, ...problem });
  });
});

test('findTypo finds one wrong character at the start, in the middle and at the end', () => {
  for (const position of [1, 17, 33]) {
    const wrong = alice[position] === 'x' ? 'y' : 'x';
    const typed = alice.slice(0, position) + wrong + alice.slice(position + 1);
    expect(findTypo(typed, 'devnet')).toEqual({ kind: 'wrong', position });
  }
});

test('findTypo finds two swapped neighbours', () => {
  const position = Array.from(alice).findIndex(
    (character, index) => index > 4 && character !== alice[index + 1],
  );
  const typed =
    alice.slice(0, position) + alice[position + 1]! + alice[position]! + alice.slice(position + 2);
  expect(findTypo(typed, 'devnet')).toEqual({ kind: 'swapped', position });
});

test('findTypo finds nothing for several typos or a wrong length', () => {
  expect(findTypo(`${alice.slice(0, 10)}xyxy${alice.slice(14)}`, 'devnet')).toBeUndefined();
  expect(findTypo(alice.slice(1), 'devnet')).toBeUndefined();
  expect(findTypo(alice, 'testnet')).toBeUndefined();
});
