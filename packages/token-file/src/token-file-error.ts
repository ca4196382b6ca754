/** Why a token file cannot be created or used: mostly the rule that it breaks (interface document, section 5.2). */
export type TokenFileErrorCode =
  | 'missing'
  | 'unreadable'
  | 'already_exists'
  | 'not_writable'
  | 'symbolic_link'
  | 'not_a_regular_file'
  | 'replaced_while_opening'
  | 'foreign_owner'
  | 'open_permissions'
  | 'several_links'
  | 'too_large'
  | 'not_utf8'
  | 'inner_whitespace'
  | 'control_character'
  | 'too_short';

/**
 * A token file is missing, cannot be created, or cannot be trusted. The message contains the path and the rule, never the
 * content; the file stays unchanged.
 */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
  readonly code: TokenFileErrorCode;
  readonly path: string;

  constructor(code: TokenFileErrorCode, path: string, problem: string, options?: ErrorOptions) {
    super(`token file ${path}: ${problem}`, options);
    this.code = code;
    this.path = path;
  }
}
