import { bytesToHex, type PaymentEvidence, parsePaymentReceipt } from '@cairn/protocol';

/** The receipt of the first transfer of the devnet genesis block: 1,000,000 CRN from development account 0 to account 1. */
const receipt =
  'cairn-proof-1.AAAAAQAAAAoDAAAAAQAAAAAAAFrzEHpAAGRWRExxelJlRUc1QnhOQmQ2NXdjSjg3dGJkOFU2WmR6RUtkTGhDSEEyMlhvWFNzd3RCNzhURjFyeFFndjNNWlEyaUozrwKCtu4PAHU9FCHJE5yuFu_qCAN-yhk-edXYMf_mQY4a7Ihv5sBlo1fJWq7pfBoVhTgP9aJE8RBwKszsf12pqiRLQqnfc0AUc9_47Jx_haCAlSw0JJQhTZmlqxPWpxhki2ON5jCaTeyVAJlQ2oYMdEp0QhnvY5lnxsj3bOKnWkcAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANM_zixkA0NR0UuGX5wHYquby3uvCC6KeCWiQeg4OW91kVkRMcXpSZUVHNUJ4TkJkNjV3Y0o4N3RiZDhVNlpkekVLaVW5ACB___8AAAABD5z_yR91I6TZxdKwlMOL1atByIGI6kYTI-066SEfeM9qMQ8cB-RAXfXv9bYxPZw4_rTRa48SBv2GTdEjdM_2lKk3PdoTR0mDsaspBmqrxa6bWxuSxBl1D5JgMy--06e8XJMzyW3FCrW38Ft6Y0X5u0QpR_A0kwHmXVruqO1Men0';

/** Signed by development account 1. */
const message = `-----BEGIN CAIRN SIGNED MESSAGE-----
I hold this address.
-----BEGIN CAIRN SIGNATURE-----
address: dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3
signature: af135df6fbdc47f31350d6a340cfedac5dd7f193a3bef84dfc3a9f74f56175f738c186dc093c49ee518ae27aac9a376012e247ecb5ed9ff10736ea500e3598149202399bff168fe5992ce30c15573dfc1d5691d32bdb72d32bbd939f9fc7495eee39fc9a188446c6417505ada804e4d33ef05cd8b3f14258454f7a51507463f2
-----END CAIRN SIGNED MESSAGE-----`;

/** An example of what the Verify page proves, by its kind. */
export const EXAMPLES = {
  receipt,
  message,
  /** The receipt's own, without its block. */
  transaction: bytesToHex((parsePaymentReceipt(receipt) as PaymentEvidence).transaction),
} as const;
