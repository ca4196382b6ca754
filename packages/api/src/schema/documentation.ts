import * as z from 'zod/mini';

/** A schema's documentation in the OpenAPI document. `id` makes it a component of its own. */
export interface SchemaDocumentation {
  readonly id?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Documentation of every schema of this package; kept apart from zod's global registry, which others may use too. */
export const documentation: z.core.$ZodRegistry<SchemaDocumentation> = z.registry<SchemaDocumentation>();

/** A copy of `schema` that carries the description of one field. The original stays as it is. */
export function field<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const copy = z.clone(schema);
  documentation.add(copy, { ...withoutId(documentation.get(schema)), description });
  return copy;
}

/** Makes `schema` a named component of the OpenAPI document and returns it. */
export function component<Schema extends z.ZodMiniType>(
  id: string,
  description: string,
  schema: Schema,
): Schema {
  documentation.add(schema, { ...documentation.get(schema), id, description });
  return schema;
}

function withoutId(known: SchemaDocumentation | undefined): SchemaDocumentation {
  const { id: _id, ...rest } = known ?? {};
  return rest;
}
