/* The attacks of a hostile page. Each function runs in that page, so it may use nothing of this file or its imports. */

/** A server that is attacked. */
export interface Target {
  readonly origin: string;
  /** Path of a read. */
  readonly read: string;
  /** Path of a write, and its JSON. */
  readonly write: string;
  readonly body: string;
  /** Sent with `fetch`: a token shows that it would not help. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Runs every attack that needs no click, all at once.
 * @returns for each attack the result that it could read, `a refusal` if that is all, or `nothing`
 */
export async function attack({ origin, body, headers, ...paths }: Target): Promise<Record<string, string>> {
  const [read, write] = [origin + paths.read, origin + paths.write];
  const session = `${origin}/gateway/session`;
  const timeoutMs = 2_000;

  const withTimeout = async (attempt: Promise<string>): Promise<string> =>
    Promise.race([
      attempt.catch(() => 'nothing'),
      new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), timeoutMs)),
    ]);
  const fetched = async (url: string, options: RequestInit): Promise<string> => {
    const given = new Headers(options.headers);
    for (const [name, value] of Object.entries(headers ?? {})) given.set(name, value);
    const response = await fetch(url, { credentials: 'include', ...options, headers: given });
    const text = await response.text();
    return response.type === 'opaque' || !response.ok || text === ''
      ? 'nothing'
      : `read ${text.slice(0, 40)}`;
  };
  const loaded = (tag: string, attribute: string, url: string): Promise<string> =>
    new Promise((resolve) => {
      const element = document.createElement(tag);
      element.addEventListener('load', () => resolve(`loaded ${tag}`));
      element.addEventListener('error', () => resolve('nothing'));
      if (tag === 'link') element.setAttribute('rel', 'stylesheet');
      element.setAttribute(attribute, url);
      document.body.append(element);
    });
  const readIn = ({ contentDocument }: HTMLIFrameElement): string => {
    const text = contentDocument?.body?.innerText ?? '';
    if (text.includes('"error"')) return 'a refusal';
    return text === '' ? 'nothing' : `read ${text.slice(0, 40)}`;
  };
  const framed = (tag: string, attribute: string, url: string): Promise<string> =>
    new Promise((resolve) => {
      const element = document.createElement(tag) as HTMLIFrameElement;
      element.setAttribute(attribute, url);
      document.body.append(element);
      setTimeout(() => resolve(readIn(element)), 1_000);
    });
  const posted = (url: string, enctype: string, name: string, value: string): Promise<string> => {
    const target = `frame-${Math.random()}`;
    const frame = document.createElement('iframe');
    frame.name = target;
    const form = document.createElement('form');
    Object.assign(form, { action: url, method: 'POST', enctype, target });
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
    document.body.append(frame, form);
    form.submit();
    return new Promise((resolve) => setTimeout(() => resolve(readIn(frame)), 1_000));
  };
  const socket = (): Promise<string> =>
    new Promise((resolve) => {
      const opened = new WebSocket(read.replace('http', 'ws'));
      opened.addEventListener('open', () => resolve('opened'));
      opened.addEventListener('error', () => resolve('nothing'));
    });
  const events = (): Promise<string> =>
    new Promise((resolve) => {
      const source = new EventSource(read, { withCredentials: true });
      source.addEventListener('open', () => resolve('opened'));
      source.addEventListener('error', () => resolve('nothing'));
    });
  const asked = (method: string, url: string, type: string): Promise<string> =>
    new Promise((resolve) => {
      const xhr = new XMLHttpRequest();
      xhr.open(method, url);
      xhr.withCredentials = true;
      if (type !== '') xhr.setRequestHeader('Content-Type', type);
      xhr.addEventListener('loadend', () =>
        resolve(xhr.status >= 200 && xhr.status < 300 ? `read ${xhr.responseText.slice(0, 40)}` : 'nothing'),
      );
      xhr.send(method === 'POST' ? body : null);
    });
  const post = (options: RequestInit): RequestInit => ({ method: 'POST', body, ...options });
  const json = { 'Content-Type': 'application/json' };
  const guess = JSON.stringify({ secret: 'w'.repeat(43) });

  const attempts: Record<string, Promise<string>> = {
    fetch: fetched(read, {}),
    'fetch no-cors': fetched(read, { mode: 'no-cors' }),
    'fetch the settings': fetched(`${origin}/gateway/config`, {}),
    'fetch the page': fetched(`${origin}/`, {}),
    'fetch POST': fetched(write, post({ headers: json })),
    'fetch POST no-cors': fetched(write, post({ mode: 'no-cors' })),
    'fetch POST no-cors, kept alive': fetched(write, post({ mode: 'no-cors', keepalive: true })),
    'fetch POST from nowhere': fetched(write, post({ mode: 'no-cors', referrerPolicy: 'no-referrer' })),
    'fetch DELETE': fetched(read, { method: 'DELETE' }),
    'a session': fetched(session, { method: 'POST', body: guess, headers: json }),
    'a session no-cors': fetched(session, { method: 'POST', body: guess, mode: 'no-cors' }),
    XMLHttpRequest: asked('GET', read, ''),
    'XMLHttpRequest POST': asked('POST', write, 'text/plain'),
    // A beacon gets no answer: its request must not reach the node.
    beacon: Promise.resolve(navigator.sendBeacon(write, body)).then(() => 'nothing'),
    '<script>': loaded('script', 'src', read),
    '<script> of the page': loaded('script', 'src', `${origin}/favicon.svg`),
    '<img>': loaded('img', 'src', read),
    '<img> of the page': loaded('img', 'src', `${origin}/favicon.svg`),
    '<link>': loaded('link', 'href', read),
    '<video>': loaded('video', 'src', read),
    '<iframe> of the page': framed('iframe', 'src', `${origin}/`),
    '<iframe>': framed('iframe', 'src', read),
    '<object>': framed('object', 'data', read),
    '<embed>': framed('embed', 'src', `${origin}/`),
    'a form of plain text': posted(write, 'text/plain', `${body.slice(0, -1)},"x":"`, '"}'),
    'a form': posted(write, 'application/x-www-form-urlencoded', 'body', body),
    'a form with files': posted(write, 'multipart/form-data', 'body', body),
    WebSocket: socket(),
    EventSource: events(),
  };
  const names = Object.keys(attempts);
  const outcomes = await Promise.all(names.map((name) => withTimeout(attempts[name]!)));
  return Object.fromEntries(names.map((name, at) => [name, outcomes[at]!]));
}

