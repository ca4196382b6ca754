/** For tests only: the database writer on the test's thread, because starting a thread takes longer than most tests. */
import type * as Client from '../writer-client.ts';
import { WriterCommands } from '../writer-commands.ts';

export class WriterClient extends WriterCommands implements Pick<Client.WriterClient, 'run' | 'end'> {
  async end(): Promise<void> {
    await this.run({ type: 'close' });
  }
}
