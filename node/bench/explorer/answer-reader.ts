const HEAD_END = '\r\n\r\n';

/** Finds the end of each HTTP/1.1 answer on a connection, without keeping its body. */
export class AnswerReader {
  /** Of the last whole answer. */
  status = '';
  /** Bytes of the last whole answer's body. */
  length = 0;
  #head = '';
  #missing = -1;

  /**
   * @returns whether the answer is whole with this chunk
   * @throws Error for a body without a `Content-Length`
   */
  take(chunk: Buffer): boolean {
    let bodyBytes = chunk.length;
    if (this.#missing < 0) {
      const known = this.#head.length;
      const end = known === 0 ? chunk.indexOf(HEAD_END) : -1;
      this.#head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end + HEAD_END.length);
      const headEnd = this.#head.indexOf(HEAD_END);
      if (headEnd === -1) return false;
      bodyBytes = known + chunk.length - (headEnd + HEAD_END.length);
      this.#readHead(this.#head.slice(0, headEnd));
    }
    this.#missing -= bodyBytes;
    if (this.#missing > 0) return false;
    this.#head = '';
    this.#missing = -1;
    return true;
  }

  #readHead(head: string): void {
    this.status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && this.status !== '304') throw new Error(`an answer without a length: ${head}`);
    this.length = this.status === '304' ? 0 : Number(length);
    this.#missing = this.length;
  }
}
