/** Channel on which every change is told (`NOTIFY`). */
export const HEAD_CHANNEL = 'cairn_head';

/** Key of the advisory lock that the one writing node holds: "cairn" in ASCII. A lock belongs to one database. */
export const LEASE_KEY = 0x63_61_69_72_6e;
