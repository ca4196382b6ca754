import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kindOf, limitRepetition, LineLimiter, MAX_LINES_PER_WINDOW, WINDOW_MS } from './log.ts';

const INFO = 30;
const WARN = 40;
const nowhere = (): void => undefined;
let now: number;
let limiter: LineLimiter;

beforeEach(() => {
  now = 0;
  limiter = new LineLimiter(() => now);
});

/** Number of written lines, out of `count`. */
function flood(count: number, line: (number: number) => string, level = INFO): number {
  return Array.from({ length: count }, (_, number) => limiter.admit(level, line(number), nowhere)).filter(
    Boolean,
  ).length;
}

describe('lines of one kind', () => {
  it('are written up to a limit in each window; the rest are counted and reported once', () => {
    const line = (number: number): string => `Peer 203.0.113.5:${number} is gone`;
    expect(flood(1_000, line)).toBe(MAX_LINES_PER_WINDOW);
    expect(limiter.takeSuppressed()).toEqual([]);
    expect(limiter.hasSuppressedLines()).toBe(true);
    now = WINDOW_MS;
    expect(flood(5, line)).toBe(0); // nothing more is written until the suppressed lines are reported
    const count = 1_000 - MAX_LINES_PER_WINDOW + 5;
    expect(limiter.takeSuppressed()).toEqual([{ count, line: line(4), write: nowhere }]);
    expect([limiter.takeSuppressed(), limiter.hasSuppressedLines()]).toEqual([[], false]);
    expect(flood(1_000, line)).toBe(MAX_LINES_PER_WINDOW);
  });

  it('below the limit are all written', () => {
    for (let round = 0; round < 10; round += 1) {
      expect(flood(MAX_LINES_PER_WINDOW, (number) => `Mined block ${number}`)).toBe(MAX_LINES_PER_WINDOW);
      now += WINDOW_MS;
    }
    expect(limiter.takeSuppressed()).toEqual([]);
  });

  it('do not suppress another kind or another level', () => {
    flood(100, () => 'one thing');
    expect(flood(1, () => 'another thing')).toBe(1);
    expect(flood(1, () => 'one thing', WARN)).toBe(1);
  });

  it('differ only in numbers, IDs and addresses', () => {
    expect(kindOf('Peer 203.0.113.5:1 (QmAbCdEf) dropped and refused for 10 min: x')).toBe(
      kindOf('Peer [2001:db8::1]:2 (QmGhIjKl) dropped and refused for 10 min: x'),
    );
    expect(kindOf(`Mined block 1 ${'0a'.repeat(8)}… with 2 transfers`)).toBe(
      kindOf(`Mined block 12 ${'b1'.repeat(8)}… with 3 transfers`),
    );
    expect(kindOf('Peer 1 is gone')).not.toBe(kindOf('Peer 1 called us'));
  });

  it('of too many kinds count as one, so that memory and log stay bounded', () => {
    const name = (number: number): string => 'x'.repeat((number % 60) + 1) + 'y'.repeat(number / 60);
    expect(flood(3_000, name)).toBeLessThan(600);
    now = WINDOW_MS;
    expect(limiter.takeSuppressed().length).toBe(1);
  });
});

describe('a logger with limitRepetition', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reports how many lines it suppressed, at their level', () => {
    const lines: { level: number; msg: string; repeated?: number }[] = [];
    const hooks = { logMethod: limitRepetition(limiter) };
    const logger = pino(
      { hooks, base: null },
      { write: (line: string) => void lines.push(JSON.parse(line) as never) },
    );
    for (let number = 0; number < 50; number += 1) logger.warn({ number }, `request ${number} failed`);
    logger.error(new Error('by itself'));
    expect(lines).toHaveLength(MAX_LINES_PER_WINDOW + 1);
    now = WINDOW_MS;
    vi.advanceTimersByTime(WINDOW_MS);
    expect(lines.at(-1)).toMatchObject({
      level: WARN,
      repeated: 50 - MAX_LINES_PER_WINDOW,
      msg: `${50 - MAX_LINES_PER_WINDOW} more lines like this one within 10 s: request 49 failed`,
    });
    logger.warn('request 51 failed');
    expect(lines.at(-1)).toMatchObject({ msg: 'request 51 failed' });
  });
});
