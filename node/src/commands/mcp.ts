import { once } from 'node:events';
import { type Options, readExplorerUrl } from '../config.ts';
import { NodeError } from '../startup/errors.ts';
import type { CliCommand } from './command.ts';
import { callNode } from './devnet.ts';
import { type Tool, type ToolInput, toolsOf } from './mcp-tools.ts';

/** A client by the names of its operations, which the agent gives: the server checks the input, the types cannot. */
type Methods = Readonly<Record<string, (input: ToolInput) => Promise<unknown>>>;

/**
 * `cairn mcp`: tools for an agent, over standard input and output until the input ends (docs/AGENTS.md). Each call finds the
 * node anew, so an agent may start before it. Neither the private RPC nor any key is among the tools.
 */
export const mcpCommand: CliCommand = {
  name: 'mcp',
  summary: 'give an agent the explorer and the devnet of a running node as tools (Model Context Protocol)',
  options: ['network', 'dataDir', 'explorerUrl', 'controlUrl', 'tokenFile', 'readOnly'],
  async run({ options }) {
    const [{ createMcpServer }, { StdioServerTransport }] = await Promise.all([
      import('./mcp-server.ts'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
    ]); // for this command alone
    const server = createMcpServer(await mcpTools(options));
    await server.connect(new StdioServerTransport());
    await once(process.stdin, 'end');
    await server.close();
  },
};

/** The tools of an agent: the operations of the Explorer API, and those of devnet control unless `--read-only`. */
export async function mcpTools(options: Options): Promise<Tool[]> {
  const [api, openApi] = await Promise.all([import('@cairn/api/explorer'), import('@cairn/api/openapi')]);
  const baseUrl = readExplorerUrl(options);
  const explorer = api.createExplorerClient({ baseUrl }) as unknown as Methods;
  const tools = toolsOf(openApi.buildExplorerOpenApi(), '', async (id, input) => {
    try {
      return await explorer[id]!(input);
    } catch (error) {
      if (error instanceof api.ApiError) throw new NodeError(JSON.stringify(error.body), { cause: error });
      if (!(error instanceof api.TransportError && error.code === 'network')) throw error;
      const line = `no Explorer API answers at ${baseUrl}: start one with cairn dev, or set --explorer-url`;
      throw new NodeError(line, { cause: error });
    }
  });
  const hasDevnet = (options.network ?? 'devnet') === 'devnet' && options.readOnly !== true;
  if (hasDevnet) {
    const call = (id: string, input: ToolInput) =>
      callNode(options, (devnet) => (devnet as unknown as Methods)[id]!(input));
    tools.push(...toolsOf(openApi.buildDevnetOpenApi(), 'devnet_', call));
  }
  return tools;
}
