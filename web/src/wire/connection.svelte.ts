/** Whether the house answers, for the bar that says so. */
class House {
  /** The moment at which it is asked again, where it does not answer; nothing while it does. */
  asksAgainAt = $state.raw<number | null>(null);

  get isAway(): boolean {
    return this.asksAgainAt !== null;
  }
}

export const house = new House();
