import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { markPointedLinks } from './pointed-link.ts';

// @vitest-environment happy-dom

const link = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;
const marked = () => [...document.querySelectorAll('[data-pointed]')].map(({ id }) => id);

function pointAt(element: Element, pointerType = 'mouse'): void {
  element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
}

describe('the link under the pointer', () => {
  beforeAll(() => {
    vi.useFakeTimers();
    markPointedLinks();
  });
  afterAll(() => vi.useRealTimers());
  beforeEach(() => {
    pointAt(document.body);
    vi.runAllTimers();
    document.body.innerHTML =
      '<p id="text">no link</p><a id="one" href="/blocks/1"><b id="inside">1</b></a><a id="two" href="/blocks/2">2</a>';
  });

  it('is marked once the pointer has rested on it or on an element in it', () => {
    pointAt(link('one'));
    vi.advanceTimersByTime(30);
    pointAt(link('inside'));
    vi.advanceTimersByTime(19);
    expect(marked()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(marked()).toEqual(['one']);
  });

  it('is not marked when the pointer only crosses it', () => {
    pointAt(link('one'));
    vi.advanceTimersByTime(40);
    pointAt(link('text'));
    vi.runAllTimers();
    expect(marked()).toEqual([]);
  });

  it('stays marked until the pointer rests on another link', () => {
    pointAt(link('one'));
    vi.runAllTimers();
    pointAt(link('text'));
    vi.runAllTimers();
    expect(marked()).toEqual(['one']);
    pointAt(link('two'));
    vi.runAllTimers();
    expect(marked()).toEqual(['two']);
  });

  it('is not marked by touch', () => {
    pointAt(link('one'), 'touch');
    vi.runAllTimers();
    expect(marked()).toEqual([]);
  });
});
