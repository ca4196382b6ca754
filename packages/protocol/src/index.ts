/**
 * The chain's format and rules (PROTOCOL.md sections 1–5), minimum fees (section 7), fork choice (section 8), the account
 * commitment (section 9) and signed messages as pure functions, for Node and browsers alike. Mnemonics are in
 * `@cairn/protocol/hd-keys`, the public development accounts in `@cairn/protocol/development-accounts`.
 */
export * from './account-commitment.ts';
export * from './account-records.ts';
export * from './address.ts';
export * from './amount.ts';
export * from './asert.ts';
export * from './block-header.ts';
export * from './block-transactions.ts';
export * from './block.ts';
export * from './bytes.ts';
export * from './consensus/consensus-error.ts';
export * from './consensus/header-chain.ts';
export * from './consensus/header-rules.ts';
export * from './consensus/state.ts';
export * from './consensus/subsidy.ts';
export * from './consensus/transaction-rules.ts';
export * from './devnet-names.ts';
export * from './difficulty.ts';
export * from './errors.ts';
export * from './fee-rules.ts';
export * from './fork-choice/header-tree.ts';
export * from './fork-choice/locator.ts';
export * from './genesis.ts';
export * from './hash.ts';
export * from './identifiers.ts';
export * from './merkle.ts';
export * from './networks.ts';
export * from './payment-receipt.ts';
export * from './signature.ts';
export * from './signed-message.ts';
export * from './transaction.ts';
export * from './verify-account.ts';
export * from './verify-payment.ts';
