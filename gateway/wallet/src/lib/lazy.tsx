import { Button, Notice, Skeleton } from '@cairn/ui';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/messages.ts';

/** A part of the page that is fetched when it is first needed. */
export interface Part<Value> {
  /** Fetches it, or gives what was fetched; tries again after a failure. */
  load(): Promise<Value>;
  /** The fetched module, once it is there. */
  loaded(): Value | undefined;
}

/** Describes a part; nothing is fetched yet. */
export function definePart<Value>(fetchPart: () => Promise<Value>): Part<Value> {
  let promise: Promise<Value> | undefined;
  let value: Value | undefined;
  return {
    loaded: () => value,
    load() {
      promise ??= fetchPart().then(
        (part) => (value = part),
        (error: unknown) => {
          promise = undefined;
          throw error;
        },
      );
      return promise;
    },
  };
}

/** Shows a component of a part: at once where it is there, else when it has come; says so where it cannot be had. */
export function Lazy<Props extends object>({ part, ...props }: { part: Part<ComponentType<Props>> } & Props) {
  const [state, setState] = useState<ComponentType<Props> | 'failed' | undefined>(() => part.loaded());
  useEffect(() => {
    let wanted = true;
    part.load().then(
      (component) => wanted && setState(() => component),
      () => wanted && setState('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [part]);
  if (state === 'failed') return <LoadFailed />;
  if (state === undefined) return <Loading />;
  const Component = state as ComponentType<object>;
  return <Component {...props} />;
}

function Loading() {
  return (
    <div aria-busy="true" aria-label={t('frame.loading')} role="status">
      <Skeleton width="long" />
    </div>
  );
}

function LoadFailed() {
  return (
    <Notice
      tone="error"
      title={t('frame.loadFailed')}
      live
      action={<Button onClick={() => location.reload()}>{t('frame.reload')}</Button>}
    >
      {t('frame.loadFailedText')}
    </Notice>
  );
}
