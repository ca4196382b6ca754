/** For tests only: an event stream as received over the wire. */
import { request, type IncomingMessage } from 'node:http';

export interface TestStream {
  readonly response: IncomingMessage;
  /** Everything received. */
  readonly text: () => string;
  /** The received events: name, height and block ID of `id:`, and parsed data. */
  readonly events: () => {
    event: string;
    id: number | undefined;
    block: string | undefined;
    data: Record<string, unknown>;
  }[];
  /** Resolves when the server has ended or aborted the stream. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

export function openTestStream(
  baseUrl: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TestStream> {
  const { hostname, port } = new URL(baseUrl);
  const path = `/api/v1/events${query}`;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      const ended = new Promise<void>((end) => response.on('error', () => end()).on('close', () => end()));
      const leave = (): void => void response.destroy();
      resolve({ response, text: () => text, events: () => parseEvents(text), ended, leave });
    });
    outgoing.on('error', reject).end();
  });
}

function parseEvents(text: string): ReturnType<TestStream['events']> {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const data = fields.get('data');
    if (data === undefined) return [];
    const id = fields.get('id');
    return [
      {
        event: fields.get('event')!,
        id: id === undefined ? undefined : Number.parseInt(id),
        block: id?.split('-')[1],
        data: JSON.parse(data) as Record<string, unknown>,
      },
    ];
  });
}
