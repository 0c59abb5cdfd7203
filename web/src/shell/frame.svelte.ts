/** Whether a page of a table has the header and the footer of documents, because there is no table. */
class Frame {
  hasNoTable = $state.raw(false);
}

export const frame = new Frame();
