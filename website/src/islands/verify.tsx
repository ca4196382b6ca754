import '../messages/rooms/verify/index.ts';
import { island } from '../frame/island.tsx';
import { VerifyPage } from '../verify/page/verify-page.tsx';

/** Checks pasted transactions and proofs, without asking anybody. */
export default island(VerifyPage);
