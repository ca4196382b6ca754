import * as z from 'zod/mini';

/** Documentation of a schema in the OpenAPI document. An `id` makes the schema a component. */
export interface SchemaDocumentation {
  readonly id?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Documentation of all schemas of this package, separate from zod's global registry, which other code may use. */
export const documentation: z.core.$ZodRegistry<SchemaDocumentation> = z.registry<SchemaDocumentation>();

/** Returns a copy of `schema` with the description of one field. */
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
