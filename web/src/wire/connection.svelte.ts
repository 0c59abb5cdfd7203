/** Whether the house answers, for the bar that says so. */
class ServerConnection {
  /** The moment at which it is asked again, where it does not answer; nothing while it does. */
  retryAt = $state.raw<number | null>(null);

  get isAway(): boolean {
    return this.retryAt !== null;
  }
}

export const connection = new ServerConnection();
