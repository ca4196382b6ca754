import type { BlockSummary } from '@cairn/api/explorer';
import { type BlockId, bytesToHex, encodeBlockHeader, parseBits } from '@cairn/protocol';
import { Button, saveFile } from '@cairn/ui';
import { API_BASE_URL } from '../config.ts';
import { useTranslations } from '../messages/translations.ts';
import { HexBlock, RawData } from './raw-data.tsx';

/** A collapsed card: the header's bytes, and downloads of header and block. */
export function BlockRaw({ block }: { block: BlockSummary }) {
  const { t, bytes } = useTranslations();
  return (
    <RawData title={t('block.raw')}>
      {() => {
        const header = headerBytes(block);
        return (
          <>
            {header !== undefined && (
              <>
                <p class="c-small c-muted">{t('block.rawHeader')}</p>
                <HexBlock hex={bytesToHex(header)} what={t('what.raw')} />
              </>
            )}
            <p class="c-row">
              {header !== undefined && (
                <Button
                  size="sm"
                  onClick={() => saveFile(`cairn-header-${block.height}.bin`, new Blob([header]))}
                >
                  {t('block.downloadHeader')}
                </Button>
              )}
              <a class="c-button c-button--secondary c-button--sm" href={rawLink(block.id)} download>
                {t('block.downloadBlock', { size: bytes(block.size_bytes) })}
              </a>
            </p>
          </>
        );
      }}
    </RawData>
  );
}

function rawLink(id: BlockId): string {
  return `${API_BASE_URL ?? ''}/api/v1/blocks/${id}/raw`;
}

/** The 118 bytes that hash to the block's ID; `undefined` if the API leaves out the Merkle root. */
function headerBytes(block: BlockSummary): Uint8Array<ArrayBuffer> | undefined {
  const { merkle_root: merkleRoot } = block;
  if (merkleRoot === undefined) return undefined;
  const header = encodeBlockHeader({
    version: block.version,
    height: block.height,
    previousBlockId: block.prev_block_hash,
    merkleRoot,
    miner: block.miner,
    timestamp: block.timestamp,
    bits: parseBits(block.bits),
    nonce: block.nonce,
  });
  return Uint8Array.from(header);
}
