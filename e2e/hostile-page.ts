/* The attacks of a hostile page. Each function runs in that page, so it may use nothing of this file or its imports. */

/** Target of the attacks, and values that identify their requests: the wallet itself never sends them. */
export interface Target {
  /** Origin of the gateway. */
  readonly origin: string;
  /** Address in the path of each read. */
  readonly address: string;
  /** Transaction of each submission: 426 hexadecimal characters. */
  readonly raw: string;
}

/**
 * Runs every attack that needs no click, all at once.
 * @returns for each attack the result that it could read, or `nothing`
 */
export async function attack({ origin, address, raw }: Target): Promise<Record<string, string>> {
  const read = `${origin}/v1/accounts/${address}`;
  const write = `${origin}/v1/transactions`;
  const session = `${origin}/gateway/session`;
  const submission = JSON.stringify({ raw });
  const timeoutMs = 2_000;

  const withTimeout = async (attempt: Promise<string>): Promise<string> =>
    Promise.race([
      attempt.catch(() => 'nothing'),
      new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), timeoutMs)),
    ]);
  const fetched = async (url: string, options: RequestInit): Promise<string> => {
    const response = await fetch(url, { credentials: 'include', ...options });
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
  const framed = (tag: string, attribute: string, url: string): Promise<string> =>
    new Promise((resolve) => {
      const element = document.createElement(tag) as HTMLIFrameElement;
      element.setAttribute(attribute, url);
      document.body.append(element);
      setTimeout(() => resolve(element.contentDocument?.body?.innerText ? 'read a frame' : 'nothing'), 1_000);
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
    return new Promise((resolve) =>
      setTimeout(() => resolve(frame.contentDocument?.body?.innerText ? 'read an answer' : 'nothing'), 1_000),
    );
  };
  const socket = (): Promise<string> =>
    new Promise((resolve) => {
      const opened = new WebSocket(`${origin.replace('http', 'ws')}/v1/accounts/${address}`);
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
      xhr.send(method === 'POST' ? submission : null);
    });
  const post = (options: RequestInit): RequestInit => ({ method: 'POST', body: submission, ...options });
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
    beacon: Promise.resolve(navigator.sendBeacon(write, submission)).then(() => 'nothing'),
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
    'a form of plain text': posted(write, 'text/plain', '{"raw":"' + raw + '","x":"', '"}'),
    'a form': posted(write, 'application/x-www-form-urlencoded', 'raw', raw),
    'a form with files': posted(write, 'multipart/form-data', 'raw', raw),
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

/** The devnet that a hostile page attacks. */
export interface DevnetTarget {
  /** Origin of the control port. */
  readonly control: string;
  /** A page of the explorer, whose tab has the Devnet bar. */
  readonly website: string;
  /** Sent with requests: the real one shows that it would not help. */
  readonly token: string;
}

/**
 * Tries to move the clock of a devnet, and to get at the token of the Devnet bar.
 * @returns for each attack what it could read, or `nothing`
 */
export async function attackDevnet({
  control,
  website,
  token,
}: DevnetTarget): Promise<Record<string, string>> {
  const guess = '0123456789abcdef'.repeat(4);
  const url = `${control}/devnet/time`;
  const body = '{"advance_seconds":3600}';
  const json = { 'Content-Type': 'application/json' };
  const settled = (milliseconds: number): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve('nothing'), milliseconds));
  const tried = async (attempt: () => Promise<string | undefined> | string | undefined): Promise<string> => {
    try {
      const value = await attempt();
      return value === undefined ? 'nothing' : `read ${value.slice(0, 40)}`;
    } catch {
      return 'nothing';
    }
  };
  const fetched = (path: string, options: RequestInit): Promise<string> =>
    tried(async () => {
      const response = await fetch(control + path, options);
      return response.ok ? response.text() : undefined;
    });
  const posted = (headers: Record<string, string>): Promise<string> =>
    fetched('/devnet/time', { method: 'POST', headers: { ...json, ...headers }, body });
  const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
  const form = async (enctype: string): Promise<string> => {
    const frame = Object.assign(document.createElement('iframe'), { name: `frame-${Math.random()}` });
    const sent = Object.assign(document.createElement('form'), { action: url, method: 'POST', enctype });
    sent.target = frame.name;
    const field = Object.assign(document.createElement('input'), { type: 'hidden' });
    Object.assign(field, { name: '{"advance_seconds":3600,"x":"', value: '"}' });
    sent.append(field);
    document.body.append(frame, sent);
    sent.submit();
    await settled(700);
    // A page of the port's own origin may read that it was refused.
    return tried(() => /^(?!.*"error":).+/.exec(frame.contentDocument?.body.innerText ?? '')?.[0]);
  };
  /** What a window of the explorer gives away, and does with messages. */
  const windowed = async (view: Window | null): Promise<string> => {
    await settled(700);
    for (const message of [{ route: 'time', advance_seconds: 3_600 }, `#devnet=${guess}`, body])
      view?.postMessage(message, '*');
    return tried(() => view?.sessionStorage.getItem('cairn.devnet-control') ?? undefined);
  };
  const framed = (address: string): Promise<string> => {
    const frame = Object.assign(document.createElement('iframe'), { src: address });
    document.body.append(frame);
    return windowed(frame.contentWindow);
  };
  const script = (): Promise<string> =>
    new Promise((resolve) => {
      const element = Object.assign(document.createElement('script'), { src: `${control}/devnet` });
      element.addEventListener('load', () => resolve('loaded a script'));
      element.addEventListener('error', () => resolve('nothing'));
      document.body.append(element);
    });
  const attempts: Record<string, Promise<string>> = {
    GET: fetched('/devnet', {}),
    'GET with the token': fetched('/devnet', { headers: bearer(token) }),
    POST: posted({}),
    'POST with a guess': posted(bearer(guess)),
    'POST with the token': posted(bearer(token)),
    'POST blindly': fetched('/devnet/time', { method: 'POST', mode: 'no-cors', body }),
    'POST blindly, with cookies': fetched('/devnet/time', {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'include',
      body,
    }),
    beacon: tried(() => void navigator.sendBeacon(url, body)),
    'a form': form('application/x-www-form-urlencoded'),
    'a form of plain text': form('text/plain'),
    'a frame of the port': framed(`${control}/devnet`),
    'a frame of the explorer': framed(website),
    'a frame of the explorer with a guess': framed(`${website}#devnet=${guess}`),
    'a window of the explorer': windowed(window.open(website)),
    '<script>': script(),
    'its own storage': tried(() => sessionStorage.getItem('cairn.devnet-control') ?? undefined),
  };
  const names = Object.keys(attempts);
  const outcomes = await Promise.all(names.map((name) => attempts[name]!));
  return Object.fromEntries(names.map((name, index) => [name, outcomes[index]!]));
}
