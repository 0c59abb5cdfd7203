/** The state of the connection to the server, for the notice about it. */
class ServerConnection {
  /** Timestamp of the next retry. Null while the server responds. */
  retryAt = $state.raw<number | null>(null);
  /** Time of the copy that the page shows because the server does not respond. Null if the page is current. */
  copiedAt = $state.raw<Date | null>(null);

  get isAway(): boolean {
    return this.retryAt !== null;
  }
}

export const connection = new ServerConnection();
