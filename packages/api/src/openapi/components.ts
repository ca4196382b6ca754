import * as z from 'zod/mini';
import { documentation } from '../schema/documentation.ts';
import type { JsonSchema } from './document.ts';

const PREFIX = '#/components/schemas/';

/** A reference to a component. */
export function reference(id: string): JsonSchema {
  return { $ref: `${PREFIX}${id}` };
}

/**
 * The components of a 422, named as FastAPI names them: the Explorer API answers validation errors exactly like FastAPI
 * (interface document, section 7.1).
 */
export const VALIDATION_COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  ValidationError: {
    type: 'object',
    title: 'ValidationError',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: { type: 'array', title: 'Location', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { type: 'string', title: 'Message' },
      type: { type: 'string', title: 'Error Type' },
      input: { title: 'Input' },
      ctx: { type: 'object', title: 'Context' },
    },
  },
  HTTPValidationError: {
    type: 'object',
    title: 'HTTPValidationError',
    properties: {
      detail: { type: 'array', title: 'Detail', items: reference('ValidationError') },
    },
  },
};

/** The schema of a response, or a reference if it is a component. */
export function responseSchema(schema: z.ZodMiniType): JsonSchema {
  const id = documentation.get(schema)?.id;
  return id === undefined ? toJsonSchema(schema) : reference(id);
}

function toJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { metadata: documentation, io: 'input' });
  return rest;
}

/** The components that `used` refers to, directly or indirectly, sorted by name. */
export function collectComponents(used: unknown): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(documentation, {
    metadata: documentation,
    io: 'input',
    uri: (id) => `${PREFIX}${id}`,
  });
  const all: Record<string, unknown> = { ...schemas, ...VALIDATION_COMPONENTS };
  const found = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    for (const id of referencesIn(value)) {
      if (found.has(id)) continue;
      const { $schema: _schema, $id: _id, id: _name, ...schema } = all[id] as Record<string, unknown>;
      found.set(id, schema);
      visit(schema);
    }
  };
  visit(used);
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Names of the components that a part of a document refers to. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(PREFIX.length)] : referencesIn(inner),
  );
}
