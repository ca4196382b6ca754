import { useStore } from '@cairn/ui';
import { planSend, suggestFees } from '@cairn/wallet';
import { useWallet } from '../../model/context.ts';
import { draftIn, formOf } from '../../model/draft.ts';

/** The draft of the next transfer, and what it comes to with the fees and the account as they are now. */
export function useDraft() {
  const { model, wallet, data, state } = useWallet();
  const unit = useStore(model.settings.unit);
  const draft = draftIn(unit, state.draft);
  const fees = suggestFees(state.status?.suggested_fees);
  const form = formOf(draft, fees, data?.account);
  const maximum = formOf({ ...draft, amount: null }, fees, data?.account).amount;
  const review = data && planSend({ form, network: wallet.network, account: data.account });
  return { draft, fees, form, maximum, review };
}
