import type { Address } from '@cairn/protocol';
import { Notice } from '@cairn/ui';
import { differingPlaces, type KnownAddress } from '@cairn/wallet';
import { Checkbox } from '../../components/fields.tsx';
import { t } from '../../messages/messages.ts';

/** Characters of a group, as everywhere in the wallet. */
const GROUP = 4;

/** Puts a recipient and the known address that it looks like one above the other, with every difference marked. */
export function LookAlike(props: {
  address: Address;
  known: KnownAddress;
  /** Absent where it was confirmed before. */
  accept?: {
    readonly accepted: boolean;
    /** Somebody went on without it. */
    readonly missing: boolean;
    readonly onChange: (accepted: boolean) => void;
  };
}) {
  const { address, known, accept } = props;
  return (
    <Notice tone="warn" title={t('send.alike_title')} live>
      <p>{t('send.alike_text')}</p>
      <dl class="w-alike">
        <div>
          <dt>{t('send.alike_typed')}</dt>
          <dd>
            <Compared address={address} other={known.address} />
          </dd>
        </div>
        <div>
          <dt>{nameOf(known)}</dt>
          <dd>
            <Compared address={known.address} other={address} />
          </dd>
        </div>
      </dl>
      {accept !== undefined && (
        <Checkbox
          label={t('send.alike_accept')}
          checked={accept.accepted}
          error={accept.missing && !accept.accepted ? t('send.alike_missing') : undefined}
          onChange={accept.onChange}
        />
      )}
    </Notice>
  );
}

function nameOf({ trust, name = '' }: KnownAddress): string {
  return trust === 'own' || trust === 'contact'
    ? t(`send.alike_known_${trust}`, { name })
    : t(`send.alike_known_${trust}`);
}

/** An address in groups whose characters that differ from the other one are marked. */
function Compared({ address, other }: { address: Address; other: string }) {
  const differs = differingPlaces(address, other);
  const groups = Math.ceil(address.length / GROUP);
  return (
    <span class="w-address">
      {Array.from({ length: groups }, (_, group) => (
        <span class="w-address__group" key={group}>
          {Array.from(address.slice(group * GROUP, (group + 1) * GROUP), (character, index) =>
            differs[group * GROUP + index] ? (
              <mark class="w-alike__mark" key={index}>
                {character}
              </mark>
            ) : (
              <span key={index}>{character}</span>
            ),
          )}
        </span>
      ))}
    </span>
  );
}
