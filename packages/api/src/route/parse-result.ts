/** Result of a parse helper: the value, or a literal error code of the interface with the data of its body. */
export type ParseResult<Value, Code extends string, Data = unknown> =
  { readonly ok: true; readonly value: Value } | ({ readonly ok: false; readonly error: Code } & Data);