/**
 * Opens the wallet in another window and tries to read it.
 * @returns `severed` if this page lost its reference to the window, `held` if it has one but cannot read the document,
 * `counted frames` if it can only count the frames, or `read` with the title
 */
export async function openAndRead(url: string): Promise<string> {
  const opened = window.open(url);
  // Severed once the answer's headers have arrived.
  const isSevered = (): boolean => opened === null || opened.closed;
  for (let waits = 0; waits < 200 && !isSevered(); waits++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (opened === null || opened.closed) return 'severed';
  try {
    return `read ${opened.document.title}`;
  } catch {
    return opened.length > 0 ? 'counted frames' : 'held';
  }
}

/**
 * Tries to get at the token of the Devnet bar, in frames and windows of the explorer, by messages too.
 * @param website a page of the explorer, whose tab has the bar
 * @returns what it could read of it; nothing if that is all
 */
export async function readDevnetToken(website: string): Promise<string[]> {
  const guess = '0123456789abcdef'.repeat(4);
  const framed = (address: string): Window | null => {
    const frame = Object.assign(document.createElement('iframe'), { src: address });
    document.body.append(frame);
    return frame.contentWindow;
  };
  const views = [framed(website), framed(`${website}#devnet=${guess}`), window.open(website), window];
  await new Promise((resolve) => setTimeout(resolve, 700));
  return views.flatMap((view) => {
    const order = { advance_seconds: 3_600 };
    for (const message of [{ route: 'time', ...order }, `#devnet=${guess}`, JSON.stringify(order)])
      view?.postMessage(message, '*');
    try {
      return view?.sessionStorage.getItem('cairn.devnet-control') ?? [];
    } catch {
      return [];
    }
  });
}
