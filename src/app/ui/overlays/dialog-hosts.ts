/** An open dialog that can put a question in place of its buttons. */
export interface DialogHost {
  ask(question: HostedQuestion): void
  /** The question is answered, or gone. */
  settle(question: HostedQuestion): void
}

export interface HostedQuestion {
  /** Called by Escape, a press outside and the end of the dialog: the safe answer. */
  onClose(): void
  /** Where the question is drawn; null once it is no more. */
  onSlot(slot: HTMLElement | null): void
}

/**
 * Open dialogs, the topmost last. One page has one stack of them, whichever part of the app opened
 * them.
 */
const open: DialogHost[] = []

/** Joins the stack; answers how it leaves. */
export function joinDialogs(host: DialogHost): () => void {
  open.push(host)
  return () => {
    const at = open.lastIndexOf(host)
    if (at !== -1) open.splice(at, 1)
  }
}

export function topDialog(): DialogHost | null {
  return open.at(-1) ?? null
}
