import { bytesToHex } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from '@cairn/protocol/development-accounts';
import { readChainConfig } from '../config.ts';
import { UsageError } from '../startup/errors.ts';
import { printResult, type CliCommand } from './command.ts';

const WARNING = 'These accounts are public: everyone knows their keys. Never send anything of value to them.';

/** `cairn accounts`: prints the public development accounts. */
export const accountsCommand: CliCommand = {
  name: 'accounts',
  summary: 'print the development accounts; their keys are public',
  options: ['network', 'json'],
  run(input) {
    const { network } = readChainConfig(input.options);
    if (!network.initializable) throw new UsageError(`there are no development accounts on ${network.name}`);
    const accounts = developmentAccounts(network).map(({ index, address, publicKey, privateKey }) => ({
      index,
      address,
      public_key: bytesToHex(publicKey),
      private_key: bytesToHex(privateKey),
    }));
    const document = {
      network: network.name,
      public: true,
      warning: WARNING,
      mnemonic: DEVELOPMENT_MNEMONIC,
      accounts,
    };
    const text = [
      `Development accounts on ${network.name}`,
      WARNING,
      '',
      `Mnemonic  ${DEVELOPMENT_MNEMONIC}`,
      "Path      m/44'/1'/0'/0/index",
      '',
      ...accounts.map(
        (account) => `${account.index}  ${account.address}  private key ${account.private_key}`,
      ),
    ];
    printResult(input, document, text.join('\n'), 2);
    return Promise.resolve();
  },
};
