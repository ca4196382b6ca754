import { expect, it } from 'vitest';
import { Broadcast, type Listener } from './broadcast.ts';

/** A listener that writes down what it hears. */
function listen(): Listener & { heard: string[] } {
  const heard: string[] = [];
  return { heard, send: (frame) => void heard.push(frame.toString()) };
}

const listeners = Array.from({ length: 250 }, listen);

it('reaches everyone who was there, in order, and leaves others their turn', async () => {
  const broadcast = new Broadcast(10);
  const late = listen();
  for (const text of ['one', 'two']) broadcast.say(Buffer.from(text), listeners);
  expect(listeners.at(-1)!.heard).toEqual([]);
  broadcast.say(Buffer.from('three'), [...listeners, late]);
  await expect.poll(() => late.heard).toEqual(['three']);
  for (const { heard } of listeners) expect(heard).toEqual(['one', 'two', 'three']);
});

it('drops the oldest of what waits for too long', async () => {
  const broadcast = new Broadcast(3);
  const listener = listen();
  for (let index = 0; index < 10; index += 1) broadcast.say(Buffer.from(String(index)), [listener]);
  await expect.poll(() => listener.heard.at(-1)).toBe('9');
  expect(listener.heard).toEqual(['0', '7', '8', '9']);
});
