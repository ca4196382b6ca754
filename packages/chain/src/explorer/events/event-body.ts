import { type EventHub, type EventSink, MAX_UNSENT } from './event-hub.ts';
import type { ResumePoint } from './resume-point.ts';

/**
 * Opens an event stream as the body of a response. It ends with the hub; its reader ends it by `cancel`, or by the request's signal.
 * @throws HttpError 503 `too_many_streams`
 */
export function eventBody(
  hub: EventHub,
  last: ResumePoint | undefined,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  signal.throwIfAborted();
  let body: ReadableStream<Uint8Array>;
  hub.add(last, () => {
    let sink: EventSink;
    body = new ReadableStream(
      {
        start(controller) {
          const fail = (reason: unknown): void => {
            hub.remove(sink);
            controller.error(reason);
          };
          sink = {
            send(frames) {
              if (controller.desiredSize! < 0)
                fail(new Error(`more than ${MAX_UNSENT} bytes were left unread`));
              else controller.enqueue(frames);
            },
            end() {
              hub.remove(sink);
              controller.close();
            },
          };
          signal.addEventListener('abort', () => fail(signal.reason), { once: true });
        },
        cancel: () => hub.remove(sink),
      },
      { highWaterMark: MAX_UNSENT, size: ({ length }) => length },
    );
    return sink!;
  });
  return body!;
}
