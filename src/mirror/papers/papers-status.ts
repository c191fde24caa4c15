import type { WaitingContent } from './papers-database.ts'

/** Progress of sending photographs and papers, for the status line. */
export interface PapersStatus {
  readonly waiting: number
  /** Refused contents, counted under 확인 필요. */
  readonly refused: number
  /** Sent bytes of everything queued since the queue was last empty, in whole percent. */
  readonly percent: number
}

/**
 * Returns a function that computes the status of a list of waiting contents. It remembers sizes
 * until nothing waits, so that sent contents count as sent.
 */
export function createPapersStatus(): (contents: readonly WaitingContent[]) => PapersStatus {
  const sizes = new Map<string, number>()
  return (contents) => {
    const waiting = contents.filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) sizes.clear()
    for (const { contentId, size } of waiting) sizes.set(contentId, size)
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const missing = waiting.reduce((sum, { size, received }) => sum + size - received, 0)
    const percent = total === 0 ? 0 : Math.floor((100 * (total - missing)) / total)
    return { waiting: waiting.length, refused: contents.length - waiting.length, percent }
  }
}
