/**
 * The file with the private RPC's bearer token: created by the node; read by the node, its command line and the gateway
 * under the same rules (interface document, section 5.2). POSIX semantics; Node.js only.
 */
export { createTokenFile, readOrCreateTokenFile } from './create-token-file.ts';
export { readTokenFile } from './read-token-file.ts';
export { MAXIMUM_TOKEN_FILE_SIZE, MINIMUM_TOKEN_LENGTH } from './rules.ts';
export { TokenFileError, type TokenFileErrorCode } from './token-file-error.ts';
