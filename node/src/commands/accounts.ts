import { bytesToHex, type Network } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from '@cairn/protocol/development-accounts';
import { readChainConfig } from '../config.ts';
import { UsageError } from '../startup/errors.ts';
import type { CliCommand } from './command.ts';

const WARNING = 'These accounts are public: everyone knows their keys. Never send anything of value to them.';

/** `cairn accounts`: prints the public development accounts. */
export const accountsCommand: CliCommand = {
  name: 'accounts',
  summary: 'print the development accounts; their keys are public',
  flags: ['network', 'json'],
  async run({ settings, terminal }) {
    const { network } = readChainConfig(settings);
    if (!network.initializable) {
      throw new UsageError(`there are no development accounts on ${network.name}`);
    }
    const lines = settings.flags.json === true ? describeAsJson(network) : describeAsText(network);
    for (const line of lines) terminal.out(line);
    return Promise.resolve(0);
  },
};

function describeAsText(network: Network): string[] {
  return [
    `Development accounts on ${network.name}`,
    WARNING,
    '',
    `Mnemonic  ${DEVELOPMENT_MNEMONIC}`,
    "Path      m/44'/1'/0'/0/index",
    '',
    ...developmentAccounts(network).map(
      ({ index, address, privateKey }) => `${index}  ${address}  private key ${bytesToHex(privateKey)}`,
    ),
  ];
}

function describeAsJson(network: Network): string[] {
  const accounts = developmentAccounts(network).map(({ index, address, publicKey, privateKey }) => ({
    index,
    address,
    public_key: bytesToHex(publicKey),
    private_key: bytesToHex(privateKey),
  }));
  const document = { network: network.name, public: true, warning: WARNING };
  return [JSON.stringify({ ...document, mnemonic: DEVELOPMENT_MNEMONIC, accounts }, null, 2)];
}
