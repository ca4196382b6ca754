/** Bounds of every histogram of durations, in seconds: from an answer out of memory to a full block on a slow disk. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
