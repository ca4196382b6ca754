import type { JsonSchema, OpenApiDocument } from '@cairn/api/openapi';

/** Values of a call by name: path parameters, query parameters and body fields. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** What an agent is told of a tool (Model Context Protocol, "Tools"). */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Resolves with the response's JSON. */
  readonly call: (input: ToolInput) => Promise<unknown>;
}

/**
 * A tool for each operation of an interface that answers with JSON: `getBlock` is `get_block`.
 * @param prefix of all names
 * @param call calls an operation by its ID
 */
export function toolsOf(
  { paths, components }: OpenApiDocument,
  prefix: string,
  call: (operation: string, input: ToolInput) => Promise<unknown>,
): Tool[] {
  const operations = Object.values(paths).flatMap((methods) => Object.entries(methods));
  return operations
    .filter(([, { responses }]) => responses[200]?.content?.['application/json'] !== undefined)
    .map(([method, { operationId, summary, description, parameters = [], requestBody }]) => {
      const fields = parameters.map(({ name, description: text, schema }) => [
        name,
        { ...schema, description: text },
      ]);
      const body = componentOf(requestBody?.content['application/json'].schema, components.schemas);
      return {
        definition: {
          name: prefix + operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          description: [summary, description].filter((text) => text !== undefined).join('. '),
          inputSchema: {
            type: 'object',
            properties: Object.fromEntries(fields) as JsonSchema,
            required: parameters.filter(({ required }) => required).map(({ name }) => name),
            additionalProperties: false,
            ...body,
          },
          annotations: { readOnlyHint: method === 'get', openWorldHint: false },
        },
        call: (input) => call(operationId, input),
      };
    });
}

/** The component to which a body's schema refers. A route with a body has no parameters. */
function componentOf(schema: JsonSchema | undefined, components: Readonly<Record<string, JsonSchema>>) {
  return components[String(schema?.['$ref']).split('/').at(-1)!];
}
