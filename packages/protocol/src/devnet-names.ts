import type { Address } from './identifiers.ts';

/**
 * Names of devnet's ten public development accounts, for what shows addresses: a table, because deriving the addresses takes
 * elliptic curve code that a page of an explorer need not load. The last mines by default, the one before pays test coins.
 */
export const DEVNET_NAMES: ReadonlyMap<Address, string> = new Map([
  ['dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK', 'Treasury'],
  ['dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3', 'Alice'],
  ['dHCod47nyaKhKfiG6EpgK56bbudu5VH5U7', 'Bob'],
  ['dGUy6cp1j3SSL6D3tpWtDGsrkxGJjPBjsu', 'Carol'],
  ['dWuPJ3a8491JzZmUgzBfpWGLzoLtxhNxoc', 'Dave'],
  ['dZL6qwzN93Fe1srMhHjGnktLcnwevNgEXi', 'Erin'],
  ['dcEuxrjp8cp8nRgo5GXjsSwKhWxVkA77Tu', 'Frank'],
  ['daRLHLnbqeopjQ4ZHv3oAwseu2kgQJW3bX', 'Grace'],
  ['dcNNk7CCvAPPDSAAzAvqTaim6B5zYW426n', 'Faucet'],
  ['dM2LaZbBQ85woftkZB4KB6AvuHGcrQExWw', 'Miner'],
]);
