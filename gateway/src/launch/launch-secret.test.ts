import { describe, expect, it } from 'vitest';
import { LaunchSecret } from './launch-secret.ts';

function secretAt(clock: { now: number }): LaunchSecret {
  return new LaunchSecret({ guesses: 3, window: 60_000, now: () => clock.now });
}

describe('the launch secret', () => {
  it('is 256 random bits in base64url', () => {
    const [one, other] = [secretAt({ now: 0 }).current, secretAt({ now: 0 }).current];
    expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one).not.toBe(other);
  });

  it('is valid once, and replaced by another one at once', () => {
    const launch = secretAt({ now: 0 });
    const first = launch.current;
    expect(launch.redeem(first)).toBe('accepted');
    expect(launch.current).not.toBe(first);
    expect(launch.redeem(first)).toBe('refused');
    expect(launch.redeem(launch.current)).toBe('accepted');
  });

  it('is not spent by a wrong guess, whatever its length', () => {
    const launch = secretAt({ now: 0 });
    const { current } = launch;
    for (const guess of ['', current.slice(1), `${current}A`]) expect(launch.redeem(guess)).toBe('refused');
    expect(launch.current).toBe(current);
  });

  it('is not compared with anything after too many wrong guesses, until the window has passed', () => {
    const clock = { now: 1_000 };
    const launch = secretAt(clock);
    for (let guess = 0; guess < 3; guess += 1) expect(launch.redeem('wrong')).toBe('refused');
    expect(launch.redeem(launch.current)).toBe('limited');
    clock.now += 59_999;
    expect(launch.redeem(launch.current)).toBe('limited');
    clock.now += 1;
    expect(launch.redeem(launch.current)).toBe('accepted');
  });

  it('is not limited by right ones', () => {
    const launch = secretAt({ now: 0 });
    for (let count = 0; count < 10; count += 1) expect(launch.redeem(launch.current)).toBe('accepted');
  });
});
