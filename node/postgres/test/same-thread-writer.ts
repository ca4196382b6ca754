/** For tests only: the real writer of the database on the test's own thread, because a thread takes longer to start than most tests run. */
import type * as Client from '../writer-client.ts';
import { WriterCommands } from '../writer-commands.ts';

export class WriterClient extends WriterCommands implements Pick<Client.WriterClient, 'run' | 'end'> {
  async end(): Promise<void> {
    await this.run({ type: 'close' });
  }
}
