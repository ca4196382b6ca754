/** `cairn send`, `sign` and `submit`: transfers of the command-line wallet. */
import { formatCoins } from '@cairn/protocol';
import type { OutboxEntry, SubmitOutcome } from '@cairn/wallet';
import { type Options, readChainConfig } from '../config.ts';
import { NodeError, UsageError } from '../startup/errors.ts';
import { printResult, type CliArgument, type CliCommand } from './command.ts';
import { KEY_OPTIONS, keyFileOf, openKeys } from './key.ts';
import { callRpc, findRpc } from './rpc.ts';
import type { Terminal } from './terminal.ts';

const RPC_OPTIONS = ['dataDir', 'rpcHost', 'rpcPort', 'rpcUrl', 'tokenFile'] as const;
const ORDER: readonly CliArgument[] = [
  { name: '<address>', help: 'recipient' },
  { name: '<amount>', help: 'in CRN, like 12.5' },
];

/** `cairn send ADDRESS AMOUNT`: signs a transfer, stores it and sends it. */
export const sendCommand: CliCommand = {
  name: 'send',
  summary: 'pay from the command-line wallet over a running node',
  arguments: ORDER,
  options: [...KEY_OPTIONS, ...RPC_OPTIONS, 'account', 'fee', 'highFee', 'signAgain', 'json'],
  async run({ options, args, terminal }) {
    const { describeOutcome, signWithNode } = await import('../wallet/transfers.ts'); // few commands need them
    const { submitEntry } = await import('@cairn/wallet');
    const order = await readOrder(options, args);
    await using signer = await openSigner(options, terminal);
    const { outbox } = signer;
    await callRpc(findRpc(options), async (client) => {
      const entry = await signWithNode(client, signer, order, 'signed');
      const submit = (raw: string) => client.submitTransaction({ raw });
      const outcome = await submitEntry({ entry, submit, outbox, now: Date.now() });
      const text = describeOutcome(entry.id, outcome);
      const relayed = outcome.kind === 'accepted' ? outcome.relayCount : 0;
      const document = { ...describe(entry), status: outcome.kind, relay_count: relayed };
      printResult({ options, terminal }, document, `${summarize(entry)}. ${text}`);
    });
  },
};

/** `cairn sign ADDRESS AMOUNT`: signs a transfer and prints it, for `cairn submit`. */
export const signCommand: CliCommand = {
  name: 'sign',
  summary: 'sign a transfer and print it, without a node if nonce and fee are given',
  arguments: ORDER,
  options: [...KEY_OPTIONS, ...RPC_OPTIONS, 'account', 'fee', 'nonce', 'highFee', 'signAgain', 'json'],
  async run({ options, args, terminal }) {
    const { signOffline, signWithNode } = await import('../wallet/transfers.ts');
    const order = await readOrder(options, args);
    const { nonce } = options;
    const { fee } = order;
    if (nonce !== undefined && fee === undefined)
      throw new UsageError('--nonce needs --fee, as no node is asked');
    await using signer = await openSigner(options, terminal);
    const entry =
      nonce !== undefined && fee !== undefined
        ? await signOffline(signer, { ...order, fee, nonce })
        : await callRpc(findRpc(options), (client) => signWithNode(client, signer, order, 'exported'));
    printResult({ options, terminal }, describe(entry), entry.raw);
  },
};

/** `cairn submit RAW`: sends a signed transaction, or those of the key file whose sending was not answered. */
export const submitCommand: CliCommand = {
  name: 'submit',
  summary: 'send a signed transaction, or again those that cairn send could not',
  arguments: [{ name: '[raw]', help: 'in hexadecimal, as cairn sign prints it' }],
  options: ['network', 'keyFile', ...RPC_OPTIONS, 'json'],
  async run({ options, args, terminal }) {
    const [text] = args as [string?];
    const { describeOutcome, readRaw } = await import('../wallet/transfers.ts');
    const { isOtherNetwork, submitEntry, submitRaw } = await import('@cairn/wallet');
    const network = readChainConfig(options).network.name;
    const given = text === undefined ? undefined : readRaw(text, network);
    const report = (id: string, outcome: SubmitOutcome): void =>
      printResult({ options, terminal }, { id, status: outcome.kind }, describeOutcome(id, outcome));
    await callRpc(findRpc(options), async (client) => {
      const status = await client.status();
      if (isOtherNetwork({ network, status }))
        throw new NodeError(`the node is on ${status.network}, not on ${network}`);
      const submit = (raw: string) => client.submitTransaction({ raw });
      if (given !== undefined) return report(given.id, await submitRaw(given, submit));
      await using outbox = await openOutbox(options);
      const entries = (await outbox.all()).filter((entry) => entry.network === network && isUnsent(entry));
      if (entries.length === 0)
        throw new NodeError('every signed transfer was sent; name a transaction to send');
      for (const entry of entries)
        report(entry.id, await submitEntry({ entry, submit, outbox, now: Date.now() }));
    });
  },
};

/** True for a transfer of `cairn send` that the node has not answered, or could not take. */
function isUnsent({ state }: OutboxEntry): boolean {
  return state === 'signed' || state === 'unclear' || state === 'waiting';
}

async function readOrder(options: Options, args: readonly unknown[]) {
  const { readOrder: read } = await import('../wallet/transfers.ts');
  const [recipient, amount] = args as [string, string];
  const { fee, highFee = false } = options;
  return read(readChainConfig(options).network.name, { recipient, amount, fee, highFee });
}

async function openOutbox(options: Options) {
  const { FileOutbox } = await import('../wallet/file-outbox.ts');
  return FileOutbox.open(keyFileOf(options));
}

/** The keys, and the outbox that no other command uses until this one ends. */
async function openSigner(options: Options, terminal: Terminal) {
  const { keyring, selected } = await openKeys(options, terminal);
  const outbox = await openOutbox(options);
  return {
    keyring,
    account: options.account ?? selected,
    outbox,
    signAgain: options.signAgain === true,
    [Symbol.asyncDispose]: () => outbox[Symbol.asyncDispose](),
  };
}

function describe({ id, raw, network, fromAddress, toAddress, value, fee, nonce }: OutboxEntry) {
  return { id, network, from_address: fromAddress, to_address: toAddress, value, fee, nonce, raw };
}

function summarize({ value, fee, toAddress }: OutboxEntry): string {
  return `Sent ${formatCoins(BigInt(value))} CRN to ${toAddress}, with a fee of ${formatCoins(BigInt(fee))} CRN`;
}
