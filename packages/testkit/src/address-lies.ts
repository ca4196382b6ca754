/** An answer of an API that a test alters. */
// oxlint-disable-next-line typescript/no-explicit-any -- a lie may change any field of any shape
export type Altered = any;
