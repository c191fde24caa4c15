/**
 * What local storage, and of the chat the tab's, keeps of one person, by the beginning of the key, which the person's id follows.
 *
 * Signing out forgets answers and lists that the server can give again. It leaves what is the person's own making: typed and not sent (`last_edit:`,
 * `blog-draft-`; sign-out asks about drafts), and filters saved under a name, which only their owner's screens show. Other keys hold settings of this device (columns, widths,
 * what is folded, whether copies must be sealed) or what everybody may know (the office) and name nobody.
 */
const forgotten = ['reference-answers-', 'download-task-', 'sealing-key-', 'chat-draft-', 'recent-records-']

/** What is kept sealed on a device whose copy is, by the beginning of the key and by its end (own-shelf.ts): it may name people, or tell who was looked at. */
const sealed = ['reference-answers-', 'recent-records-', 'chat-draft-']

/** Whether what stands there is this person's, and sealed where their copy is. */
export function isOwnKey(userId: string, key: string): boolean {
  return sealed.some((beginning) => key === beginning + userId) || key.endsWith(`@${userId}`)
}

/** Whether the server can give it again, or it is forgotten at sign-out in any case. */
export function isGivenAgain(key: string): boolean {
  return forgotten.some((beginning) => key.startsWith(beginning))
}

/** Beginning of the keys of posts that were typed and not saved. */
export function draftPrefix(userId: string): string {
  return `blog-draft-${userId}-`
}

/** Forgets what the server can give again of everybody but `keep`. */
export function forgetAnswers(storage: Storage, keep: readonly string[]): void {
  forget(storage, (key) =>
    forgotten.some(
      (beginning) => key.startsWith(beginning) && !keep.some((userId) => key.startsWith(beginning + userId)),
    ),
  )
}

/** How many posts this person has typed here and not saved. */
export function countDrafts(storage: Storage, userId: string): number {
  return keysOf(storage).filter((key) => key.startsWith(draftPrefix(userId))).length
}

/** The caller has asked. */
export function discardDrafts(storage: Storage, userId: string): void {
  forget(storage, (key) => key.startsWith(draftPrefix(userId)))
}

function forget(storage: Storage, isForgotten: (key: string) => boolean): void {
  for (const key of keysOf(storage)) if (isForgotten(key)) storage.removeItem(key)
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}
