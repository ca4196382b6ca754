import type { KeptPassword } from '../src/wallet/kept-password.ts';

/** Keeps a password in memory. */
export class FixtureKept implements KeptPassword {
  password: string | undefined;

  async keep(password: string): Promise<void> {
    this.password = password;
  }

  async read(): Promise<string | undefined> {
    return this.password;
  }

  drop(): void {
    this.password = undefined;
  }
}
