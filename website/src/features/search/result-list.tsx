import { AddressFace, Icon, onStored, useStore } from '@cairn/ui';
import { WALLET_URL } from '../../site/config.ts';
import { readLabels } from '../../site/labels.ts';
import { type Answer, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { lookup, lookupDetails, type Target } from './lookup.ts';
import { type Group, type Known, type Result, type Results, resultsFor } from './results.ts';
import { useTranslations } from './texts.ts';

/** The results for a text, with the API's answer, and the reader's labels once the browser has read them. */
export function useResults(text: string): Results & { answer: Answer<readonly Target[]> } {
  const translations = useTranslations();
  const { status } = useChain();
  const labels = useStore<Known['labels']>(
    { get: () => readLabels().records, subscribe: onStored },
    () => undefined,
  );
  const answer = useRequest(lookup(text) ?? lookupDetails(text));
  const known = { status, answer, labels, walletUrl: WALLET_URL };
  return { ...resultsFor(text, known, translations), answer };
}

interface ResultListProps {
  groups: readonly Group[];
  /** For a list that a field controls: its ID, and which result is active (-1 for none). */
  list?: { readonly id: string; readonly active: number } | undefined;
}

/** The results of a search: links and buttons, or the options of a field (`combobox`), which keeps the focus. */
export function ResultList({ groups, list }: ResultListProps) {
  const { t } = useTranslations();
  let last = -1;
  const row = ({ href, run, text, detail, address, icon }: Result) => {
    last += 1;
    const props = {
      key: last,
      class: 'c-option',
      ...(list && {
        id: `${list.id}-${last}`,
        role: 'option' as const,
        tabIndex: -1,
        'aria-selected': list.active === last,
      }),
    };
    const content = (
      <>
        {address === undefined ? <Icon name={icon} /> : <AddressFace address={address} />}
        <bdi>{text}</bdi>
        {detail !== undefined && <span class="c-small c-muted">{detail}</span>}
      </>
    );
    return href === undefined ? (
      <button type="button" onClick={run} {...props}>
        {content}
      </button>
    ) : (
      <a href={href} {...props}>
        {content}
      </a>
    );
  };
  const id = list?.id ?? 'results';
  return (
    <div
      class="results"
      {...(list && { id, role: 'listbox', tabIndex: -1, 'aria-label': t('search.results') })}
    >
      {groups.map(({ name, results }) => (
        <div
          key={name}
          role="group"
          aria-labelledby={`${id}-${name}`}
          data-proof={name === 'chain' ? 'none' : undefined}
        >
          <p class="c-small c-faint" id={`${id}-${name}`}>
            {t(`search.group.${name}`)}
            {name === 'chain' && list !== undefined && ` · ${t('search.word')}`}
          </p>
          {results.map(row)}
        </div>
      ))}
    </div>
  );
}
