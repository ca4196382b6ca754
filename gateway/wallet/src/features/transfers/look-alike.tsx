import type { Address } from '@cairn/protocol';
import { Notice } from '@cairn/ui';
import { differingPositions, type KnownAddress } from '@cairn/wallet';
import { Checkbox } from '../../shared/fields.tsx';
import { t } from './texts.ts';

/** Characters in a group, as in `AddressGroups`. */
const GROUP_LENGTH = 4;

/** Shows a recipient above the known address that it looks like, with every difference marked. */
export function LookAlike(props: {
  address: Address;
  known: KnownAddress;
  /** The checkbox that confirms the recipient; absent if the user confirmed it in the form. */
  accept?: {
    readonly accepted: boolean;
    /** The user has submitted the form: show an error unless the checkbox is ticked. */
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

/** An address in groups, with a mark on each character that differs from the `other` address. */
function Compared({ address, other }: { address: Address; other: string }) {
  const differs = differingPositions(address, other);
  const groups = Math.ceil(address.length / GROUP_LENGTH);
  return (
    <span class="w-address">
      {Array.from({ length: groups }, (_, group) => (
        <span class="w-address__group" key={group}>
          {Array.from(address.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH), (character, index) =>
            differs[group * GROUP_LENGTH + index] ? (
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
