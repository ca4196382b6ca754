import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { VERSION } from '@cairn/http/version';
import type { Tool } from './mcp-tools.ts';

const INSTRUCTIONS = `A Cairn node: a proof-of-work chain with accounts. Amounts are pebbles as decimal strings (1 CRN =
100,000,000 pebbles), times are Unix seconds, the tip is the newest block. Lists are paged: ask for few items. Tools named
devnet_… change a local test chain: mine, fund, reorganize, move the clock, snapshot, revert, weather. There are no keys here.`;

/** Characters of a result; an agent has to hold all of it. A page of 100 transactions has some 70,000. */
const MAX_RESULT = 200_000;

/**
 * A server of the Model Context Protocol with these tools.
 * A call that fails is a result with `isError` and one line, as the protocol asks, so that the agent can read why.
 */
export function createMcpServer(tools: readonly Tool[]): McpServer {
  const mcp = new McpServer(
    { name: 'cairn', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS.replaceAll('\n', ' ') },
  );
  // The tools have JSON Schemas; `registerTool` takes zod's alone, and would refuse the integers of a query, which are text there.
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const tool = tools.find(({ definition }) => definition.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}`);
    try {
      const text = JSON.stringify(await tool.call(input));
      if (text.length <= MAX_RESULT) return { content: [{ type: 'text', text }] };
      return failed(`the response has ${text.length} characters, more than ${MAX_RESULT}: ask for less`);
    } catch (error) {
      return failed((error as Error).message);
    }
  });
  return mcp;
}

function failed(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true };
}
