import { Button, Notice, Skeleton } from '@cairn/ui';
import { type ComponentChildren, type ComponentType, Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from './texts.ts';

/** A part of the page's code that is fetched on demand. */
export interface Part<Value> {
  /** Fetches the part at the first call; after a failure, the next call tries again. */
  load(): Promise<Value>;
  /** The part; `undefined` until it is fetched. */
  loaded(): Value | undefined;
}

/** Defines a part without fetching it. */
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

/** Shows a component once its code is fetched, or an error if that fails. @param props.around what is around either */
export function Lazy<Props extends object>({
  part,
  around: Around = Fragment,
  ...props
}: { part: Part<ComponentType<Props>>; around?: ComponentType<{ children: ComponentChildren }> } & Props) {
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
  if (state === undefined || state === 'failed')
    return <Around>{state === undefined ? <Loading /> : <LoadFailed />}</Around>;
  const Component = state as ComponentType<object>;
  return <Component {...props} />;
}

function Loading() {
  return (
    <div aria-busy="true" aria-label={t('shell.loading')} role="status">
      <Skeleton width="long" />
    </div>
  );
}

function LoadFailed() {
  return (
    <Notice
      tone="error"
      title={t('shell.loadFailed')}
      live
      action={<Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}
    >
      {t('shell.loadFailedText')}
    </Notice>
  );
}
