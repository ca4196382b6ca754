import '../messages/groups/verify/index.ts';
import { island } from '../runtime/island.tsx';
import { VerifyPage } from '../verify/page/verify-page.tsx';

/** Verifies pasted transactions, receipts, messages, headers and blocks, without the API. */
export default island(VerifyPage);
