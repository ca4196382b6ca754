/** What a parse helper gives: the value, or a literal error code of the interface with what its body names. */
export type ParseResult<Value, Code extends string, Data = unknown> =
  { readonly ok: true; readonly value: Value } | ({ readonly ok: false; readonly error: Code } & Data);
