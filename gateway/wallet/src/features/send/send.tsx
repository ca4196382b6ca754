import { useWallet } from '../../wallet/context.ts';
import { NewTransfer } from './new-transfer.tsx';
import { ReplaceTransfer } from './replace-transfer.tsx';

/** A new transfer, or the replacement of a pending one. Both start again when the account changes. */
export function Send() {
  const { state, wallet } = useWallet();
  const { replacing } = state;
  const { address } = wallet.selected;
  return replacing === undefined ? (
    <NewTransfer key={address} />
  ) : (
    <ReplaceTransfer key={`${address}-${replacing.kind}-${replacing.id}`} {...replacing} />
  );
}
