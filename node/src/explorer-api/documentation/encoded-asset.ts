import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import type { Asset } from './assets.ts';

/** The highest quality takes seconds for the last few percent, and the first visitor waits for it. */
const BROTLI_QUALITY = 9;

type Encoding = 'br' | 'gzip';
const ENCODERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
const ENCODINGS: (Encoding | 'identity')[] = ['br', 'gzip', 'identity'];

/** Types whose files are compressed already. */
const COMPRESSED = /^image\//;

/** Each asset in each encoding that anybody asked for. */
const encoded = new WeakMap<Asset, Map<Encoding, Promise<Buffer>>>();

/**
 * Sends an asset compressed as the client takes it. The bundles are megabytes that never change: they are compressed
 * once and not for each client.
 */
export async function sendEncoded(
  reply: FastifyReply,
  accepted: string | undefined,
  asset: Asset,
): Promise<FastifyReply> {
  const encoding = accepted === undefined ? 'identity' : (negotiate(accepted, ENCODINGS) ?? 'identity');
  if (encoding === 'identity' || COMPRESSED.test(asset.contentType)) return reply.send(asset.bytes);
  return reply.header('Content-Encoding', encoding).send(await encode(asset, encoding));
}

function encode(asset: Asset, encoding: Encoding): Promise<Buffer> {
  const known = encoded.get(asset) ?? new Map<Encoding, Promise<Buffer>>();
  encoded.set(asset, known);
  const bytes = known.get(encoding) ?? ENCODERS[encoding](asset.bytes);
  known.set(encoding, bytes);
  return bytes;
}
