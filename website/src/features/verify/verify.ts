import { identifyAddressNetwork, ProtocolError, type SignedMessage, verifyMessage } from '@cairn/protocol';
import type { VerificationContext } from './api-source.ts';
import type { GivenInput } from './parse-input.ts';
import { type Findings, type Plan, type Proof, runSteps, type Step, type StepState } from './steps.ts';
import { type AddressSubject, balanceSteps, planAddress } from './verify-address.ts';
import { type BlockSubject, blockSteps } from './verify-block.ts';
import {
  planTransaction,
  receiptSteps,
  transactionBytesSteps,
  type TransactionSubject,
} from './verify-transaction.ts';

/** What a page shows, for a verification that asks the API. */
export type PageSubject =
  | ({ readonly kind: 'transaction' } & TransactionSubject)
  | ({ readonly kind: 'block' } & BlockSubject)
  | ({ readonly kind: 'address' } & AddressSubject);

/** Called with all steps whenever one has changed. */
type OnChange = (steps: readonly StepState[]) => void;

interface Outcome {
  readonly steps: readonly StepState[];
  /** What was proven of a transaction or an address, to be checked without the API. */
  readonly proof: Proof | undefined;
}

/** Attempts at answers of one tip, and the pause before the next, in milliseconds. */
const ATTEMPTS = 4;
const PAUSE_MS = 400;

/** Verifies what a page shows; again if the chain has moved meanwhile, unless something is wrong. */
export async function verifyPage(
  subject: PageSubject,
  context: VerificationContext,
  onChange: OnChange,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS;
    const { steps: planned, prove } = planPage(subject, context, isLast);
    const steps = await runSteps(planned, onChange);
    const isWrong = steps.some(({ status }) => status === 'failed');
    const isMoving = steps.some(({ reason }) => reason?.code === 'moving_tip');
    if (isWrong || !isMoving || isLast) return { steps, proof: await prove?.(steps) };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function planPage(subject: PageSubject, context: VerificationContext, isLast: boolean): Plan {
  if (subject.kind === 'block') return { steps: blockSteps(context, subject) };
  if (subject.kind === 'address') return planAddress(context, subject, isLast);
  return planTransaction(context, subject);
}

/** Verifies the user's input from its bytes alone, without the API. */
export function verifyInput(input: GivenInput, onChange: OnChange): Promise<readonly StepState[]> {
  return runSteps(stepsOf(input), onChange);
}

function stepsOf(input: GivenInput): Step[] {
  switch (input.kind) {
    case 'receipt':
      return receiptSteps(input.receipt);
    case 'balance':
      return balanceSteps(input.receipt);
    case 'message':
      return [{ id: 'message', run: (findings) => checkMessage(findings, input.signed) }];
    default:
      return transactionBytesSteps(input.raw);
  }
}

/** Checks that the text was signed with the key that hashes to the address. */
function checkMessage(findings: Findings, signed: SignedMessage): void {
  const { address } = signed;
  const network = identifyAddressNetwork(address);
  if (network === undefined) throw new ProtocolError('invalid_address', `not an address: ${address}`);
  findings.note('network', network);
  findings.note('signer', address);
  findings.note('text', signed.message);
  if (!verifyMessage(signed)) {
    findings.problems.push('the signature is not one of this text by the key of this address');
  }
}
