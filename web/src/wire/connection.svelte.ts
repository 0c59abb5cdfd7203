/** The state of the connection to the server, for the notice about it. */
class ServerConnection {
  /** Timestamp of the next retry. Null while the server responds. */
  retryAt = $state.raw<number | null>(null);

  get isAway(): boolean {
    return this.retryAt !== null;
  }
}

export const connection = new ServerConnection();
